package iri

import (
	"strconv"
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// SyntaxError says where a text stops being the beginning of one that matches a rule.
// The fields and methods are stable, the text of Error is not.
type SyntaxError struct {
	Rule   string // the rule, by the name in its RFC
	Offset int64  // of the first byte without a transition, from 0; the length of a text that ends too early
	Byte   int    // that byte; -1 if the text ends too early
	fault  fault.Fault
}

// NewSyntaxError is for package rule: nobody else has a fault.
func NewSyntaxError(f fault.Fault) *SyntaxError {
	return &SyntaxError{f.Language.Name, f.Offset, f.Byte, f}
}

// Expected returns the bytes that may stand at Offset. Whether the text may end there
// instead is not in it: if Byte is -1, it may not.
func (e *SyntaxError) Expected() dfa.ByteSet { return e.language().Follow(e.fault.State) }

// language is that of the zero SyntaxError, too.
func (e *SyntaxError) language() *uri.Language {
	if e.fault.Language == nil {
		return &noLanguage
	}
	return e.fault.Language
}

var noLanguage = uri.Language{Automaton: &dfa.Automaton{AcceptMin: 1, Classes: &[256]uint8{}, Trans: []uint16{0}}}

// Part returns the name of the innermost of these productions that holds the byte
// before Offset in every reading still possible, and can go on: scheme, iauthority,
// iuserinfo, ihost, port, IP-literal, ipath (for all its forms), iquery, ifragment,
// pct-encoded, and their counterparts in RFC 3986; "" if there is none. In
// http://a b it is iauthority, since a may yet turn out to be a userinfo. Only the
// eight top rules know their parts.
func (e *SyntaxError) Part() string { return e.language().Part(e.fault.State) }

// Error returns a text such as
//
//	iri: IRI: byte 8: iauthority: found U+0020 ' ', expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end
func (e *SyntaxError) Error() string {
	text := "iri: "
	if name := e.Rule; name != "" {
		text += name + ": "
	}
	text += "byte " + strconv.FormatInt(e.Offset, 10) + ": "
	if part := e.Part(); part != "" {
		text += part + ": "
	}
	return text + "found " + found(e.Byte) + ", expected " + expected(e.Expected(), e.language().Accepts(e.fault.State))
}

// found names an ASCII character, another byte, or the end.
func found(b int) string {
	switch hex := "0123456789ABCDEF"; {
	case b < 0:
		return "end"
	case b < 0x80:
		return "U+00" + string(hex[b>>4]) + string(hex[b&15]) + " " + strconv.QuoteRune(rune(b))
	default:
		return "byte 0x" + string(hex[b>>4]) + string(hex[b&15])
	}
}

// expected describes a set of bytes, and the end of the text if that is possible
// too, in the words of the grammar: rules whose texts may follow, then characters.
func expected(set dfa.ByteSet, end bool) string {
	list, rest := foldRules(set)
	list = append(list, describe(rest)...)
	if end {
		list = append(list, "end")
	}
	if len(list) == 0 {
		return "nothing" // the zero Rule
	}
	first, last := list[:len(list)-1], list[len(list)-1]
	if len(first) == 0 {
		return last
	}
	return strings.Join(first, ", ") + " or " + last
}

// foldRules covers a set by rules all of whose first bytes are in it, always
// taking the one that covers most of what is left. It returns their names in the
// order of the list, and what no rule covers.
func foldRules(set dfa.ByteSet) (names []string, rest dfa.ByteSet) {
	rest = set
	taken := make([]bool, len(language.FirstSets))
	for {
		best, most := -1, 0
		for i, f := range language.FirstSets {
			gain := rest.Len() - rest.Minus(f.Bytes).Len()
			if gain > most && f.Bytes.Minus(set).Len() == 0 {
				best, most = i, gain
			}
		}
		if best < 0 {
			break
		}
		taken[best] = true
		rest = rest.Minus(language.FirstSets[best].Bytes)
	}
	for i, f := range language.FirstSets {
		if taken[i] {
			names = append(names, f.Rule)
		}
	}
	return names, rest
}

// describe lists bytes: first the characters that rules list one by one, in the
// order of the grammar, then the others. A letter in both cases is named once.
func describe(rest dfa.ByteSet) []string {
	var list []string
	for _, f := range language.FirstSets {
		for _, b := range []byte(f.Literals) {
			if rest.Has(b) {
				list = append(list, strconv.Quote(string(rune(b))))
				rest = rest.Minus(single(b))
			}
		}
	}
	for b := byte('A'); b <= 'Z'; b++ {
		if rest.Has(lower(b)) {
			rest = rest.Minus(single(b))
		}
	}
	for r := range rest.Ranges() {
		list = append(list, describeRange(r)...)
	}
	return list
}

// describeRange names one or two characters one by one, more bytes by their ends.
func describeRange(r dfa.ByteRange) []string {
	if r.Hi-r.Lo > 1 || r.Hi >= 0x80 {
		return []string{r.String()}
	}
	var list []string
	for b := r.Lo; b <= r.Hi; b++ {
		list = append(list, strconv.Quote(string(rune(b))))
	}
	return list
}

func single(b byte) dfa.ByteSet {
	var set dfa.ByteSet
	set.Add(b)
	return set
}
