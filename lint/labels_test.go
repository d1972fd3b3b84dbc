package lint

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri"
)

// A label is what somebody says of a string.
type label struct{ code, text string } // code is - if there is nothing to change

// labels returns the strings of testdata/labels.txt.
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

// TestLabels holds that errors and warnings are about the strings that somebody would change, and no others. Package
// intl has the same test for all codes.
func TestLabels(t *testing.T) {
	n := 0
	for _, l := range labels(t) {
		if l.code != "-" && !slices.ContainsFunc(kinds, func(k kind) bool { return k.code == l.code }) {
			continue // of package intl
		}
		n++
		findings := slices.DeleteFunc(Check(iri.MustParseReference(l.text)), func(f Finding) bool { return f.Severity < Warning })
		found := slices.ContainsFunc(findings, func(f Finding) bool { return f.Code == l.code })
		if !found && (l.code != "-" || len(findings) > 0) {
			t.Errorf("%s %+q: %v", l.code, l.text, findings)
		}
	}
	if n < 150 {
		t.Errorf("%d labels", n)
	}
}
