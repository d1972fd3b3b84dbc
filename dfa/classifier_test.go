package dfa_test

import (
	"strings"
	"testing"

	. "example.org/iri/dfa"
)

// letters classifies strings of a and b: those that begin with a, and those that end in b. States: 1 the start, 2
// b...a, 3 a..., 4 a...b, 5 b...b.
func letters() *Classifier {
	a := build("letters", []string{"a", "b"}, 1, 3,
		[]uint16{}, []uint16{0, 3, 5}, []uint16{0, 2, 5}, []uint16{0, 3, 4}, []uint16{0, 3, 4}, []uint16{0, 2, 5})
	a.Outputs = []uint16{0, 0, 0, 1, 3, 2}
	return &Classifier{Automaton: *a, Names: []string{"a...", "...b"}}
}

func TestClassify(t *testing.T) {
	c := letters()
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]uint16{
		"": 0, "a": 1, "b": 2, "ab": 3, "ba": 0, "abba": 1, "bab": 2, "abx": 0, "x": 0, "a\xff": 0, strings.Repeat("a", 1000) + "b": 3,
	} {
		if got := Classify(c, text); got != want || Classify(c, []byte(text)) != want {
			t.Errorf("%q: set %b, want %b", text, got, want)
		}
	}
	text := []byte("abbaabab")
	if n := testing.AllocsPerRun(100, func() { Classify(c, text) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestClassifierCheck(t *testing.T) {
	for _, test := range []struct {
		want   string
		change func(c *Classifier)
	}{
		{"no byte classes", func(c *Classifier) { c.Automaton.Classes = nil }},
		{"rows of more than 256 entries", func(c *Classifier) { c.Automaton.Shift = 9 }},
		{"no Outputs, or one for the dead state", func(c *Classifier) { c.Automaton.Outputs[0] = 1 }},
		{"no Outputs, or one for the dead state", func(c *Classifier) { c.Automaton.Outputs = nil }},
		{"no Outputs, or one for the dead state", func(c *Classifier) { c.Automaton.PartNames = []string{"", "x", "y", "z"} }},
		{"more than 16 languages", func(c *Classifier) { c.Names = make([]string, 17) }},
		{"state 4 has a language without a name", func(c *Classifier) { c.Automaton.Outputs[4] = 4 }},
	} {
		c := letters()
		test.change(c)
		if err := c.Check(); err == nil || err.Error() != "dfa: letters: "+test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
}
