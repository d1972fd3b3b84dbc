package iri

import (
	"strconv"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

// A Component is a part of a reference that can hold any text, percent-encoded.
type Component uint8

// The components that text can be encoded for. A path is made of segments.
const (
	Userinfo Component = iota + 1 // with its colons
	RegName                       // a host that is no address
	Segment                       // of a path
	Query                         // the whole query: pairs in it have further delimiters
	Fragment
)

// String returns the name of the rule of RFC 3986: userinfo, reg-name, segment, query, fragment.
func (c Component) String() string {
	switch c {
	case Userinfo:
		return language.Userinfo.Name
	case RegName:
		return language.RegName.Name
	case Segment:
		return language.Segment.Name
	case Query:
		return language.Query.Name
	case Fragment:
		return language.Fragment.Name
	}
	return "Component(" + strconv.Itoa(int(c)) + ")"
}

// set returns the characters that an IRI has in c as they are; the grammar decides.
func (c Component) set() *dfa.Automaton {
	switch c {
	case Userinfo:
		return &language.IUserinfoStrict
	case RegName:
		return &language.IRegNameStrict
	case Segment:
		return &language.ISegmentStrict
	case Query:
		return &language.IQueryStrict
	case Fragment:
		return &language.IFragmentStrict
	}
	panic("iri: there is no " + c.String())
}

// Encode returns text as it stands in that component of an IRI: what the rule of the component does
// not have becomes percent triples, and so do the percent sign, ill-formed UTF-8, and the formatting
// characters of RFC 3987, section 4.1. So every text can be encoded, and [Decode], or [AppendDecoded]
// for ill-formed UTF-8, gives it back.
//
// Encode takes linear time. It allocates the result, if that is not text itself. It panics if c is
// not one of the constants.
func (c Component) Encode(text string) string {
	var buf [256]byte
	return unlessSame(percent.AppendEncoded(buf[:0], text, c.set()), text)
}

// EncodeURI is [Component.Encode] for a URI: characters beyond ASCII become percent triples as well.
func (c Component) EncodeURI(text string) string {
	var inIRI, inURI [256]byte
	encoded := percent.AppendEncoded(inIRI[:0], text, c.set())
	return unlessSame(percent.AppendURI(inURI[:0], encoded), text)
}

// unlessSame returns result, or text if that is the same, so that nothing is allocated.
func unlessSame(result []byte, text string) string {
	if string(result) == text {
		return text
	}
	return string(result)
}

// Decode returns the text that a component stands for: all percent triples are decoded, those of
// delimiters as well. So it is for a part that no delimiter divides any further: one segment, not a
// path. The error is a [*SyntaxError]. Its Reason is ReasonPercent if a percent sign begins no
// triple, which does not happen in components of values, and ReasonIllFormed if the octets are not
// UTF-8; [AppendDecoded] gives them all the same.
//
// Decode takes linear time. It allocates the text, if that is not the component itself.
func Decode(component string) (string, error) {
	var buf [256]byte
	octets, err := appendDecoded(buf[:0], component)
	if err != nil {
		return "", err
	}
	if !utf8.Valid(octets) {
		return "", illFormed(component, octets)
	}
	return unlessSame(octets, component), nil
}

// AppendDecoded appends to dst the octets that a component stands for: all percent triples are
// decoded. The octets need not be UTF-8, and may be any that control something. If a percent sign
// begins no triple, dst comes back as it was, with a [*SyntaxError]. Nothing else is allocated but
// room in dst.
func AppendDecoded(dst, component []byte) ([]byte, error) { return appendDecoded(dst, component) }

func appendDecoded[Bytes ~[]byte | ~string](dst []byte, component Bytes) ([]byte, error) {
	for i := 0; i < len(component); i++ {
		if component[i] != language.Percent {
			continue
		}
		triple := component[i:min(i+percent.Size, len(component))]
		if !dfa.Match(language.PctEncoded.Automaton, triple) {
			return dst, noTriple(component, i)
		}
		i += percent.Size - 1
	}
	return percent.AppendDecoded(dst, component), nil
}

// noTriple returns the error for a percent sign that begins no triple.
func noTriple[Bytes ~[]byte | ~string](component Bytes, at int) *SyntaxError {
	_, n := dfa.Last(language.PctEncoded.Automaton, language.PctEncoded.Start, component[at:])
	wrong := char.First(component[at+n:])
	e := &SyntaxError{
		Rule: language.PctEncoded.Name, Reason: ReasonPercent,
		Offset: int64(at + n), Byte: -1, Rune: wrong.Rune, Span: Span{Start: at, End: at + n + wrong.Len()},
	}
	if wrong.Len() > 0 {
		e.Byte = int(wrong.Bytes()[0])
	}
	return e
}

// illFormed returns the error for a component that stands for octets that are not UTF-8.
func illFormed(component string, octets []byte) *SyntaxError {
	wrong := 0 // offset in octets
	for {
		r, size := utf8.DecodeRune(octets[wrong:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		wrong += size
	}
	at, end := 0, 0 // the octet in the component
	for ; wrong >= 0; wrong-- {
		at, end = end, end+1
		if component[at] == language.Percent {
			end = at + percent.Size
		}
	}
	return &SyntaxError{
		Rule: language.PctEncoded.Name, Reason: ReasonIllFormed,
		Offset: int64(at), Byte: int(component[at]), Rune: utf8.RuneError, Span: Span{Start: at, End: end},
	}
}
