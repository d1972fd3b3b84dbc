package level_test

import (
	"testing"

	"example.org/iri"
	"example.org/iri/internal/level"
)

// TestNames: Parse takes back the name of every set of steps.
func TestNames(t *testing.T) {
	for steps := range iri.ForComparison + 1 {
		name := level.Name(steps)
		if got, err := level.Parse(name); got != steps || err != nil {
			t.Errorf("%v is %q, which is %v, %v", steps, name, got, err)
		}
	}
	for name, want := range map[string]iri.Normalization{
		"":                   0,
		"rfc3986-6.2.2":      iri.SyntaxBased,
		"rfc3987-5.3.2":      iri.SyntaxBased | iri.DecodeUTF8,
		"rfc3986-6.2.3":      iri.SchemeBased,
		"rfc3987-5.3.3":      iri.SchemeBased | iri.DecodeUTF8,
		"rfc3986-6.2.2,utf8": iri.SyntaxBased | iri.DecodeUTF8,
		"case,dots":          iri.CaseNormalization | iri.DotSegments,
	} {
		if got, err := level.Parse(name); got != want || err != nil {
			t.Errorf("%q: %v, %v, want %v", name, got, err, want)
		}
	}
	for _, name := range []string{"all", "case,", ",", "Case", "rfc3986"} {
		if got, err := level.Parse(name); got != 0 || err == nil {
			t.Errorf("%q is %v", name, got)
		}
	}
}
