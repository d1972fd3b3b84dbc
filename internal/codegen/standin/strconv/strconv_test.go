package strconv_test

import (
	"math"
	"strconv"
	"testing"

	standin "example.org/iri/internal/codegen/standin/strconv"
)

func TestItoa(t *testing.T) {
	for _, n := range []int{0, 1, -1, 9, 10, 123456789, -100, math.MaxInt, math.MinInt} {
		if got := standin.Itoa(n); got != strconv.Itoa(n) {
			t.Errorf("%d is %s", n, got)
		}
	}
}
