package httpguard

import (
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

// encoded has the characters that may be refused if they are percent-encoded.
var encoded = [...]struct {
	char   byte
	reason Reason
}{
	{'/', ReasonEncodedSlash},
	{'\\', ReasonEncodedBackslash},
	{0, ReasonEncodedNUL},
	{'%', ReasonEncodedPercent},
	{'#', ReasonEncodedHash},
	{'?', ReasonEncodedQuestion},
	{';', ReasonEncodedSemicolon},
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
		if b := t.bytes[s.Start]; b != '%' && b < utf8.RuneSelf {
			continue
		}
		if reason := refuse & reasonOfUnit(t.of(s)); reason != 0 {
			return t.refused(reason, component, s.Start)
		}
	}
	return nil
}

// reasonOfUnit returns the reason to refuse the unit that a string begins with, 0 if there is none.
func reasonOfUnit[B stringOrBytes](s B) Reason {
	if dfa.Prefix(&language.SomeFormatting, s) > 0 {
		return ReasonFormatting
	}
	if char, ok := decodeASCII(s); ok {
		for _, x := range encoded {
			if x.char == char {
				return x.reason
			}
		}
	}
	return 0
}

// decodeASCII returns the character of ASCII that the percent-encoded octets are at the beginning of a
// string, and reports whether there is one. Some programs decode the octets of overlong UTF-8 as well,
// which is ill-formed (RFC 3629, section 3).
func decodeASCII[B stringOrBytes](s B) (char byte, ok bool) {
	var octets [utf8.UTFMax]byte
	n := 0
	for ; n < len(octets) && len(s) >= percent.Size && s[0] == '%'; n++ {
		octets[n], s = percent.Octet(s), s[percent.Size:]
	}
	switch lead := octets[0]; {
	case n > 0 && lead < utf8.RuneSelf:
		return lead, true
	case n > 1 && lead&^1 == 0xC0:
		return lead<<6 | octets[1]&0x3F, octets[1]&0xC0 == 0x80
	case n > 2 && lead == 0xE0 && octets[1]&^1 == 0x80:
		return octets[1]<<6 | octets[2]&0x3F, octets[2]&0xC0 == 0x80
	case n > 3 && lead == 0xF0 && octets[1] == 0x80 && octets[2]&^1 == 0x80:
		return octets[2]<<6 | octets[3]&0x3F, octets[3]&0xC0 == 0x80
	}
	return 0, false
}

// segments refuses the first segment of a span that a switch is about.
func (t *text[B]) segments(component iri.Component, s iri.Span, refuse Reason) *Error {
	if refuse == 0 {
		return nil
	}
	for start := s.Start; start <= s.End; {
		end := start
		for end < s.End && t.bytes[end] != '/' {
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
	case hasPlainDots(text):
		return ReasonDotSegment
	case dfa.Match(&language.EncodedDots, text):
		return ReasonEncodedDotSegment
	}
	return 0
}

// hasPlainDots reports whether a segment is one dot or two, maybe with parameters after a semicolon.
func hasPlainDots[B stringOrBytes](segment B) bool {
	n := 0
	for n < len(segment) && segment[n] == '.' {
		n++
	}
	return (n == 1 || n == 2) && (n == len(segment) || segment[n] == ';')
}
