package rule_test

import (
	"strings"
	"testing"

	"example.org/iri/internal/language"
	"example.org/iri/rule"
)

// languages are the rules of the constants, in their order.
var languages = []struct {
	set  rule.Set
	rule rule.Rule
}{
	{rule.InIRI, rule.IRI}, {rule.InIRIReference, rule.IRIReference}, {rule.InAbsoluteIRI, rule.AbsoluteIRI},
	{rule.InURI, rule.URI}, {rule.InURIReference, rule.URIReference}, {rule.InAbsoluteURI, rule.AbsoluteURI},
	{rule.InIRIStrict, rule.IRIStrict}, {rule.InIRIReferenceStrict, rule.IRIReferenceStrict},
}

// classOf asks the rules one by one.
func classOf(text string) (set rule.Set) {
	for _, l := range languages {
		if l.rule.ValidString(text) {
			set |= l.set
		}
	}
	return set
}

// The constants, the names and the classifier agree on the order.
func TestLanguages(t *testing.T) {
	if len(languages) != len(language.Languages.Names) {
		t.Fatalf("%d constants for %d languages", len(languages), len(language.Languages.Names))
	}
	all := rule.Set(0)
	for i, l := range languages {
		if l.set != 1<<i || l.set.String() != l.rule.String() || language.Languages.Names[i] != l.rule.String() {
			t.Errorf("constant %d is %d, called %s, of rule %v", i, l.set, l.set, l.rule)
		}
		all |= l.set
	}
	if !all.Has(rule.InURI|rule.InIRIStrict) || rule.InURI.Has(rule.InURI|rule.InIRI) || !rule.InURI.Has(0) {
		t.Error("Has is not the subset")
	}
	if got := (rule.InIRI | rule.InIRIReference).String(); got != "IRI|IRI-reference" || rule.Set(0).String() != "" {
		t.Errorf("String is %q", got)
	}
}

// TestClassify: what one walk says is what the rules say. Package tables proves it of the table, for all
// strings.
func TestClassify(t *testing.T) {
	for _, text := range batchTexts {
		want := classOf(text)
		if got := rule.ClassifyString(text); got != want || rule.Classify([]byte(text)) != want {
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
		if got := rule.ClassifyString(text).String(); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	text := []byte(strings.Repeat("a", 100))
	if n := testing.AllocsPerRun(100, func() { rule.Classify(text) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
