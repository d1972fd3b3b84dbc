package dfa_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/iri/compile"
	. "example.org/iri/dfa"
)

// looping accepts words, a mark, then anything but a semicolon; both loop, and so does the digit.
func looping() *Automaton {
	return compile.MustCompile("r = 1*( ALPHA / \"-\" ) [ \"=\" *( %x01-3A / %x3C-7F ) [ \";\" 1*DIGIT ] ]\n", "r")
}

// withoutLoops returns a that steps byte by byte.
func withoutLoops(a *Automaton) *Automaton {
	b := clone(a)
	b.Loops, b.LoopSets = nil, nil
	return b
}

// TestLoops: walks answer as without loops, whatever the lengths of the runs.
func TestLoops(t *testing.T) {
	a := looping()
	if len(a.LoopSets) != 3 {
		t.Fatalf("%d sets", len(a.LoopSets))
	}
	b := withoutLoops(a)
	rnd := rand.New(rand.NewPCG(7, 7))
	word := func(letters string) string {
		text := make([]byte, rnd.IntN(100))
		for i := range text {
			text[i] = letters[rnd.IntN(len(letters))]
		}
		return string(text)
	}
	for range 20_000 {
		text := word("ab-") + "=" + word("a=:\x7f") + ";" + word("019")
		switch at := rnd.IntN(len(text)); rnd.IntN(4) {
		case 0:
			text = text[:at]
		case 1:
			text = text[:at] + "\x80" + text[at:]
		case 2:
			text = text[:at] + ";" + text[at:]
		}
		if Match(a, text) != Match(b, []byte(text)) || Run(a, a.Start, text) != Run(b, b.Start, text) || Prefix(a, text) != Prefix(b, text) {
			t.Fatalf("%q: other answers with loops", text)
		}
		s, n := Last(a, a.Start, text)
		if want, m := Last(b, b.Start, text); s != want || n != m {
			t.Fatalf("%q: state %d at %d, want %d at %d", text, s, n, want, m)
		}
	}
}

func TestCheckLoops(t *testing.T) {
	for _, test := range []struct {
		text  string
		spoil func(a *Automaton)
	}{
		{"not every state has an entry for its loop", func(a *Automaton) { a.Loops = a.Loops[1:] }},
		{"state 3 has a loop without a set", func(a *Automaton) { a.Loops[3] = 4 }},
		{"state 1 does not loop on '-'", func(a *Automaton) { a.Loops[1] = a.Loops[a.Number(Run(a, a.Start, "a"))] }},
		{"does not loop on 0x80", func(a *Automaton) { a.LoopSets[0][16] |= 1 }},
	} {
		a := looping()
		if err := a.Check(); err != nil {
			t.Fatal(err)
		}
		test.spoil(a)
		if err := a.Check(); err == nil || !strings.Contains(err.Error(), test.text) {
			t.Errorf("error %v, want %s", err, test.text)
		}
	}
}
