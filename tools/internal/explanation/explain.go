// Package explanation describes a string that may be an IRI: its components and the languages that contain it or, if it
// is invalid, the error and a repair.
package explanation

import (
	"errors"

	"example.org/iri"
	"example.org/iri/fix"
	"example.org/iri/rule"
)

// An Explanation describes a string.
type Explanation struct {
	Text      string
	Reference iri.Reference // the string, if valid
	Languages []rule.Rule   // languages that contain the string; empty if it is invalid
	Missed    []Missed      // other languages, if the string is valid

	Err    *iri.SyntaxError // of an invalid string
	Repair iri.Reference    // of an invalid string; may be zero
	Steps  []fix.Kind       // kinds of changes in Repair
}

// Missed are languages that exclude a string for the same reason at the same position, with the message for the first
// one.
type Missed struct {
	Languages []rule.Rule
	Message   string
}

// languages are the rules in explanations.
var languages = [...]rule.Rule{
	rule.IRI, rule.IRIReference, rule.AbsoluteIRI, rule.URI, rule.URIReference, rule.AbsoluteURI, rule.IRIStrict, rule.IRIReferenceStrict,
}

// Of returns the explanation of a string.
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
	x.Reference, _ = iri.ParseReference(text) // each language is a subset of IRI-reference
	x.miss()
	return x
}

// mistake returns the error of an invalid string. It is that of a relative reference if this is valid for longer.
func mistake(text string) *iri.SyntaxError {
	_, first := iri.SplitString(text)
	_, second := iri.SplitReferenceString(text)
	var absolute, relative *iri.SyntaxError
	if errors.As(first, &absolute) && errors.As(second, &relative) && relative.Offset > absolute.Offset {
		return relative
	}
	return absolute
}

func (x *Explanation) repair() {
	var changes []fix.Change
	x.Repair, changes, _ = fix.Fixer{Scheme: "https"}.Fix(x.Text)
	for _, c := range changes {
		if n := len(x.Steps); n == 0 || x.Steps[n-1] != c.Kind {
			x.Steps = append(x.Steps, c.Kind)
		}
	}
}

// miss adds the languages that exclude the string.
func (x *Explanation) miss() {
	type mistake struct {
		iri.Reason
		iri.Span
	}
	index := make(map[mistake]int)
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
