package values_test

import (
	"strconv"
	"testing"
	"unicode/utf8"

	. "example.org/iri/compile/abnf"
	"example.org/iri/internal/values"
)

// TestEncodings checks that Decode is the inverse of Append, and rejects everything else.
func TestEncodings(t *testing.T) {
	for encoding, most := range map[Encoding]int{UTF8: 1_112_064, Octets: 256} {
		count := 0
		for v := rune(-1); v <= utf8.MaxRune+1; v++ {
			text := values.Append(encoding, []byte("x"), v)[1:]
			if len(text) != values.Len(encoding, v) {
				t.Fatalf("%d: %U takes %d bytes, not %d", encoding, v, len(text), values.Len(encoding, v))
			}
			if len(text) == 0 {
				continue
			}
			count++
			if got, size := values.Decode(encoding, string(text)+"\x80"); got != v || size != len(text) {
				t.Fatalf("%d: %U is read as %U of %d bytes", encoding, v, got, size)
			}
		}
		if count != most {
			t.Errorf("%d: %d values, want %d", encoding, count, most)
		}
		if values.Len(encoding, values.Max(encoding)) == 0 || values.Len(encoding, values.Max(encoding)+1) != 0 {
			t.Errorf("%d: %U is not the greatest value", encoding, values.Max(encoding))
		}
	}
	for _, text := range []string{"", "\x80", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xff"} {
		if v, size := values.Decode(UTF8, text); size != 0 {
			t.Errorf("%q is read as %U of %d bytes", text, v, size)
		}
	}
}

// TestQuote checks that a quoted text is a Go literal of it, and that octets are escaped one by one.
func TestQuote(t *testing.T) {
	const text = "a\"\\\n\u00e4\u20ac\xff\x00\u007f"
	for encoding, want := range map[Encoding]string{
		UTF8:   `"a\"\\\n\u00e4\u20ac\xff\x00\x7f"`,
		Octets: `"a\"\\\n\xc3\xa4\xe2\x82\xac\xff\x00\x7f"`,
	} {
		got := values.Quote(encoding, text)
		if back, err := strconv.Unquote(got); got != want || back != text || err != nil {
			t.Errorf("got %s, want %s: %v", got, want, err)
		}
	}
}
