package abnftest_test

import (
	"testing"

	"example.org/iri/internal/abnftest"
)

// Both matchers agree where the answers are plain.
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
		rule, text string
		valid      bool
	}{
		{"anycase", "Ab1", true},
		{"anycase", "aB", false},
		{"exact", "aB", true},
		{"exact", "ab", false},
		{"range", "\ud7ff", true},
		{"range", "\ud7fe", false},
		{"range", "\xed\xa0\x80", false},
		{"other", "\xffx", false},
		{"counted", "aaaa", false},
		{"counted", "a", false},
		{"star", "aabb", true},
		{"star", "abab", true},
		{"star", "aba", false},
		{"option", "ac", true},
		{"option", "abb", false},
		{"none", "!", true},
	} {
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
