package abnftest_test

import (
	"testing"

	"example.org/iri/internal/abnftest"
)

// All matchers agree where the answers are plain.
func TestMatchers(t *testing.T) {
	g := abnftest.Parse(t, `
anycase = "aB1"
exact   = %s"aB"
range   = %xD7FF-E000
counted = 2*3"a"
star    = *("a" / "ab") "b"
other   = %xFFFD "x"
option  = "a" ["b"] "c"
none    = 0<any text> "!"
`)
	for _, c := range []struct {
		rule, text          string
		valid               bool
		longest, begin, end int
	}{
		{"anycase", "Ab1", true, 3, 3, 3},
		{"anycase", "aB", false, -1, 2, 2},
		{"exact", "aB", true, 2, 2, 2},
		{"exact", "ab", false, -1, 1, 2},
		{"range", "\ud7ff", true, 3, 3, 3},
		{"range", "\ud7fe", false, -1, 0, 3},
		{"range", "\xed\xa0\x80", false, -1, 0, 3},
		{"other", "\xffx", false, -1, 0, 2},
		{"counted", "aaaa", false, 3, 3, 4},
		{"counted", "a", false, -1, 1, 1},
		{"star", "aabb", true, 4, 4, 4},
		{"star", "abab", true, 4, 4, 4},
		{"star", "aba", false, 2, 3, 3},
		{"option", "ac", true, 2, 2, 2},
		{"option", "abb", false, -1, 2, 3},
		{"none", "!", true, 1, 1, 1},
	} {
		valid, longest, begin, end := abnftest.NewDerivatives(g, c.rule).Read(c.text)
		if valid != c.valid || longest != c.longest || begin != c.begin || end != c.end {
			t.Errorf("%s, %+q: %v, %d, %d to %d", c.rule, c.text, valid, longest, begin, end)
		}
		if got := abnftest.Matches(g, c.rule, c.text); got != c.valid {
			t.Errorf("%s, %+q: matches: %t", c.rule, c.text, got)
		}
		read := false
		for x := range abnftest.ReadText(g, c.text).All(c.rule) {
			read = read || x.Text == c.text
		}
		if read != c.valid {
			t.Errorf("%s, %+q: read: %t", c.rule, c.text, read)
		}
	}
}
