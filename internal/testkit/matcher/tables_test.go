package matcher_test

import (
	"testing"

	"example.org/iri/compile"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
)

// What is said of two automata is first and shortest; each is tried both ways.
func TestCompare(t *testing.T) {
	const none = "none"
	for _, test := range []struct{ a, b, differ, common string }{
		{`"a"`, `%x61 / %x41`, none, "A"},
		{`*( *%x61 *%x62 )`, `*( %x61 / %x62 )`, none, ""},
		{`%x61 *( %x62 %x61 )`, `*( %x61 %x62 ) %x61`, none, "a"},
		{`%xD800`, `"" %xDFFF`, none, none}, // no text at all
		{`%xE4`, `%xE3-E5`, "ã", "ä"},
		{`1*%x61`, `1*%x62`, "a", none},
		{`*%x61`, `1*%x61`, "", "a"},
		{`*%x61 %x62`, `2%x61 *( %x61 / %x62 )`, "b", "aab"},
		{`*( %x61 %x61 ) %x62`, `%x61 *( %x61 %x61 ) %x62`, "b", none},
		{`%x61 / %x62 %x63`, `%x61 / %x62 %x64`, "bc", "a"},
	} {
		a, b := compile.MustCompile("r = "+test.a+"\n", "r"), compile.MustCompile("r = "+test.b+"\n", "r")
		for range 2 {
			text, equal := matcher.Equivalent(a, b)
			if equal != (test.differ == none) || !equal && string(text) != test.differ {
				t.Errorf("%s and %s: differ in %q, equal: %t, want %q", test.a, test.b, text, equal, test.differ)
			}
			text, found := matcher.Common(a, b)
			if found != (test.common != none) || found && string(text) != test.common {
				t.Errorf("%s and %s: both have %q, found: %t, want %q", test.a, test.b, text, found, test.common)
			}
			a, b = b, a
		}
	}
}

// A state, or a class, too many is found.
func TestMinimal(t *testing.T) {
	// Of the texts a and b, with rows of 2 entries: dead, start, behind them.
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
	for name, a := range map[string]*dfa.Automaton{"a state without a text": &unreached, "two states alike": &alike, "two classes alike": &classes} {
		if err := a.Check(); err != nil {
			t.Error(name, err)
		}
		if matcher.Minimal(a) == nil {
			t.Errorf("%s: not found", name)
		}
	}
}
