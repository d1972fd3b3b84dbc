package iri

import (
	"unicode/utf8"

	"example.org/iri/dfa"

	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/rule"
)

// Encode returns s percent-encoded as a component: "a b%" becomes a%20b%25. It encodes everything that the component
// does not allow, the percent sign, ill-formed UTF-8, and the formatting characters of RFC 3987, section 4.1. So it
// encodes every string, and [Decode] returns that string again ([AppendDecoded] if it is not UTF-8). The result is for
// IRIs: [EncodeNonASCII] makes it one for URIs. If nothing has to be encoded, it is s.
//
// Delimiters that the component allows stay: colons in a userinfo, slashes in a path, slashes and question marks in a
// query or fragment, and & = + in a query. So for a name or value of a query parameter, use [EncodeQueryValue] or
// [Builder.AddPair] instead. A host is encoded as a registered name: write an IP address in brackets without encoding.
// A scheme, port or authority is returned unchanged.
func Encode(c Component, s string) string {
	switch c {
	case ComponentUserinfo:
		return encode(s, &language.IUserinfoStrict)
	case ComponentHost:
		return encode(s, &language.IRegNameStrict)
	case ComponentPath:
		var buf [256]byte
		return unlessSame(percent.AppendPath(buf[:0], s), s)
	case ComponentQuery:
		return encode(s, &language.IQueryStrict)
	case ComponentFragment:
		return encode(s, &language.IFragmentStrict)
	}
	return s
}

// EncodeSegment is [Encode] for one segment of a path: it also encodes slashes. "a b/c" becomes a%20b%2Fc.
func EncodeSegment(s string) string { return encode(s, &language.ISegmentStrict) }

// EncodeQueryValue returns s percent-encoded as a name or value of a query parameter, so that QueryPairs and QueryValue
// return s again: "a+b & c" becomes a%2Bb%20%26%20c. Like [Builder.AddPair], it encodes all characters that are not
// unreserved (RFC 3987, section 2.2). ASCII letters and digits, hyphens, dots, underscores, tildes and most non-ASCII
// characters are. A space becomes %20: for a plus sign in its place, use [AppendURLEncoded].
func EncodeQueryValue(s string) string { return encode(s, percent.IUnreserved(false)) }

func encode(s string, set *dfa.Automaton) string {
	var buf [256]byte
	return unlessSame(percent.AppendEncoded(buf[:0], s, set), s)
}

// EncodeNonASCII percent-encodes the octets of s from 0x80 up, which makes the result of [Encode] or [EncodeSegment] a
// component of a URI. If s is ASCII, it returns s and allocates nothing.
func EncodeNonASCII(s string) string {
	if percent.BeyondASCII(s) == 0 {
		return s
	}
	var buf [256]byte
	return string(percent.AppendURI(buf[:0], s))
}

// unlessSame returns result as a string, or s if they are equal, which allocates nothing.
func unlessSame(result []byte, s string) string {
	if string(result) == s {
		return s
	}
	return string(result)
}

// Decode percent-decodes one component: each %XX becomes the octet that it encodes, even if that is a delimiter. Decode
// a path segment by segment, because %2F would become a separator. A plus sign stays: for query parameters, use
// QueryPairs or [URLEncodedPairs].
//
// The error is a [*SyntaxError]. Its Reason is ReasonPercent if a percent sign is not followed by two hexadecimal
// digits, which does not happen in components of an [IRI] or [Reference], and ReasonIllFormed if the octets are not
// UTF-8: [AppendDecoded] returns such octets. If nothing has to be decoded, the result is the component itself.
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

// AppendDecoded appends to dst the component percent-decoded, as by [Decode]. The result need not be UTF-8, and may have
// control characters. The error is a [*SyntaxError] for a percent sign without two hexadecimal digits after it.
func AppendDecoded(dst, component []byte) ([]byte, error) { return appendDecoded(dst, component) }

func appendDecoded[Bytes ~[]byte | ~string](dst []byte, component Bytes) ([]byte, error) {
	for i := 0; i < len(component); i++ {
		if component[i] != '%' {
			continue
		}
		if !percent.Begins(component[i:]) {
			return dst, notEncoded(component, i)
		}
		i += percent.Size - 1
	}
	return percent.AppendDecoded(dst, component), nil
}

func notEncoded[Bytes ~[]byte | ~string](component Bytes, at int) *SyntaxError {
	_, n := dfa.Last(language.PctEncoded.Automaton, language.PctEncoded.Start, component[at:])
	wrong := char.First(component[at+n:])
	e := &SyntaxError{
		Rule: language.PctEncoded.Name, Reason: rule.ReasonPercent,
		Offset: int64(at + n), Byte: -1, Rune: wrong.Rune, Span: Span{Start: at, End: at + n + wrong.Len()},
	}
	if wrong.Len() > 0 {
		e.Byte = int(wrong.Bytes()[0])
	}
	return e
}

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
		if component[at] == '%' {
			end = at + percent.Size
		}
	}
	return &SyntaxError{
		Rule: language.PctEncoded.Name, Reason: rule.ReasonIllFormed,
		Offset: int64(at), Byte: int(component[at]), Rune: utf8.RuneError, Span: Span{Start: at, End: end},
	}
}
