package lint

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

// A place is the component of a unit, on which findings depend.
type place uint8

const (
	inUserinfo place = 1 << iota
	inHost
	inSegment
	inRest     // queries and fragments
	everywhere = inUserinfo | inHost | inSegment | inRest
)

// plain returns the language of strings without findings.
func (p place) plain() *dfa.Automaton {
	switch p {
	case inHost:
		return &language.PlainHost
	case inSegment:
		return &language.PlainSegment
	}
	return &language.PlainUnits
}

// A unitRule applies to units: characters, and percent-encoded octets. The octets of a character in UTF-8 are one unit.
type unitRule struct {
	kind
	places   place
	language *dfa.Automaton         // of units with the finding
	is       func(unit string) bool // alternative to language
	message  string
	repair   func(unit string) string // nil if no repair is certain
}

var characterRules = [...]unitRule{
	{bidiFormatting, everywhere, &language.Formatting, nil, "a bidirectional formatting character", encode},
	{bidiIsolate, everywhere, &language.BidiIsolate, nil, "a bidirectional formatting character", encode},
	{joiner, everywhere, &language.Joiner, nil, "a joiner, which is invisible", nil},
	{invisible, inUserinfo | inHost, &language.Invisible, nil, "an invisible character", nil},
	{invisible, inSegment | inRest, nil, isInvisible, "an invisible character", nil},
	{blank, everywhere, &language.Blank, nil, "white space", nil},
	{hostDotLike, inHost, &language.DotLike, nil, "a character that many programs take for a dot", nil},
	{hostDelimiterLike, inHost, &language.DelimiterLike, nil, "a character that many programs turn into a delimiter", nil},
}

var tripleRules = [...]unitRule{
	{hostPercentEncoded, inHost, nil, isTriple, "a percent-encoded host, which some programs decode", nil},
	{percentUnreserved, everywhere, nil, isUnreserved, "a character that needs no percent-encoding", decode},
	{percentLowerCase, everywhere, nil, hasLowerDigits, "percent-encoding with lower-case hexadecimal digits", strings.ToUpper},
	{percentNotUTF8, everywhere, nil, isHigh, "percent-encoded octets that are not UTF-8", nil},
	{percentNUL, everywhere, nil, isNUL, "a percent-encoded NUL", nil},
	{percentControl, everywhere, nil, isControl, "a percent-encoded control character", nil},
	{percentSlash, inSegment, nil, isSlash, "a percent-encoded slash, which some programs take for a delimiter", nil},
	{percentBackslash, inSegment, nil, isBackslash, "a percent-encoded backslash, which some programs take for a slash", nil},
}

func (l *linter) units(s iri.Span, in place) {
	if dfa.Match(in.plain(), l.in(s)) { // faster than the search for a prefix
		return
	}
	for {
		s.Start += dfa.Prefix(in.plain(), l.in(s))
		if s.Start == s.End {
			return
		}
		unit := iri.Span{Start: s.Start, End: s.Start + dfa.Prefix(&language.Unit, l.in(s))}
		if l.text[unit.Start] == '%' {
			l.triples(unit, in)
		} else {
			l.character(unit, in)
		}
		s.Start = unit.End
	}
}

func (l *linter) character(s iri.Span, in place) {
	for i := range characterRules {
		rule := &characterRules[i]
		if !rule.appliesTo(l.in(s), in) {
			continue
		}
		message := rule.message
		if in != inUserinfo { // a userinfo may contain a password
			c, _ := utf8.DecodeRuneInString(l.in(s))
			message += fmt.Sprintf(", %U", c)
		}
		l.report(rule.kind, s, message, rule.edits(l.in(s), s)...)
	}
}

// triples reports findings about percent-encoded octets. It merges adjacent findings of the same code.
func (l *linter) triples(s iri.Span, in place) {
	if s.End-s.Start == len("%2541") { // the only unit of this length
		l.report(percentTwice, s, "an octet that seems to be percent-encoded twice")
		s.End = s.Start + percent.Size
	}
	for i := range tripleRules {
		rule := &tripleRules[i]
		if !rule.appliesTo(l.in(s), in) {
			continue
		}
		edits := rule.edits(l.in(s), s)
		if in == inHost && rule.kind == percentUnreserved && l.lowersHost {
			edits[0].Text = strings.ToLower(edits[0].Text)
		}
		if f := l.endingAt(s.Start, rule.code); f != nil {
			f.Span.End = s.End
			f.Repair = append(f.Repair, edits...)
		} else {
			l.report(rule.kind, s, rule.message, edits...)
		}
	}
}

// endingAt returns the finding with a code that ends at an offset, or nil. It is among the last few.
func (l *linter) endingAt(offset int, code string) *Finding {
	for i := len(l.findings) - 1; i >= 0 && l.findings[i].Span.End >= offset; i-- {
		if f := &l.findings[i]; f.Code == code && f.Span.End == offset {
			return f
		}
	}
	return nil
}

func (r *unitRule) appliesTo(unit string, in place) bool {
	switch {
	case r.places&in == 0:
		return false
	case r.language == nil:
		return r.is(unit)
	}
	return dfa.Match(r.language, unit)
}

func (r *unitRule) edits(unit string, s iri.Span) []Edit {
	if r.repair == nil {
		return nil
	}
	return []Edit{{s, r.repair(unit)}}
}

// encode percent-encodes a character (RFC 3987, section 3.1).
func encode(unit string) string {
	var b []byte
	for i := range len(unit) {
		b = percent.Append(b, unit[i])
	}
	return string(b)
}

func decode(unit string) string { return string([]byte{percent.Octet(unit)}) }

// isInvisible reports whether a character outside the host is invisible. It excludes variation selectors of emoji,
// which remain in anchors made from headings.
func isInvisible(unit string) bool {
	return unit != "\ufe0f" && dfa.Match(&language.Invisible, unit)
}

// Predicates of percent-encoded units.

func isTriple(string) bool { return true }

func isUnreserved(unit string) bool {
	_, n := percent.Decode(unit, percent.Unreserved())
	return n > 0
}

func hasLowerDigits(unit string) bool { return strings.ToUpper(unit) != unit && !isUnreserved(unit) }

// isHigh reports whether a unit is one octet above ASCII, which is not UTF-8.
func isHigh(unit string) bool {
	return len(unit) == percent.Size && percent.Octet(unit) >= utf8.RuneSelf
}

func isNUL(unit string) bool { return percent.Octet(unit) == 0 }

func isControl(unit string) bool {
	octet := percent.Octet(unit)
	return octet != 0 && octet < ' ' || octet == 0x7F
}

func isSlash(unit string) bool { return percent.Octet(unit) == '/' }

func isBackslash(unit string) bool { return percent.Octet(unit) == '\\' }
