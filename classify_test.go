package iri_test

import (
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/internal/tables"
)

// languages are the rules of the constants, in their order.
var languages = []struct {
	set  iri.Set
	rule iri.Rule
}{
	{iri.InIRI, iri.IRI}, {iri.InIRIReference, iri.IRIReference}, {iri.InAbsoluteIRI, iri.AbsoluteIRI},
	{iri.InURI, iri.URI}, {iri.InURIReference, iri.URIReference}, {iri.InAbsoluteURI, iri.AbsoluteURI},
	{iri.InIRIStrict, iri.IRIStrict}, {iri.InIRIReferenceStrict, iri.IRIReferenceStrict},
}

// classOf asks the rules one by one.
func classOf(text string) (set iri.Set) {
	for _, l := range languages {
		if l.rule.ValidString(text) {
			set |= l.set
		}
	}
	return set
}

// The constants, the names and the classifier agree on the order.
func TestLanguages(t *testing.T) {
	if len(languages) != len(tables.Languages.Names) {
		t.Fatalf("%d constants for %d languages", len(languages), len(tables.Languages.Names))
	}
	all := iri.Set(0)
	for i, l := range languages {
		if l.set != 1<<i || l.set.String() != l.rule.String() || tables.Languages.Names[i] != l.rule.String() {
			t.Errorf("constant %d is %d, called %s, of rule %v", i, l.set, l.set, l.rule)
		}
		all |= l.set
	}
	if !all.Has(iri.InURI|iri.InIRIStrict) || iri.InURI.Has(iri.InURI|iri.InIRI) || !iri.InURI.Has(0) {
		t.Error("Has is not the subset")
	}
	if got := (iri.InIRI | iri.InIRIReference).String(); got != "IRI|IRI-reference" || iri.Set(0).String() != "" {
		t.Errorf("String is %q", got)
	}
}

// TestClassifySuites: on the complete suites, what one walk says is what the rules
// say.
func TestClassifySuites(t *testing.T) {
	for _, rule := range []iri.Rule{iri.URIReference, iri.IRIReference} {
		n := 0
		for text := range shippedSuite(t, rule) {
			n++
			want := classOf(text)
			if got := iri.ClassifyString(text); got != want || iri.Classify([]byte(text)) != want {
				t.Fatalf("%q: %v, want %v", text, got, want)
			}
		}
		t.Logf("%v: %d texts", rule, n)
	}
	for _, text := range seeds {
		if got, want := iri.ClassifyString(text), classOf(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestClassifyExamples(t *testing.T) {
	for text, want := range map[string]string{
		"http://example.org/":          "IRI|IRI-reference|absolute-IRI|URI|URI-reference|absolute-URI|IRIStrict|IRIReferenceStrict",
		"http://example.org/#a":        "IRI|IRI-reference|URI|URI-reference|IRIStrict|IRIReferenceStrict",
		"http://example.org/ros\u00e9": "IRI|IRI-reference|absolute-IRI|IRIStrict|IRIReferenceStrict",
		"http://example.org/\u200e":    "IRI|IRI-reference|absolute-IRI",
		"../a":                         "IRI-reference|URI-reference|IRIReferenceStrict",
		"":                             "IRI-reference|URI-reference|IRIReferenceStrict",
		"\u202e":                       "IRI-reference",
		"http://a b/":                  "",
		"\xff":                         "",
	} {
		if got := iri.ClassifyString(text).String(); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	text := []byte(strings.Repeat("a", 100))
	if n := testing.AllocsPerRun(100, func() { iri.Classify(text) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
