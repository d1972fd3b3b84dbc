package dfa_test

import (
	"strings"
	"testing"

	"example.org/iri/compile"
	. "example.org/iri/dfa"
)

// stamp accepts texts that begin with twelve places of all kinds, two words that overlap.
func stamp() *Automaton {
	return compile.MustCompile("r = 4DIGIT \"-\" \"w\" 2( %x41-46 ) %s\"x\" ALPHA %x7F [ \"!\" ]\n", "r")
}

// TestHead: every byte at every place, and every length, as without a head.
func TestHead(t *testing.T) {
	a := stamp()
	if a.Head.Bytes != 12 || len(a.Head.Words) != 2 {
		t.Fatalf("head %+v", a.Head)
	}
	b := clone(a)
	b.Head = Head{}
	const right = "1985-WAFxq\x7f!"
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

// Heads are for places that a word can tell, and only as far as all texts are alike.
func TestNoHead(t *testing.T) {
	for grammar, bytes := range map[string]int{
		"r = 8DIGIT\n":                       8,
		"r = 7DIGIT\n":                       0,
		"r = 8DIGIT ( \"a\" / \"bc\" ) \n":   8,
		"r = 8( DIGIT / %x61-66 )\n":         0,  // two ranges
		"r = 8( %x41-46 / %x61-66 )\n":       8,  // the same letters
		"r = 8%x80-FF\n":                     0,  // characters of two bytes
		"r = 100DIGIT\n":                     64, // no more
		"r = *DIGIT\n":                       0,
		"r = 3DIGIT [ 5DIGIT [ 8ALPHA ] ]\n": 16, // texts may also end inside
		"r = %xD800\n":                       0,
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
		{"does not lead to its end", func(h *Head) { h.Bytes = 11 }},
		{"not as many words", func(h *Head) { h.Words = h.Words[:1] }},
		{"not as many words", func(h *Head) { h.Words = append(h.Words, h.Words[1]) }},
		{"byte 0 of the head", func(h *Head) { h.Words[0].Low++ }},
		{"byte 1 of the head", func(h *Head) { h.Words[0].High ^= 1 << 8 }},
		{"byte 5 of the head", func(h *Head) { h.Words[0].Fold = 0 }},
		{"byte 11 of the head", func(h *Head) { h.Words[1].Low -= 1 << 56 }},
	} {
		a := stamp()
		test.spoil(&a.Head)
		if err := a.Check(); err == nil || !strings.Contains(err.Error(), test.text) {
			t.Errorf("error %v, want %s", err, test.text)
		}
	}
}
