package iris

import (
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/iri/source"
)

// TestMain runs pipelines on Prism in this process.
func TestMain(m *testing.M) { ptest.Main(m) }

func text(line int64, text string) Text {
	return Text{File: "list.txt", Place: source.Place{Line: line, Column: 1, Verbatim: true}, Text: []byte(text)}
}

func TestValidateIRIs(t *testing.T) {
	valid1, valid2 := text(1, "http://example.org/rosé"), text(4, "urn:a")
	invalid1, invalid2 := text(2, "http://a b/"), text(3, "urn:\xff")
	ptest.BuildAndRun(t, func(s beam.Scope) {
		valid, invalid, reasons := ValidateIRIs(s, rule.IRI, beam.Create(s, valid1, invalid1, invalid2, valid2))
		passert.Equals(s, valid, valid1, valid2)
		passert.Equals(s, reasons, "not allowed in authority", "ill-formed UTF-8")
		passert.Equals(s, invalid, Invalid{
			Text: invalid1, Rule: "IRI", Reason: "not allowed in authority", Component: "authority",
			Message: "' ' is not allowed in an authority", Section: "RFC 3986, section 3.2", Span: iri.Span{Start: 8, End: 9},
		}, Invalid{
			Text: invalid2, Rule: "IRI", Reason: "ill-formed UTF-8", Component: "path",
			Message: "ill-formed UTF-8 0xFF", Section: "RFC 3629, section 4", Span: iri.Span{Start: 4, End: 5},
		})
	})
}

// TestReference requires, for a string that may be a reference and is none, an error other than the missing scheme.
func TestReference(t *testing.T) {
	relative := text(1, "/a b")
	relative.Place.Reference = true
	ptest.BuildAndRun(t, func(s beam.Scope) {
		_, _, reasons := ValidateIRIs(s, rule.IRI, beam.Create(s, relative))
		passert.Equals(s, reasons, "not allowed in path")
	})
}

func TestColumn(t *testing.T) {
	for _, x := range []struct {
		place source.Place
		want  int64
	}{
		{source.Place{Line: 1, Column: 7, Verbatim: true}, 10},
		{source.Place{Line: 1, Column: 7}, 7},
	} {
		if got := (Invalid{Text: Text{Place: x.place}, Span: iri.Span{Start: 3, End: 4}}).Column(); got != x.want {
			t.Errorf("%+v: column %d, want %d", x.place, got, x.want)
		}
	}
}

// TestAnotherRule requires workers to know the rule.
func TestAnotherRule(t *testing.T) {
	ptest.BuildAndRun(t, func(s beam.Scope) {
		valid, _, _ := ValidateIRIs(s, rule.Port, beam.Create(s, text(1, "8080"), text(2, "urn:a")))
		passert.Equals(s, valid, text(1, "8080"))
	})
}
