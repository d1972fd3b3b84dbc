//go:build !386 && !purego

package repo

import (
	"regexp"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/testkit"
)

// rows returns the rows of the table of a page of docs/guide whose first column has a name.
func rows(t *testing.T, page, column string) [][]string {
	t.Helper()
	return testkit.Table(t, "docs/guide/"+page, column)[1:]
}

// spans returns the code spans in a cell.
func spans(cell string) (list []string) {
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1) {
		list = append(list, m[1])
	}
	return list
}

// TestLevelTables checks that the constants of levels and steps have the names of the command, and that each step
// changes its example as the row shows.
func TestLevelTables(t *testing.T) {
	constants := map[string]iri.Normalization{
		"iri.SyntaxBased": iri.SyntaxBased, "iri.SyntaxBased \\| iri.DecodeUTF8": iri.SyntaxBased | iri.DecodeUTF8,
		"iri.SchemeBased": iri.SchemeBased, "iri.SchemeBased \\| iri.DecodeUTF8": iri.SchemeBased | iri.DecodeUTF8,
		"iri.ForComparison": iri.ForComparison, "iri.CaseNormalization": iri.CaseNormalization, "iri.PercentNormalization": iri.PercentNormalization,
		"iri.DotSegments": iri.DotSegments, "iri.SchemeRules": iri.SchemeRules, "iri.DecodeUTF8": iri.DecodeUTF8, "iri.IPv6Text": iri.IPv6Text,
	}
	check := func(constant, name string) iri.Normalization {
		t.Helper()
		steps, known := constants[constant]
		var got iri.Normalization
		if err := got.UnmarshalText([]byte(name)); !known || got != steps || err != nil {
			t.Errorf("%s is %s, %v", constant, name, err)
		}
		delete(constants, constant)
		return steps
	}
	const page = "compare-and-normalize.md"
	for _, row := range rows(t, page, "section of the RFC")[1:] { // the first has no steps
		check(spans(row[1])[0], spans(row[2])[0])
	}
	for _, row := range rows(t, page, "step") {
		steps, from := check(spans(row[0])[0], spans(row[1])[0]), spans(row[2])[0]
		if got := iri.MustParse(from).Normalize(steps); got.String() != spans(row[3])[0] {
			t.Errorf("%s becomes %s, not %s", from, got, row[3])
		}
	}
	if len(constants) > 0 {
		t.Errorf("the tables do not have %v", constants)
	}
}
