package abnftree

import (
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
)

func parse(t *testing.T, text string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestFold counts the nodes of a tree, with the element of a repetition of at most 0 times only if the function asks
// for it.
func TestFold(t *testing.T) {
	sum := func(list []int) int {
		n := 1
		for _, x := range list {
			n += x
		}
		return n
	}
	body := parse(t, "r = ( \"a\" / %x41 / <b> ) 2c 0( d e )\n").Lookup("r").Body
	for zeros, want := range map[bool]int{false: 8, true: 11} {
		got := Fold(body,
			func(_ *abnf.Alternation, alts []int) int { return sum(alts) },
			func(_ *abnf.Concatenation, elems []int) int { return sum(elems) },
			func(n *abnf.Repetition, elem func() int) int {
				if n.Max == 0 && !zeros {
					return 1
				}
				return 1 + elem()
			},
			func(*abnf.CharVal) int { return 1 }, func(*abnf.NumVal) int { return 1 },
			func(*abnf.RuleRef) int { return 1 }, func(*abnf.ProseVal) int { return 1 },
		)
		if got != want {
			t.Errorf("%d nodes, want %d", got, want)
		}
	}
}

// TestWith checks that names in the body have the meaning of the grammar, even a redefined core rule.
func TestWith(t *testing.T) {
	g := parse(t, "link = host DIGIT\nDIGIT = \"1\"\n")
	g.Encoding = abnf.Octets
	g.Import(parse(t, "host = 1*ALPHA\n"))
	with := With(g, "extra", g.Lookup("link").Body)
	var rules []string
	for _, r := range with.References("extra") {
		rules = append(rules, r.Body.String())
	}
	if got := strings.Join(rules, ", "); got != `1*ALPHA, "1", %x41-5A / %x61-7A` || with.Encoding != abnf.Octets || g.Lookup("extra") != nil {
		t.Errorf("the rules are %s", got)
	}
}
