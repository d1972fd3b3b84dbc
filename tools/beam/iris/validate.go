// Package iris has transforms of Apache Beam for collections of IRIs.
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

// A Text is a string, valid or not, and its position.
type Text struct {
	File  string
	Place source.Place
	Text  []byte
}

// An Invalid is a string that does not match a rule, with what iri check prints of it.
type Invalid struct {
	Text      Text
	Rule      string
	Reason    string // a [rule.Reason]
	Component string // component with the error, "" if there is none
	Section   string // of an RFC, which the string does not match
	Message   string
	Span      iri.Span // the error, as offsets in the string
}

// Column returns the column of the error in its line, in bytes from 1. It is the column of the text if that was
// decoded, and 0 if it is unknown.
func (x Invalid) Column() int64 { return x.Text.Place.ColumnOf(x.Span.Start) }

// ValidateIRIs splits a PCollection<Text> into a PCollection<Text> of strings that match a rule and a
// PCollection<Invalid> of the others. The reasons of these are a PCollection<string> of their own, like the counts of
// [Read]. Workers look the rule up with [rule.ByName].
func ValidateIRIs(s beam.Scope, r rule.Rule, texts beam.PCollection) (valid, invalid, reasons beam.PCollection) {
	return beam.ParDo3(s.Scope("ValidateIRIs"), &validateFn{Rule: r.String()}, texts)
}

// validateFn validates one string at a time. Batches would gain nothing, since Beam takes longer for an element than
// its validation.
type validateFn struct {
	Rule string

	rule rule.Rule
}

// Setup finds the rule on the worker.
func (v *validateFn) Setup() error {
	r, ok := rule.ByName(v.Rule)
	if !ok {
		return fmt.Errorf("unknown rule %q", v.Rule)
	}
	v.rule = r
	return nil
}

// ProcessElement validates a string.
func (v *validateFn) ProcessElement(t Text, valid func(Text), invalid func(Invalid), reason func(string)) error {
	wrong := v.rule.Check(t.Text)
	if wrong == nil {
		valid(t)
		return nil
	}
	if t.Place.Reference { // that it has no scheme would not help
		if notEven := rule.IRIReference.Check(t.Text); notEven != nil {
			wrong = notEven
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
