// Package iris has Apache Beam transforms for IRIs.
package iris

import (
	"errors"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/explanation"
	"example.org/iri/tools/iri/source"
)

func init() {
	register.DoFn4x1[Text, func(Text), func(Invalid), func(string), error](&validateFn{})
	register.Emitter1[Text]()
	register.Emitter1[Invalid]()
	register.Emitter1[string]()
}

// A Text is a string and its position, valid or not.
type Text struct {
	File  string
	Place source.Place
	Text  []byte
}

// An Invalid is a string that does not match a rule, with the details that iri check prints.
type Invalid struct {
	Text      Text
	Rule      string
	Reason    string // a [rule.Reason]
	Component string // that contains the error, or ""
	Section   string // the violated section of an RFC
	Message   string
	Span      iri.Span // of the error in the string
}

// Column returns the column of the error in its line, in bytes from 1, or 0 if it is unknown. If the string was decoded,
// it is the column of the string.
func (x Invalid) Column() int64 { return x.Text.Place.ColumnOf(x.Span.Start) }

// ValidateIRIs splits a PCollection<Text> into the strings that match a rule and a PCollection<Invalid> of the others.
// The PCollection<string> has the reason of each invalid string; it is separate as the counts of [Read] are. Workers
// look up the rule with [rule.ByName].
func ValidateIRIs(s beam.Scope, r rule.Rule, texts beam.PCollection) (valid, invalid, reasons beam.PCollection) {
	return beam.ParDo3(s.Scope("ValidateIRIs"), &validateFn{Rule: r.String()}, texts)
}

// validateFn validates one string per call. Batches would not be faster, because Beam takes more time for an element
// than its validation.
type validateFn struct {
	Rule string

	rule rule.Rule
}

// Setup looks up the rule on the worker.
func (v *validateFn) Setup() error {
	r, ok := rule.ByName(v.Rule)
	if !ok {
		return fmt.Errorf("unknown rule %q", v.Rule)
	}
	v.rule = r
	return nil
}

func (v *validateFn) ProcessElement(t Text, valid func(Text), invalid func(Invalid), reason func(string)) error {
	wrong := v.rule.Check(t.Text)
	if wrong == nil {
		valid(t)
		return nil
	}
	if t.Place.Reference { // an error other than the missing scheme is of more use
		if err := rule.IRIReference.Check(t.Text); err != nil {
			wrong = err
		}
	}
	var e *iri.SyntaxError
	if !errors.As(wrong, &e) {
		return wrong
	}
	invalid(Invalid{
		Text:      t,
		Rule:      v.Rule,
		Reason:    e.Reason.String(),
		Component: e.Component().String(),
		Section:   explanation.Section(e.Reason),
		Message:   e.Message(),
		Span:      e.Span,
	})
	reason(e.Reason.String())
	return nil
}
