package httpguard

import (
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// A found is a language of package language, and why its strings are refused.
type found struct {
	in     *dfa.Automaton
	reason Reason
}

// encoded are the percent-encoded characters that may be refused in paths and hosts.
var encoded = [...]found{
	{&language.EncodedSlash, ReasonEncodedSlash},
	{&language.EncodedBackslash, ReasonEncodedBackslash},
	{&language.EncodedNUL, ReasonEncodedNUL},
	{&language.EncodedControl, ReasonEncodedControl},
	{&language.EncodedPercent, ReasonEncodedPercent},
	{&language.EncodedHash, ReasonEncodedHash},
	{&language.EncodedQuestion, ReasonEncodedQuestion},
	{&language.EncodedSemicolon, ReasonEncodedSemicolon},
}

// dotted are the segments with dots that may be refused.
var dotted = [...]found{
	{&language.PlainDots, ReasonDotSegment},
	{&language.EncodedDots, ReasonEncodedDotSegment},
	{&language.DotsAtEnd, ReasonDotEnd},
}

// contents refuses what a switch finds in a component.
func (r *request[B]) contents(refuse Reasons) *Error {
	for _, c := range [...]iri.Component{iri.ComponentUserinfo, iri.ComponentHost, iri.ComponentPath, iri.ComponentQuery} {
		if e := r.target.contents(c, refuse); e != nil {
			return e
		}
	}
	return r.host.contents(iri.ComponentHost, refuse)
}

// contents refuses what a switch finds in a component of an input: segments first, then characters.
func (t *input[B]) contents(c iri.Component, refuse Reasons) *Error {
	s, _ := t.parts.Get(c)
	if c == iri.ComponentPath {
		if e := t.segments(s, refuse); e != nil {
			return e
		}
	}
	for at := s.Start; at < s.End; at++ {
		if b := t.bytes[at]; b != '%' && b < utf8.RuneSelf || dfa.Prefix(&language.Suspect, t.bytes[at:s.End]) <= 0 {
			continue
		}
		if reason := reasonOf(c, t.bytes[at:s.End]); refuse.Has(reason) {
			return t.refused(reason, c, at)
		}
	}
	return nil
}

// reasonOf returns the reason to refuse the suspect character that the rest of a component begins with, 0
// if there is none in this component.
func reasonOf[B stringOrBytes](c iri.Component, rest B) Reason {
	switch {
	case c == iri.ComponentQuery && dfa.Prefix(&language.QueryMark, rest) > 0:
		return ReasonQueryFormatting
	case dfa.Prefix(&language.SomeFormatting, rest) > 0:
		return ReasonFormatting
	case c == iri.ComponentQuery, c == iri.ComponentUserinfo:
		return 0
	}
	for _, x := range encoded {
		if dfa.Prefix(x.in, rest) > 0 {
			return x.reason
		}
	}
	return 0
}

// segments refuses the first segment of a path that a switch is about.
func (t *input[B]) segments(s iri.Span, refuse Reasons) *Error {
	for start := s.Start; start <= s.End; {
		end, ordinary := start, true
		for ; end < s.End && t.bytes[end] != '/'; end++ {
			ordinary = ordinary && t.bytes[end] != '.' && t.bytes[end] != '%'
		}
		reason := Reason(0)
		empty := start == end || t.bytes[start] == ';' // parameters alone
		if inner := s.Start < start && end < s.End; empty && inner && refuse.Has(ReasonEmptySegment) {
			reason = ReasonEmptySegment
		} else if !ordinary {
			reason = reasonOfDots(t.bytes[start:end], refuse)
		}
		if reason != 0 {
			return t.refused(reason, iri.ComponentPath, start)
		}
		start = end + 1
	}
	return nil
}

// reasonOfDots returns the reason to refuse a segment because of its dots, 0 if there is none.
func reasonOfDots[B stringOrBytes](segment B, refuse Reasons) Reason {
	for _, x := range dotted {
		if refuse.Has(x.reason) && dfa.Match(x.in, segment) {
			return x.reason
		}
	}
	return 0
}
