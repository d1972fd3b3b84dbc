package intl

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/lint"
)

// TestLabels checks that errors and warnings are reported only for strings that somebody would change. Each line of the
// file has the code of a finding, or - for none, and a string.
func TestLabels(t *testing.T) {
	f, err := os.Open("../lint/testdata/labels.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		code, quoted, ok := strings.Cut(s.Text(), " ")
		if !ok || code == "#" {
			continue
		}
		text, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", s.Text(), err)
		}
		n++
		findings := slices.DeleteFunc(Lint(iri.MustParseReference(text)), func(f lint.Finding) bool { return f.Severity < lint.Warning })
		found := slices.ContainsFunc(findings, func(f lint.Finding) bool { return f.Code == code })
		if !found && (code != "-" || len(findings) > 0) {
			t.Errorf("%s %+q: %v", code, text, findings)
		}
	}
	if n < 300 {
		t.Errorf("%d labels", n)
	}
}
