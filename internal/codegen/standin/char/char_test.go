package char_test

import (
	"math/rand/v2"
	"testing"

	"example.org/iri/internal/char"
	standin "example.org/iri/internal/codegen/standin/char"
)

// Characters are those of package char at every place of texts from bytes of all kinds; they are
// named alike if they are ASCII that can be seen, or the end.
func TestAt(t *testing.T) {
	bytes := []byte("a~ \n\x00\x80\xbf\xc3\xa9\xe2\x82\xac\xed\xa0\xef\xbd\xf0\x9f\x98\x80\xff")
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		text := make([]byte, rnd.IntN(8))
		for i := range text {
			text[i] = bytes[rnd.IntN(len(bytes))]
		}
		offset := rnd.IntN(len(text) + 1)
		got, want := standin.At(text, offset), char.At(text, offset)
		if got.Rune != want.Rune {
			t.Fatalf("%q, %d: %#x, want %#x", text, offset, got.Rune, want.Rune)
		}
		if shown := want.Rune < 0 || ' ' <= want.Rune && want.Rune <= '~'; shown && got.String() != want.String() {
			t.Fatalf("%q, %d: %v, want %v", text, offset, got, want)
		}
	}
	for text, want := range map[string]string{"": "the end", "\n": "U+000A", "é": "U+00E9", "\U0010FFFF": "U+10FFFF", "\xe2": "0xE2", "\uFFFD": "U+FFFD", "\x00": "U+0000"} {
		if got := standin.At(text, 0).String(); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
