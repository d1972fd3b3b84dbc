package httpguard

import (
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

type suspect struct {
	automaton *dfa.Automaton
	reason    Reason
}

// encoded lists the percent-encoded characters for which paths and hosts may be refused.
var encoded = [...]suspect{
	{&language.EncodedSlash, ReasonEncodedSlash},
	{&language.EncodedBackslash, ReasonEncodedBackslash},
	{&language.EncodedNUL, ReasonEncodedNUL},
	{&language.EncodedControl, ReasonEncodedControl},
	{&language.EncodedPercent, ReasonEncodedPercent},
	{&language.EncodedHash, ReasonEncodedHash},
	{&language.EncodedQuestion, ReasonEncodedQuestion},
	{&language.EncodedSemicolon, ReasonEncodedSemicolon},
}

// ambiguous lists the segments for which paths may be refused.
var ambiguous = [...]suspect{
	{&language.PlainDots, ReasonDotSegment},
	{&language.EncodedDots, ReasonEncodedDotSegment},
	{&language.DotsAtEnd, ReasonDotEnd},
	{&language.HasParameters, ReasonPathParameters},
}

// contents applies the switches to userinfo, host, path and query of the target, then to the Host field. Most
// components match an automaton of harmless strings, so it is tried first.
func (r *request[B]) contents(refuse Reasons) *Error {
	userinfo, _ := r.target.parts.Userinfo()
	if e := r.target.characters(iri.ComponentUserinfo, userinfo, refuse); e != nil {
		return e
	}
	if e := r.target.hostName(refuse); e != nil {
		return e
	}
	if e := r.target.path(refuse); e != nil {
		return e
	}
	query, _ := r.target.parts.Query()
	if e := r.target.characters(iri.ComponentQuery, query, refuse); e != nil {
		return e
	}
	return r.host.hostName(refuse)
}

func (t *input[B]) hostName(refuse Reasons) *Error {
	span, _ := t.parts.Host()
	if host := t.of(span); !dfa.Match(&language.PlainName, host) {
		if e := t.characters(iri.ComponentHost, span, refuse); e != nil {
			return e
		}
		if refuse.Has(ReasonHostName) && !dfa.Match(&language.PlainAddress, host) {
			return t.refused(ReasonHostName, iri.ComponentHost, span.Start)
		}
	}
	if port, present := t.parts.Port(); present && refuse.Has(ReasonHostName) && !dfa.Match(&language.PlainPort, t.of(port)) {
		return t.refused(ReasonHostName, iri.ComponentPort, port.Start)
	}
	return nil
}

func (t *input[B]) path(refuse Reasons) *Error {
	s := t.parts.Path()
	if dfa.Match(&language.OrdinaryPath, t.of(s)) {
		return nil
	}
	if e := t.segments(s, refuse); e != nil {
		return e
	}
	return t.characters(iri.ComponentPath, s, refuse)
}

func (t *input[B]) characters(c iri.Component, s iri.Span, refuse Reasons) *Error {
	if dfa.Match(&language.Unencoded, t.of(s)) {
		return nil
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

// reasonOf returns the reason to refuse the suspect character at the start of rest, or 0 if component c may have it.
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
		if dfa.Prefix(x.automaton, rest) > 0 {
			return x.reason
		}
	}
	return 0
}

func (t *input[B]) segments(s iri.Span, refuse Reasons) *Error {
	for start := s.Start; start <= s.End; {
		end := start
		for end < s.End && t.bytes[end] != '/' {
			end++
		}
		reason := Reason(0)
		empty := start == end || t.bytes[start] == ';' // or it has only parameters
		if inner := s.Start < start && end < s.End; empty && inner && refuse.Has(ReasonEmptySegment) {
			reason = ReasonEmptySegment
		} else {
			reason = reasonOfSegment(t.bytes[start:end], refuse)
		}
		if reason != 0 {
			return t.refused(reason, iri.ComponentPath, start)
		}
		start = end + 1
	}
	return nil
}

func reasonOfSegment[B stringOrBytes](segment B, refuse Reasons) Reason {
	if !dfa.Match(&language.SuspectSegment, segment) {
		return 0
	}
	for _, x := range ambiguous {
		if refuse.Has(x.reason) && dfa.Match(x.automaton, segment) {
			return x.reason
		}
	}
	return 0
}
