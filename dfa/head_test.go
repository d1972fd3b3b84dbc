package dfa_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	. "example.org/iri/dfa"
)

// stamp accepts strings that begin with fourteen positions of all kinds, including a fork and two overlapping words.
func stamp() *Automaton {
	return compile.MustCompile("r = 4DIGIT \"-\" \"w\" 2( %x41-46 ) %s\"x\" ALPHA %x7F ( %x30-31 DIGIT / \"2\" %x30-33 ) [ \"!\" ]\n", "r")
}

// TestHead compares runs with and without a head, for every byte at every position, and for every length.
func TestHead(t *testing.T) {
	a := stamp()
	if a.Head.Bytes != 14 || len(a.Head.Words) != 2 || len(a.Head.Forks) != 1 {
		t.Fatalf("head %+v", a.Head)
	}
	b := clone(a)
	b.Head = Head{}
	const right = "1985-WAFxq\x7f23!"
	for i := range right {
		for _, rest := range []string{right[i+1:], right[min(i+2, len(right)):], right[i+1:] + "!"} {
			for c := range 256 {
				text := right[:i] + string([]byte{byte(c)}) + rest
				if got, want := Run(a, a.Start, text), Run(b, b.Start, []byte(text)); got != want {
					t.Fatalf("%q: state %d, want %d", text, got, want)
				}
				if Match(a, text) != Match(b, text) {
					t.Fatalf("%q: valid: %t", text, Match(a, text))
				}
			}
		}
		if got, want := Run(a, a.Start, right[:i]), Run(b, b.Start, right[:i]); got != want {
			t.Fatalf("%q: state %d, want %d", right[:i], got, want)
		}
		middle := Run(b, b.Start, right[:i])
		if got, want := Run(a, middle, right[i:]), Run(b, middle, right[i:]); got != want {
			t.Fatalf("%q: from state %d to %d, want %d", right[i:], middle, got, want)
		}
	}
}

// A head ends at a position that a word cannot represent, or from which strings differ.
func TestNoHead(t *testing.T) {
	for grammar, bytes := range map[string]int{
		"r = 8DIGIT\n":                            8,
		"r = 7DIGIT\n":                            0,
		"r = 8DIGIT ( \"a\" / \"bcd\" )\n":        11, // strings may also end within
		"r = 8DIGIT ( \"a\" / \"bc\" )\n":         10,
		"r = 7DIGIT ( \"1\" DIGIT / \"20\" )\n":   9, // two bytes at once
		"r = 62DIGIT 2( \"1\" DIGIT / \"20\" )\n": 64,
		"r = 63DIGIT ( \"1\" DIGIT / \"20\" )\n":  63, // no half of a fork
		"r = 8DIGIT ( \"1\" 2DIGIT / \"200\" )\n": 8,  // not three at once
		"r = 4DIGIT *( \"1\" DIGIT / \"20\" )\n":  0,
		"r = 8( DIGIT / %x61-66 )\n":              0,  // two ranges
		"r = 8( %x41-46 / %x61-66 )\n":            8,  // the same letters
		"r = 8%x80-FF\n":                          0,  // characters of two bytes
		"r = 100DIGIT\n":                          64, // no more
		"r = *DIGIT\n":                            0,
		"r = 3DIGIT [ 5DIGIT [ 8ALPHA ] ]\n":      16, // strings may also end within
		"r = %xD800\n":                            0,
	} {
		if a := compile.MustCompile(grammar, "r"); a.Head.Bytes != bytes {
			t.Errorf("%q: a head of %d bytes, want %d", grammar, a.Head.Bytes, bytes)
		}
	}
}

func TestCheckHead(t *testing.T) {
	for _, test := range []struct {
		text  string
		spoil func(h *Head)
	}{
		{"does not lead to its end", func(h *Head) { h.End++ }},
		{"does not lead to its end", func(h *Head) { h.Bytes = 13 }},
		{"does not lead to its end", func(h *Head) { h.Bytes = 15 }},
		{"the forks of the head", func(h *Head) { h.Forks = nil }},
		{"the forks of the head", func(h *Head) { h.Forks[0].Offset++ }},
		{"the forks of the head", func(h *Head) { h.Forks[0].From++ }},
		{"the forks of the head", func(h *Head) { h.Forks[0].To++ }},
		{"wrong number of words", func(h *Head) { h.Words = h.Words[:1] }},
		{"wrong number of words", func(h *Head) { h.Words = append(h.Words, h.Words[1]) }},
		{"byte 0 of the head", func(h *Head) { h.Words[0].Low++ }},
		{"byte 1 of the head", func(h *Head) { h.Words[0].High ^= 1 << 8 }},
		{"byte 5 of the head", func(h *Head) { h.Words[0].Fold = 0 }},
		{"byte 13 of the head", func(h *Head) { h.Words[1].Low -= 1 << 56 }},
	} {
		a := stamp()
		test.spoil(&a.Head)
		if err := a.Check(); err == nil || !strings.Contains(err.Error(), test.text) {
			t.Errorf("error %v, want %s", err, test.text)
		}
	}
}

// Words that are right for each byte alone, but whose sums carry into the next byte.
func TestCheckHeadThatCarries(t *testing.T) {
	a := compile.MustCompile("r = 8%x41-46\n", "r")
	for i := range 8 {
		// The bounds of position i are exchanged: up to F by Low, and from A by High.
		w := &a.Head.Words[0]
		low, high := w.Low, w.High
		w.Low = w.Low&^(0xff<<(8*i)) | (0xff-'F')<<(8*i)
		w.High = w.High&^(0xff<<(8*i)) | (0x100-'A')<<(8*i)
		if err := a.Check(); err == nil || !strings.Contains(err.Error(), "word 0 of the head has sums that carry") {
			t.Errorf("place %d: error %v, and AFAFAFAF matches: %t", i, err, Match(a, "AFAFAFAF"))
		}
		w.Low, w.High = low, high
	}
}

// A head that is longer than memory is rejected before it is walked.
func TestCheckEndlessHead(t *testing.T) {
	a := compile.MustCompile("r = *\"-\"\n", "r")
	a.Head = Head{Bytes: math.MaxInt, End: a.Start, Words: make([]HeadWord, 1)}
	if err := a.Check(); err == nil || !strings.Contains(err.Error(), "wrong number of words") {
		t.Errorf("error %v", err)
	}
}

// A head that differs from the rows, although its words would be valid.
func TestCheckOtherHead(t *testing.T) {
	for _, grammar := range []string{"r = 7DIGIT ( \"a\" / \"bb\" ) 8DIGIT\n", "r = %x80 8DIGIT\n", "r = 4DIGIT\n"} {
		a := compile.MustCompile(grammar, "r")
		a.Head = Head{Bytes: 8, End: a.Start, Words: make([]HeadWord, 1)}
		if err := a.Check(); err == nil || !strings.Contains(err.Error(), "the head does not lead to its end") {
			t.Errorf("%q: error %v", grammar, err)
		}
	}
}

// TestHeadOfSpans tests that spans are the same without a head, which ends before the first event.
func TestHeadOfSpans(t *testing.T) {
	const grammar = "r = date [ zone ]\ndate = 4DIGIT \"-\" 2DIGIT \"-\" 2DIGIT [ more ]\nmore = 1*\"x\"\nzone = \"Z\" / \"-\" 2DIGIT\n"
	for _, names := range [][]string{{"date", "more", "zone"}, {"zone"}, {"date"}} {
		with := spansOf(t, grammar, "r", names...)
		without := *with
		without.Automaton.Head = Head{}
		if with.Automaton.Head.Bytes < 8 {
			t.Errorf("%v: head %+v", names, with.Automaton.Head)
		}
		for _, text := range []string{"", "1985", "1985-04-12", "1985-04-12Z", "1985-04-12xx-08", "1985-04-12xxZ", "1985x04-12Z", "1985-04-1\xb2", "1985-04-12-0"} {
			got, want := make([]Span, len(names)), make([]Span, len(names))
			there, ok := Find(with, text, got)
			if want2, ok2 := Find(&without, text, want); there != want2 || ok != ok2 || !slices.Equal(got, want) {
				t.Errorf("%v, %q: %v, %v, want %v", names, text, got, ok, want)
			}
		}
	}
}

// Spans that depend only on the length of the string need no events.
func TestFixedPlaces(t *testing.T) {
	a := spansOf(t, "r = 9DIGIT zone\nzone = 2ALPHA\n", "r", "zone")
	var spans [1]Span
	if there, ok := Find(a, "123456789ab", spans[:]); there != 1 || !ok || spans[0] != (Span{Start: 9, End: 11}) {
		t.Errorf("%v %t %v", there, ok, spans)
	}
	if there, ok := Find(a, "12345678a", spans[:]); there != 0 || ok {
		t.Errorf("%v %t", there, ok)
	}
}
