package char

import (
	"testing"
	"unicode/utf8"
)

func TestAt(t *testing.T) {
	for _, c := range []struct {
		text   string
		offset int
		bytes  string
		name   string
	}{
		{"", 0, "", "the end"},
		{"a", 1, "", "the end"},
		{"a", 0, "a", "'a'"},
		{" ", 0, " ", "' '"},
		{"'", 0, "'", "'''"},
		{"\n", 0, "\n", `'\n'`},
		{"\x7f", 0, "\x7f", `'\x7f'`},
		{"aéb", 1, "é", "'é' (U+00E9)"},
		{"aéb", 2, "é", "'é' (U+00E9)"},
		{"aéb", 3, "b", "'b'"},
		{"\u200e", 2, "\u200e", "U+200E"},
		{"\ufffd", 2, "\ufffd", "U+FFFD"},
		{"\U0010fffe", 3, "\U0010fffe", "U+10FFFE"},
		{"😀", 3, "😀", "'😀' (U+1F600)"},
		{"\xff", 0, "\xff", "0xFF"},
		{"a\xe2\x82", 1, "\xe2\x82", "0xE2 0x82"},
		{"a\xe2\x82", 3, "", "the end"},
		{"a\xe2\x82b", 3, "b", "'b'"},
		{"\xe2\x82", 0, "\xe2\x82", "0xE2 0x82"},
		{"\xed\xa0\x80", 0, "\xed", "0xED"},
		{"\xed\xa0\x80", 1, "\xa0", "0xA0"},
		{"\xf4\x90\x80\x80", 0, "\xf4", "0xF4"},
		{"\xc3(", 0, "\xc3", "0xC3"},
		{"\xc3(", 1, "(", "'('"},
		{"\x80", 0, "\x80", "0x80"},
	} {
		got := At(c.text, c.offset)
		if got != At([]byte(c.text), c.offset) || string(got.Bytes()) != c.bytes || got.Len() != len(c.bytes) || got.String() != c.name {
			t.Errorf("%q at %d: %q, %v; want %q, %s", c.text, c.offset, got.Bytes(), got, c.bytes, c.name)
		}
		if got.IllFormed() != !utf8.ValidString(c.bytes) {
			t.Errorf("%q at %d: ill-formed: %t", c.text, c.offset, got.IllFormed())
		}
	}
}

func TestCompleted(t *testing.T) {
	first := make(map[string]rune)
	for r := range rune(utf8.MaxRune + 1) {
		if text := string(r); utf8.ValidRune(r) {
			for n := 1; n < len(text); n++ {
				if _, known := first[text[:n]]; !known {
					first[text[:n]] = r
				}
			}
		}
	}
	for text, want := range first {
		if got := Completed([]byte(text)); got.Rune != want || string(got.Bytes()) != string(want) {
			t.Errorf("%q: %v, want %U", text, got, want)
		}
		if n := Unfinished("é" + text); n != len(text) {
			t.Errorf("%q: %d bytes unfinished", text, n)
		}
	}
}
