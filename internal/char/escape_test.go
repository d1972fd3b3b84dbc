package char

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestAppendEscaped compares all characters and all bytes with strconv.Quote, and counts allocations.
func TestAppendEscaped(t *testing.T) {
	check := func(text string) {
		if got := AppendEscaped([]byte("x"), []byte(text)); `"`+string(got[1:])+`"` != strconv.Quote(text) || got[0] != 'x' {
			t.Fatalf("%q: %s", text, got)
		}
	}
	for r := range rune(utf8.MaxRune + 1) {
		check(string(r)) // U+FFFD for surrogates
	}
	for b := range 256 {
		check("a" + string([]byte{byte(b)}) + "b")
		check("\xe2" + string([]byte{byte(b)}) + "é\"\\'")
	}
	check("")
	text, room := []byte(strings.Repeat("\x00é\xff\" ", 8)), make([]byte, 0, 1000)
	if n := testing.AllocsPerRun(10, func() { AppendEscaped(room, text) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
