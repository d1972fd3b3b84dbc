package result

import (
	"fmt"
	"strings"
	"testing"
)

func TestExtensions(t *testing.T) {
	var e Extensions
	for x := range strings.FieldsSeq(".b .a .c .a .a .b") {
		e.Add(x)
	}
	e.Add("")
	if got, want := e.String(), "3 .a, 2 .b, 1 without an extension, 1 .c"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	e.Add("." + strings.Repeat("x", maxName))
	for i := range 2 * maxExtensions {
		e.Add(fmt.Sprintf(".%d", i))
	}
	if len(e) != maxExtensions || e[other] != int64(1+2*maxExtensions-(maxExtensions-5)) {
		t.Errorf("%d extensions, %d others", len(e), e[other])
	}
	if got, want := e.String(), "1006 (other), 3 .a, 2 .b, 1 without an extension, 1 .0, 1 .1, 1 .10, 1 .100, 1 .101, 1 .102, 990 others"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
