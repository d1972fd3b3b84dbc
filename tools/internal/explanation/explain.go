// Package explanation reports what there is to know about a text that may be an IRI: its components,
// the languages that it is in, and if it is in none, why, and what it may have been meant to be.
package explanation

import (
	"errors"

	"example.org/iri"
	"example.org/iri/fix"
	"example.org/iri/rule"
)

// An Explanation is what there is to know about a text.
type Explanation struct {
	Text      string
	Reference iri.Reference // the text, if it is a reference
	Languages []rule.Rule   // those of languages that the text matches; empty if it is not even a reference
	Missed    []Missed      // the others, if the text is a reference

	Err    *iri.SyntaxError // what is wrong, if the text is no reference
	Repair iri.Reference    // what it may have been meant to be; empty if that is unknown
	Steps  []fix.Kind       // of the repair
}

// Missed is languages that a text is not in, all for the same reason at the same place. The message
// is that of the first of them.
type Missed struct {
	Languages []rule.Rule
	Message   string
}

// languages are the rules that an explanation reports on.
var languages = [...]rule.Rule{
	rule.IRI, rule.IRIReference, rule.AbsoluteIRI, rule.URI, rule.URIReference, rule.AbsoluteURI, rule.IRIStrict, rule.IRIReferenceStrict,
}

// Of returns what there is to know about a text.
func Of(text string) *Explanation {
	x := &Explanation{Text: text}
	for _, r := range languages {
		if r.ValidString(text) {
			x.Languages = append(x.Languages, r)
		}
	}
	if len(x.Languages) == 0 {
		x.Err = mistake(text)
		x.repair()
		return x
	}
	x.Reference, _ = iri.ParseReference(text) // which it is if it is in any of the languages
	x.miss()
	return x
}

// mistake returns what is wrong with a text that is no reference. Whoever has written a text without
// a scheme has meant a relative reference if that goes on for longer.
func mistake(text string) *iri.SyntaxError {
	_, first := iri.SplitString(text)
	_, second := iri.SplitReferenceString(text)
	var absolute, relative *iri.SyntaxError
	if errors.As(first, &absolute) && errors.As(second, &relative) && relative.Offset > absolute.Offset {
		return relative
	}
	return absolute
}

// repair finds out what a text may have been meant to be.
func (x *Explanation) repair() {
	var changes []fix.Change
	x.Repair, changes, _ = fix.Fixer{Scheme: "https"}.Fix(x.Text)
	for _, c := range changes {
		if n := len(x.Steps); n == 0 || x.Steps[n-1] != c.Kind {
			x.Steps = append(x.Steps, c.Kind)
		}
	}
}

// miss finds out why the text is not in the languages that it is not in.
func (x *Explanation) miss() {
	type mistake struct {
		iri.Reason
		iri.Span
	}
	index := make(map[mistake]int) // in Missed
	for _, r := range languages {
		var e *iri.SyntaxError
		if !errors.As(r.CheckString(x.Text), &e) {
			continue
		}
		i, known := index[mistake{e.Reason, e.Span}]
		if !known {
			i = len(x.Missed)
			index[mistake{e.Reason, e.Span}] = i
			x.Missed = append(x.Missed, Missed{Message: e.Message()})
		}
		x.Missed[i].Languages = append(x.Missed[i].Languages, r)
	}
}
