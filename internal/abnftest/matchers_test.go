package abnftest_test

import (
	"maps"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
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

// A rule that begins with itself is read to its end, also if others stand between.
func TestMatchesLeftRecursion(t *testing.T) {
	g := abnftest.Parse(t, "list = list \",\" item / item\nitem = both / \"a\"\nboth = item \"b\" / item \"c\"\n")
	for _, text := range abnftest.Texts("abc,", 5) {
		want := text != ""
		for field := range strings.SplitSeq(text, ",") {
			want = want && strings.TrimRight(field, "bc") == "a"
		}
		if got := abnftest.Matches(g, "list", text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// Texts may be as long as they may, in characters or in octets.
func TestMatchesLongest(t *testing.T) {
	g := abnftest.Parse(t, "r = *%xE9\n")
	for encoding, e := range map[abnf.Encoding]string{abnf.UTF8: "\u00e9", abnf.Octets: "\xe9"} {
		g.Encoding = encoding
		text := strings.Repeat(e, abnftest.Longest/len(e))
		if !abnftest.Matches(g, "r", text) || abnftest.Matches(g, "r", "a"+text[len(e):]) || abnftest.Matches(g, "r", "\xc3\xa9") == (encoding == abnf.Octets) {
			t.Errorf("%s: %d bytes", encoding.Quote(e), len(text))
		}
	}
}

// Places is what the readings of Reader say.
func TestPlaces(t *testing.T) {
	for _, text := range []string{
		"r = *(\"a\" / x) [y]\nx = \"a\" [y]\ny = \"b\" / \"ab\"\n",
		"r = 1*2x / y r\nx = *\"a\"\ny = \"a\" x \"b\"\n",
		"r = *x y\nx = [y] [\"b\"]\ny = *1\"a\"\n",
		"r = x x y\nx = *1z \"a\" / z\ny = [\"b\"] z\nz = \"b\" *2\"a\"\n",
	} {
		g := abnftest.Parse(t, text)
		for _, text := range abnftest.Texts("ab", 5) {
			want := make(map[abnftest.Location]bool)
			reader := abnftest.ReadText(g, text)
			reader.Spans = []string{"x", "y"}
			for reading := range reader.All("r") {
				if reading.Text == text {
					want[reading.Spans] = true
				}
			}
			got := make(map[abnftest.Location]bool)
			places, ok := abnftest.Places(g, "r", reader.Spans, text)
			for _, place := range places {
				if got[place] {
					t.Errorf("%v%q: %v twice", g, text, place)
				}
				got[place] = true
			}
			if !ok || !maps.Equal(got, want) {
				t.Errorf("%v%q: %v, want %v", g, text, got, want)
			}
		}
	}
}
