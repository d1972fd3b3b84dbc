// Package iris has transforms of Apache Beam for collections of IRIs.
package iris

import (
	"errors"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/iri/source"
)

func init() {
	register.DoFn4x1[Text, func(Text), func(Wrong), func(string), error](&validateFn{})
	register.Emitter1[Text]()
	register.Emitter1[Wrong]()
	register.Emitter1[string]()
}

// A Text is a string, valid or not, and its position.
type Text struct {
	File  string
	Place source.Place
	Text  []byte
}

// A Wrong is a string that is not valid, with the fields that iri check prints.
type Wrong struct {
	Text      Text
	Rule      string // the language
	Reason    string // a [rule.Reason]
	Component string // component with the error, "" if there is none
	Message   string // what is wrong
	Byte, End int64  // the error, as offsets in the string
}

// Column returns the column of the error in its line, in bytes from 1. It is the column of the text if that was
// decoded, and 0 if it is unknown.
func (w Wrong) Column() int64 {
	return w.Text.Place.ColumnOf(int(w.Byte))
}

// ValidateIRIs splits a PCollection<Text> into a PCollection<Text> of strings that match a rule and a
// PCollection<Wrong> of the others. The reasons of these are a PCollection<string> of their own, like the counts of
// [Read]. Workers look the rule up with [rule.ByName].
func ValidateIRIs(s beam.Scope, r rule.Rule, texts beam.PCollection) (good, bad, reasons beam.PCollection) {
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
func (v *validateFn) ProcessElement(t Text, good func(Text), bad func(Wrong), reason func(string)) error {
	wrong := v.rule.Check(t.Text)
	if wrong == nil {
		good(t)
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
	bad(Wrong{
		Text:      t,
		Rule:      v.Rule,
		Reason:    e.Reason.String(),
		Component: e.Component().String(),
		Message:   e.Message(),
		Byte:      int64(e.Span.Start),
		End:       int64(e.Span.End),
	})
	reason(e.Reason.String())
	return nil
}
