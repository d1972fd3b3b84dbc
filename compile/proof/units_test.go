package proof

import (
	"testing"
	"unicode/utf8"

	"example.org/iri/internal/testkit"
)

// All scalar values are encoded in order, as by package utf8.
func TestEncodings(t *testing.T) {
	list := scalarValues().list
	if len(list) != 1_112_064 {
		t.Fatalf("%d encodings", len(list))
	}
	i := 0
	for c := rune(0); c <= utf8.MaxRune; c++ {
		if 0xD800 <= c && c <= 0xDFFF {
			continue
		}
		e := &list[i]
		if e.c != c || string(e.text()) != string(c) {
			t.Fatalf("encoding %d is %+v, want that of %U", i, *e, c)
		}
		if i > 0 {
			before := list[i-1]
			shared := 0
			for shared < len(e.text()) && shared < len(before.text()) && e.bytes[shared] == before.bytes[shared] {
				shared++
			}
			if int(e.same) > shared || int(e.same) >= len(e.text()) {
				t.Fatalf("%U shares %d bytes with the one before, of %d", c, e.same, shared)
			}
		}
		i++
	}
}

// classify uses shapes to classify text as a prefix of a character, a whole character, or neither.
func classify(text []byte) uint8 {
	at := uint8(len(scalarValues().shapes) - 1)
	for _, b := range text {
		if at <= complete {
			return illFormed // after a character, or ill-formed
		}
		at = scalarValues().shapes[at][b]
	}
	return at
}

// Shapes classify all byte strings of up to three bytes, and those of four near limits, like package utf8.
func TestShapes(t *testing.T) {
	// The beginning; before one, two and three more bytes; and after E0, ED, F0 and F4.
	if n := len(scalarValues().shapes) - 2; n != 8 {
		t.Errorf("%d shapes, want 8", n)
	}
	check := func(text []byte) {
		c, size := utf8.DecodeRune(text)
		want := uint8(illFormed)
		switch {
		case len(text) == 0 || !utf8.FullRune(text):
			want = complete + 1
		case size == len(text) && utf8.ValidString(string(text)) && utf8.ValidRune(c):
			want = complete
		}
		if got := classify(text); min(got, complete+1) != want {
			t.Fatalf("%q: %d, want %d", text, got, want)
		}
	}
	check(nil)
	var text [4]byte
	for x := range 1 << 8 {
		text[0] = byte(x)
		check(text[:1])
	}
	for x := range 1 << 16 {
		text[0], text[1] = byte(x>>8), byte(x)
		check(text[:2])
	}
	step := 1
	if !*testkit.Long {
		step = 7
	}
	for x := 0; x < 1<<24; x += step {
		if text[0] = byte(x >> 16); text[0] < 0xC0 && text[0] != 'a' && text[0] != 0x80 {
			continue // the first byte decides
		}
		text[1], text[2] = byte(x>>8), byte(x)
		check(text[:3])
	}
	const border = "\x00a\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xdf\xe0\xec\xed\xee\xef\xf0\xf1\xf3\xf4\xf5\xff"
	for _, text[0] = range []byte(border) {
		for _, text[1] = range []byte(border) {
			for _, text[2] = range []byte(border) {
				for _, text[3] = range []byte(border) {
					check(text[:])
				}
			}
		}
	}
}

// An alphabet has different classes for characters that a term distinguishes, and one representative for each class and
// each sequence of byte classes.
func TestAlphabet(t *testing.T) {
	x := newTerms()
	sets := [][]span{{{'a', 'c'}}, {{'b', 'b'}, {'x', 0x80}}, {{0xD000, 0xD900}}, {{0xDA00, 0xDB00}}, {{0xFFFF, 0x10000}}, {{0x10FFFF, 0x10FFFF}}}
	var list []term
	for i, s := range sets {
		list = append(list, x.cat(x.set(s), x.mark(marker(i))))
	}
	a := newAlphabet(scalarValues(), x, x.alt(list...))
	inAll := func(c rune) (all [6]bool) {
		for i, s := range sets {
			all[i] = inSpans(s, c)
		}
		return all
	}
	for i, e := range scalarValues().list {
		if inAll(e.c) != inAll(a.first[a.class[i]]) {
			t.Fatalf("%U is in the class of %U", e.c, a.first[a.class[i]])
		}
	}
	var of [256]uint8
	for b := range of {
		of[b] = uint8(b / 100)
	}
	type seen struct {
		class int32
		bytes string
	}
	see := func(i int) seen {
		s := seen{class: a.class[i]}
		for _, b := range scalarValues().list[i].text() {
			s.bytes += string('0' + rune(of[b]))
		}
		return s
	}
	have := make(map[seen]bool)
	for _, i := range a.characters(&of) {
		if s := see(int(i)); have[s] {
			t.Errorf("%U is no other than one before", scalarValues().list[i].c)
		} else {
			have[s] = true
		}
	}
	last := seen{}
	for i := range scalarValues().list {
		if s := see(i); s != last {
			if last = s; !have[s] {
				t.Fatalf("no character stands for %U", scalarValues().list[i].c)
			}
		}
	}
}
