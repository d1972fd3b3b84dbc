package httpguard

import (
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// A unitRule is about a unit, which is a character or the percent triples of one, wherever it
// stands.
type unitRule struct {
	reason   Reason
	language *dfa.Automaton
}

var unitRules = [...]unitRule{
	{ReasonEncodedSlash, &language.EncodedSlash},
	{ReasonEncodedBackslash, &language.EncodedBackslash},
	{ReasonEncodedNUL, &language.EncodedNUL},
	{ReasonEncodedPercent, &language.EncodedPercent},
	{ReasonEncodedHash, &language.EncodedHash},
	{ReasonEncodedQuestion, &language.EncodedQuestion},
	{ReasonEncodedSemicolon, &language.EncodedSemicolon},
	{ReasonFormatting, &language.SomeFormatting},
}

// The switches about segments, which only paths have, and those about units, which hosts have, too.
const (
	ofSegments = ReasonDotSegment | ReasonEncodedDotSegment | ReasonEmptySegment
	ofUnits    = ReasonEncodedSlash | ReasonEncodedBackslash | ReasonEncodedNUL | ReasonEncodedPercent | ReasonEncodedHash |
		ReasonEncodedQuestion | ReasonEncodedSemicolon | ReasonFormatting
)

// contents looks for segments and units that are refused. What is plain for a path is so for a
// query, where less is refused: most origin-forms are not even taken apart.
func (r *request[B]) contents(refuse Reason) *Error {
	if refuse&(ofSegments|ofUnits) == 0 {
		return nil
	}
	if r.form != OriginForm || !isPlain(&clearPath, r.target.bytes) {
		if e := r.target.contents(refuse); e != nil {
			return e
		}
	}
	if r.host.isName {
		return nil
	}
	host, _ := r.host.parts.Host()
	return r.host.component(iri.ComponentHost, host, refuse&ofUnits, &clearHost)
}

// contents looks through the components of a target.
func (t *text[B]) contents(refuse Reason) *Error {
	userinfo, _ := t.parts.Userinfo()
	if e := t.component(iri.ComponentUserinfo, userinfo, refuse&ReasonFormatting, &clearQuery); e != nil {
		return e
	}
	host, _ := t.parts.Host()
	if e := t.component(iri.ComponentHost, host, refuse&ofUnits, &clearHost); e != nil {
		return e
	}
	if e := t.component(iri.ComponentPath, t.parts.Path(), refuse&(ofSegments|ofUnits), &clearPath); e != nil {
		return e
	}
	query, _ := t.parts.Query()
	return t.component(iri.ComponentQuery, query, refuse&ReasonFormatting, &clearQuery)
}

// component looks through a component. Mostly it has nothing of what any switch is about. Otherwise
// each segment and each unit is looked at.
func (t *text[B]) component(c iri.Component, s iri.Span, refuse Reason, clear *clearText) *Error {
	if refuse == 0 || s.Start == s.End || isClear(clear, t.of(s)) {
		return nil
	}
	if e := t.segments(c, s, refuse&ofSegments); e != nil {
		return e
	}
	return t.units(c, s, refuse&ofUnits)
}

// units refuses the first unit of a span that one of the rules is about.
func (t *text[B]) units(component iri.Component, s iri.Span, refuse Reason) *Error {
	for ; s.Start < s.End; s.Start++ {
		if b := t.bytes[s.Start]; b != language.Percent && b < utf8.RuneSelf {
			continue
		}
		for i := range unitRules {
			rule := &unitRules[i]
			if refuse&rule.reason != 0 && dfa.Prefix(rule.language, t.of(s)) > 0 {
				return t.refused(rule.reason, component, s.Start)
			}
		}
	}
	return nil
}

// segments refuses the first segment of a span that a switch is about.
func (t *text[B]) segments(component iri.Component, s iri.Span, refuse Reason) *Error {
	if refuse == 0 {
		return nil
	}
	for start := s.Start; start <= s.End; {
		end := start
		for end < s.End && t.bytes[end] != language.Slash {
			end++
		}
		inner := s.Start < start && end < s.End
		if reason := refuse & reasonOf(t.bytes[start:end], inner); reason != 0 {
			return t.refused(reason, component, start)
		}
		start = end + 1
	}
	return nil
}

// reasonOf returns the reason to refuse a segment, 0 if there is none. Only an inner one, which has
// slashes on both sides, may not be empty.
func reasonOf[B stringOrBytes](text B, inner bool) Reason {
	switch {
	case len(text) == 0 && inner:
		return ReasonEmptySegment
	case dfa.Match(&language.PlainDots, text):
		return ReasonDotSegment
	case dfa.Match(&language.EncodedDots, text):
		return ReasonEncodedDotSegment
	}
	return 0
}
