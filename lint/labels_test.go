package lint

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri"
)

// A label is a code that a person assigned to a string.
type label struct{ code, text string } // code is - without a finding

func labels(t testing.TB) (list []label) {
	for _, line := range lines(t, "testdata/labels.txt") {
		code, quoted, ok := strings.Cut(line, " ")
		if !ok || code == "#" {
			continue
		}
		text, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, label{code, text})
	}
	return list
}

// TestLabels checks that errors and warnings are about strings that a person would change, and no others. Package intl
// has the same test for all codes.
func TestLabels(t *testing.T) {
	n, kinds := 0, kinds(t)
	for _, l := range labels(t) {
		if l.code != "-" && !slices.ContainsFunc(kinds, func(k kind) bool { return k.code == l.code }) {
			continue // a code of package intl
		}
		n++
		findings := slices.DeleteFunc(Check(iri.MustParseReference(l.text)), func(f Finding) bool { return f.Severity < Warning })
		found := slices.ContainsFunc(findings, func(f Finding) bool { return f.Code == l.code })
		if !found && (l.code != "-" || len(findings) > 0) {
			t.Errorf("%s %+q: %v", l.code, l.text, findings)
		}
	}
	if n < 150 {
		t.Errorf("%d labels are about codes of this package, want 150 or more", n)
	}
}
