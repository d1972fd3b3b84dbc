// Package foreign is the library as programs in other languages see it: rules by number, records of
// numbers, results in memory of the caller. It is plain Go. The reactor in tools/wasm gives these functions
// their names, and checks what only it can: that a pointer is one.
//
// No function keeps what it is given, and none panics, whatever the arguments.
package foreign

import (
	"errors"
	"slices"

	"example.org/iri"
	"example.org/iri/rule"
)

// ABI is the version of the records, the numbers and the functions of this package. It rises when a
// program that was made for an earlier one would go wrong.
const ABI = 1

// What functions return. A caller that knows no more than zero and not zero is right: Invalid and
// all mistakes of the caller are not zero.
const (
	OK      = 0  // the text is valid
	Invalid = 1  // the text is not valid
	ErrRule = -1 // no rule has the number

	ErrNoParts   = -2 // the texts of the rule have no components
	ErrTooLong   = -3 // a text, or what would become of it, has 4 GiB or more
	ErrNull      = -4 // a null pointer with a length, or a length that no memory has
	ErrOffsets   = -5 // offsets of a column that are negative or decrease, or a bitmap that is too short
	ErrReference = -6 // the text is no IRI and no relative reference: Check tells why
	ErrBase      = -7 // the base is no IRI
	ErrLevel     = -8 // a level has bits that no rule of normalization has
	ErrFork      = -9 // the process was forked after the library was loaded
)

// ComponentName returns the name of a component, and "" for any other number.
func ComponentName(c uint32) string {
	if c > uint32(iri.ComponentFragment) {
		return ""
	}
	return iri.Component(c).String()
}

// An Error says what is wrong with a text, and where. Its fields are those of [iri.SyntaxError].
type Error struct {
	Offset     uint64 // of the first byte that no text of the rule has here
	Start, End uint64 // of the mistake, the bytes to look at
	Reason     uint32 // an iri.Reason
	Component  uint32 // an iri.Component
}

// A Span is the bytes from Begin up to but not including End.
type Span struct{ Begin, End uint32 }

// Parts tells where the components of a text lie. Bit c of Present tells whether component c is
// there; one that is not has the zero Span.
type Parts struct {
	Present                                                        uint32
	Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment Span
}

var rules = slices.Collect(rule.All())

// ruleOf returns the rule with a number, and whether there is one. The zero Rule matches nothing.
func ruleOf(number int32) (rule.Rule, bool) {
	if number < 0 || int64(number) >= int64(len(rules)) {
		return rule.Rule{}, false
	}
	return rules[number], true
}

// Rule returns the number of the rule that [rule.ByName] finds, or ErrRule. Numbers count from 0.
// They may be others in another version of the library.
func Rule(name string) int32 {
	r, ok := rule.ByName(name)
	if !ok {
		return ErrRule
	}
	return int32(slices.Index(rules, r))
}

// RuleName returns the name that a rule has in its RFC, and "" if no rule has the number.
func RuleName(number int32) string {
	r, _ := ruleOf(number)
	return r.String()
}

// ReasonName returns the name of a reason, which is stable, and that of none for any other number.
func ReasonName(reason uint32) string {
	if reason > uint32(iri.ReasonNotInRule) {
		reason = 0
	}
	return iri.Reason(reason).String()
}

// Valid reports whether a text matches a rule. None matches if no rule has the number.
func Valid(number int32, text []byte) bool {
	r, _ := ruleOf(number)
	return r.Valid(text)
}

// Check returns OK, Invalid or ErrRule. It sets e, which may be nil, to what is wrong with an
// invalid text, else to zero.
func Check(number int32, text []byte, e *Error) int32 {
	r, ok := ruleOf(number)
	if !ok {
		e.set(nil)
		return ErrRule
	}
	if e != nil {
		return e.set(r.Check(text))
	}
	if r.Valid(text) { // no error is made, since nobody reads it
		return OK
	}
	return Invalid
}

// Split is Check that also sets p to where the components of a valid text lie, else to zero. It may
// also return ErrNoParts or ErrTooLong.
func Split(number int32, text []byte, p *Parts, e *Error) int32 {
	*p = Parts{}
	r, ok := ruleOf(number)
	if !ok {
		e.set(nil)
		return ErrRule
	}
	parts, err := r.Split(text)
	switch err {
	case nil:
		p.set(parts)
	case rule.ErrNoParts:
		e.set(nil)
		return ErrNoParts
	}
	return e.set(err)
}

// Message returns what is wrong with a text, in English, as [iri.SyntaxError.Message] does; "" if
// nothing is, or if no rule has the number.
func Message(number int32, text []byte) string {
	r, ok := ruleOf(number)
	if !ok {
		return ""
	}
	var e *iri.SyntaxError
	if errors.As(r.Check(text), &e) {
		return e.Message()
	}
	return ""
}

// set sets e to what an error says, and returns what there is to return of it.
func (e *Error) set(err error) int32 {
	if e != nil {
		*e = Error{}
	}
	if err == nil {
		return OK
	}
	var syntax *iri.SyntaxError
	if !errors.As(err, &syntax) {
		return ErrTooLong
	}
	if e != nil {
		*e = Error{
			Offset: uint64(syntax.Offset), Start: uint64(syntax.Span.Start), End: uint64(syntax.Span.End),
			Reason: uint32(syntax.Reason), Component: uint32(syntax.Component()),
		}
	}
	return Invalid
}

func (p *Parts) set(x iri.Parts) {
	for i, to := range [...]*Span{&p.Scheme, &p.Authority, &p.Userinfo, &p.Host, &p.Port, &p.Path, &p.Query, &p.Fragment} {
		c := iri.ComponentScheme + iri.Component(i)
		if s, present := x.Get(c); present {
			p.Present |= 1 << c
			*to = Span{uint32(s.Start), uint32(s.End)}
		}
	}
}
