package httpguard

import (
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// A unitRule is about a character or percent triples, wherever they stand.
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

// What is looked for in paths, and in what else.
const (
	inSegments = ReasonDotSegment | ReasonEncodedDotSegment | ReasonEmptySegment
	inNames    = ReasonEncodedSlash | ReasonEncodedBackslash | ReasonEncodedNUL | ReasonEncodedPercent | ReasonEncodedHash |
		ReasonEncodedQuestion | ReasonEncodedSemicolon | ReasonFormatting
)

// units looks for characters, triples and segments that are refused.
func (r *request[B]) units(refuse Reason) *Error {
	if refuse&(inSegments|inNames) == 0 {
		return nil
	}
	if r.form != OriginForm || !isPlain(&clearPath, r.target.bytes) {
		if e := r.target.units(refuse); e != nil {
			return e
		}
	}
	if r.host.isName {
		return nil
	}
	host, _ := r.host.parts.Host()
	return r.host.unitsIn("host", host, refuse&inNames, &clearHost)
}

// units looks through the components of a target.
func (t *text[B]) units(refuse Reason) *Error {
	userinfo, _ := t.parts.Userinfo()
	if e := t.unitsIn("userinfo", userinfo, refuse&ReasonFormatting, &clearQuery); e != nil {
		return e
	}
	host, _ := t.parts.Host()
	if e := t.unitsIn("host", host, refuse&inNames, &clearHost); e != nil {
		return e
	}
	if e := t.unitsIn("path", t.parts.Path(), refuse&(inSegments|inNames), &clearPath); e != nil {
		return e
	}
	query, _ := t.parts.Query()
	return t.unitsIn("query", query, refuse&ReasonFormatting, &clearQuery)
}

// unitsIn looks through a component. Mostly it has nothing of what any switch is about. Otherwise each
// segment and each unit is looked at.
func (t *text[B]) unitsIn(component string, s iri.Span, refuse Reason, clear *clearText) *Error {
	if refuse == 0 || s.Start == s.End || isClear(clear, t.of(s)) {
		return nil
	}
	if e := t.segmentIn(component, s, refuse&inSegments); e != nil {
		return e
	}
	return t.unitIn(component, s, refuse&inNames)
}

// unitIn refuses the first unit of a span that one of the rules is about.
func (t *text[B]) unitIn(component string, s iri.Span, refuse Reason) *Error {
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

// segmentIn refuses the first segment of a span that a switch is about.
func (t *text[B]) segmentIn(component string, s iri.Span, refuse Reason) *Error {
	if refuse == 0 {
		return nil
	}
	for start := s.Start; start <= s.End; {
		end := start
		for end < s.End && t.bytes[end] != language.Slash {
			end++
		}
		inner := s.Start < start && end < s.End // there are slashes on both sides
		if reason := refuse & segment(t.bytes[start:end], inner); reason != 0 {
			return t.refused(reason, component, start)
		}
		start = end + 1
	}
	return nil
}

// segment returns the reason to refuse a segment, 0 if there is none.
func segment[B stringOrBytes](text B, inner bool) Reason {
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
