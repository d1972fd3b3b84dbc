//go:build !386 && !purego

package repo

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/rule"
)

// TestLanguagesDocument: the sizes and strings of docs/reference/which-rule.md are right, and all languages
// that are not rules of the RFCs are in it.
func TestLanguagesDocument(t *testing.T) {
	const page = "docs/reference/which-rule.md"
	row := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| .* \\| (\\d+) \\| (\\d+) \\| `(\".*\")` \\| `(\\w+)` \\|$")
	met := make(map[rule.Rule]bool)
	for _, m := range row.FindAllStringSubmatch(read(t, page), -1) {
		r, known := rule.ByName(m[1])
		other, otherKnown := rule.ByName(m[5])
		if !known || !otherKnown {
			t.Fatalf("%s: no rule %s or %s", page, m[1], m[5])
		}
		met[r] = true
		if a := automaton(r); strconv.Itoa(a.NumStates()) != m[2] || strconv.Itoa(a.NumClasses()) != m[3] {
			t.Errorf("%s has %d states and %d classes", m[1], a.NumStates(), a.NumClasses())
		}
		example, err := strconv.Unquote(m[4])
		if err != nil || !r.ValidString(example) || other.ValidString(example) {
			t.Errorf("%q: %v %t, %v %t, %v", example, r, r.ValidString(example), other, other.ValidString(example), err)
		}
	}
	const grammars = 39 + 22 // rules of the RFCs, of which the page has eight
	for i, r := range slices.Collect(rule.All()) {
		if i >= grammars && !met[r] {
			t.Errorf("%s does not have %v", page, r)
		}
	}
	if len(met) != 8+len(slices.Collect(rule.All()))-grammars {
		t.Errorf("%d rows", len(met))
	}
	if rule.IRIStrict.ValidString("a:\u200e") || !rule.IRI.ValidString("a:\u200e") || !strings.Contains(read(t, page), `"a:\u200e"`) {
		t.Error("a:U+200E")
	}
}

// automaton returns the table of a rule.
func automaton(r rule.Rule) *dfa.Automaton {
	all := language.All()
	return all[slices.IndexFunc(all[:], func(l *uri.Language) bool { return l.Name == r.String() })].Automaton
}
