package char

import (
	"bytes"
	"strconv"
	"strings"
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

// TestFold compares all bytes with package bytes.
func TestFold(t *testing.T) {
	for a := range 256 {
		one := []byte{byte(a)}
		want := byte(a)
		if a < 0x80 {
			want = bytes.ToLower(one)[0]
		}
		if got := Lower(byte(a)); got != want {
			t.Errorf("%q becomes %q, want %q", a, got, want)
		}
		for b := range 256 {
			same := Lower(byte(a)) == Lower(byte(b))
			if EqualFold(one, string([]byte{byte(b)})) != same {
				t.Errorf("%q and %q: %v", a, b, !same)
			}
		}
	}
	if EqualFold("aB", "a") || !EqualFold("aB", []byte("Ab")) || EqualFold("k", "\u212a") {
		t.Error("texts of several bytes")
	}
}

// TestAreFamiliar tests each character at each offset in a word, and IsASCII for the same strings.
func TestAreFamiliar(t *testing.T) {
	for r := range rune(utf8.MaxRune + 1) {
		if !utf8.ValidRune(r) {
			continue
		}
		want := r < 0x80 || 0xC0 <= r && r < 0x300 || 0x400 <= r && r < 0x480 || 0x4000 <= r && r < 0xA000
		for n := range 9 {
			text := strings.Repeat("a", n) + string(r) + strings.Repeat("é", n/2)
			if AreFamiliar(text) != want {
				t.Fatalf("%U after %d bytes: want %t", r, n, want)
			}
			if IsASCII(text) != (r < 0x80 && n < 2) || IsASCII([]byte(text[:n+1])) != (r < 0x80) {
				t.Fatalf("%U after %d bytes: ASCII", r, n)
			}
		}
	}
}

func TestLoad(t *testing.T) {
	const text = "\x01\x02\x03\x04\x05\x06\x07\xff"
	for n := range len(text) {
		if got, want := LoadShort(text[:n]), Load(text)&(1<<(8*n)-1); got != want {
			t.Errorf("%d bytes: %x, want %x", n, got, want)
		}
	}
}
