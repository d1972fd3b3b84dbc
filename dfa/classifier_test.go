package dfa_test

import (
	"strings"
	"testing"

	. "example.org/iri/dfa"
)

// letters classifies texts of a and b: as those that begin with a, and those that
// end in b. States: 1 the start, 2 a..., 3 a...b, 4 b...a, 5 b...b.
func letters() *Classifier {
	c := &Classifier{
		Names:   []string{"a...", "...b"},
		Start:   1,
		Shift:   2,
		Classes: new([256]uint8),
		Trans: []uint16{
			0, 0, 0, 0,
			0, 2, 5, 0,
			0, 2, 3, 0,
			0, 2, 3, 0,
			0, 4, 5, 0,
			0, 4, 5, 0,
		},
		Sets: []uint16{0, 0, 1, 3, 0, 2},
	}
	c.Classes['a'], c.Classes['b'] = 1, 2
	return c
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
		{"no byte classes", func(c *Classifier) { c.Classes = nil }},
		{"rows of more than 256 entries", func(c *Classifier) { c.Shift = 9 }},
		{"more byte classes than entries in a row", func(c *Classifier) { c.Classes[0] = 4 }},
		{"the dead state has a set, or there is none", func(c *Classifier) { c.Sets[0] = 1 }},
		{"the dead state has a set, or there is none", func(c *Classifier) { c.Sets = nil }},
		{"not a row for each state", func(c *Classifier) { c.Trans = c.Trans[1:] }},
		{"the start is no state", func(c *Classifier) { c.Start = 6 }},
		{"more than 16 languages", func(c *Classifier) { c.Names = make([]string, 17) }},
		{"a transition of state 2 leads to no state", func(c *Classifier) { c.Trans[9] = 6 }},
		{"a transition leads out of the dead state", func(c *Classifier) { c.Trans[1] = 1 }},
		{"state 3 has a language without a name", func(c *Classifier) { c.Sets[3] = 4 }},
	} {
		c := letters()
		test.change(c)
		if err := c.Check(); err == nil || err.Error() != "dfa: classifier: "+test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
}
