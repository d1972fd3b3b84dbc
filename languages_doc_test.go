package iri_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/rule"
)

func byVariable(t *testing.T, name string) rule.Rule {
	t.Helper()
	r, ok := rule.ByName(name)
	if !ok {
		t.Fatalf("docs/reference/languages.md: no rule %s", name)
	}
	return r
}

// TestLanguagesDocument: the sizes and texts of docs/reference/languages.md are true, and all
// derived languages are in it.
func TestLanguagesDocument(t *testing.T) {
	text, err := os.ReadFile("docs/reference/languages.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| .* \\| (\\d+) \\| (\\d+) \\| `(\".*\")` \\| `(\\w+)` \\|$")
	met := make(map[string]bool)
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		r, other := byVariable(t, m[1]), byVariable(t, m[5])
		met[m[1]] = true
		a := automaton(r)
		if strconv.Itoa(a.NumStates()) != m[2] || strconv.Itoa(a.NumClasses()) != m[3] {
			t.Errorf("%s has %d states and %d classes", m[1], a.NumStates(), a.NumClasses())
		}
		example, err := strconv.Unquote(m[4])
		if err != nil {
			t.Fatalf("%s: %v", m[4], err)
		}
		if !r.ValidString(example) || other.ValidString(example) {
			t.Errorf("%q: %v %t, %v %t", example, r, r.ValidString(example), other, other.ValidString(example))
		}
	}
	for _, d := range derivedLanguages {
		if !met[d.name] {
			t.Errorf("docs/reference/languages.md does not have %s", d.name)
		}
	}
	if len(met) != 8+len(derivedLanguages)+len(httpLanguages) {
		t.Errorf("%d rows", len(met))
	}
	if rule.IRIStrict.ValidString("a:\u200e") || !rule.IRI.ValidString("a:\u200e") || !strings.Contains(string(text), `"a:\u200e"`) {
		t.Error("a:U+200E")
	}
}
