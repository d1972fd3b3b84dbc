package ref

import (
	"math"
	"strconv"
	"testing"
)

// TestCheckSize: the longest text whose end an offset can address is the longest result.
func TestCheckSize(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("no text is longer")
	}
	most := uint64(math.MaxUint32)
	checkSize(int(most))
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	checkSize(int(most + 1))
}
