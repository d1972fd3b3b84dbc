package matcher_test

import (
	"testing"

	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
)

// TestMinimal checks that a superfluous state or class is an error.
func TestMinimal(t *testing.T) {
	// minimal accepts a and b. Its rows have 2 entries: dead, start and accepting state.
	minimal := dfa.Automaton{Start: 2, AcceptMin: 4, Shift: 1, Classes: new([256]uint8), Trans: []uint16{0, 0, 0, 4, 0, 0}}
	minimal.Classes['a'], minimal.Classes['b'] = 1, 1
	if err := matcher.Minimal(&minimal); err != nil {
		t.Error(err)
	}
	unreached, alike, classes := minimal, minimal, minimal
	unreached.Trans = []uint16{0, 0, 0, 4, 0, 0, 0, 4}
	alike.Shift, alike.Start, alike.AcceptMin = 2, 4, 8
	alike.Trans = []uint16{0, 0, 0, 0, 0, 8, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	alike.Classes = new([256]uint8)
	alike.Classes['a'], alike.Classes['b'] = 1, 2
	classes.Shift, classes.Start, classes.AcceptMin = 2, 4, 8
	classes.Trans = []uint16{0, 0, 0, 0, 0, 8, 8, 0, 0, 0, 0, 0}
	classes.Classes = alike.Classes
	for name, a := range map[string]*dfa.Automaton{"an unreachable state": &unreached, "two equivalent states": &alike, "two equal classes": &classes} {
		if err := a.Check(); err != nil {
			t.Error(name, err)
		}
		if matcher.Minimal(a) == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
