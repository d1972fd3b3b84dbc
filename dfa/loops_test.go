package dfa_test

import (
	"strings"
	"testing"

	"example.org/iri/compile"
	. "example.org/iri/dfa"
)

// looping accepts words, a mark, and then anything but a semicolon. Both have self-loops, and so has the digit.
func looping() *Automaton {
	return compile.MustCompile("r = 1*( ALPHA / \"-\" ) [ \"=\" *( %x01-3A / %x3C-7F ) [ \";\" 1*DIGIT ] ]\n", "r")
}

// withoutLoops returns a without self-loops.
func withoutLoops(a *Automaton) *Automaton {
	b := clone(a)
	b.Loops, b.LoopSets = nil, nil
	return b
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
