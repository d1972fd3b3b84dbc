// Package percent decodes and encodes percent-encoded octets (RFC 3986, section 2.1). A set of characters is an
// automaton that accepts each of its characters as a string. No set has the percent sign.
package percent

import (
	"strings"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// Size is the length of a percent-encoded octet.
const Size = 3

// Unreserved returns the set of unreserved characters of a URI (RFC 3986, section 2.3), which are ASCII.
func Unreserved() *dfa.Automaton { return language.Unreserved.Automaton }

// IUnreserved returns the set of characters that an IRI has unencoded: Unreserved, and ucschar without formatting
// characters (RFC 3987, sections 2.2 and 4.1). In queries, it includes private-use characters.
func IUnreserved(query bool) *dfa.Automaton {
	if query {
		return &language.DecodedInQuery
	}
	return &language.Decoded
}

// Begins reports whether text begins with a percent-encoded octet.
func Begins[Bytes ~[]byte | ~string](text Bytes) bool {
	return len(text) >= Size && text[0] == '%' && dfa.Match(language.PctEncoded.Automaton, text[:Size])
}

// Octet decodes the percent-encoded octet at the start of text.
func Octet[Bytes ~[]byte | ~string](text Bytes) byte { return Digit(text[1])<<4 | Digit(text[2]) }

// Digit returns the value of a hexadecimal digit. Letters have bit 6 set, and their low bits count from 1.
func Digit(b byte) byte { return b&0xF + 9*(b>>6) }

// Append appends the percent-encoding of octet, with upper-case digits (RFC 3986, section 2.1).
func Append(dst []byte, octet byte) []byte {
	const digits = "0123456789ABCDEF"
	return append(dst, '%', digits[octet>>4], digits[octet&0xF])
}

// Decode returns the character that the first percent-encoded octets of text encode, as n octets, if it is in set.
// Otherwise, as for ill-formed UTF-8, n is 0, and octets[0] is the first octet, which must stay encoded. Text begins
// with a percent-encoded octet, and every percent sign in it begins one.
func Decode[Bytes ~[]byte | ~string](text Bytes, set *dfa.Automaton) (octets [utf8.UTFMax]byte, n int) {
	s := set.Start
	for i := range octets {
		if len(text) < Size || text[0] != '%' {
			break
		}
		octets[i] = Octet(text)
		if s = set.Next(s, octets[i]); s == dfa.Dead {
			break
		}
		if set.Accepts(s) {
			return octets, i + 1
		}
		text = text[Size:]
	}
	return octets, 0
}

// AppendDecoded appends text with its percent-encoded octets decoded. It copies a percent sign without two hexadecimal
// digits after it.
func AppendDecoded[Bytes ~[]byte | ~string](dst []byte, text Bytes) []byte {
	for i := 0; i < len(text); i++ {
		if !Begins(text[i:]) {
			dst = append(dst, text[i])
			continue
		}
		dst = append(dst, Octet(text[i:]))
		i += Size - 1
	}
	return dst
}

// AppendEncoded appends text, percent-encoding every octet that is not part of a character in set.
func AppendEncoded[Bytes ~[]byte | ~string](dst []byte, text Bytes, set *dfa.Automaton) []byte {
	for i := 0; i < len(text); {
		n := character(text[i:], set)
		if n == 0 {
			dst = Append(dst, text[i])
			i++
			continue
		}
		dst = append(dst, text[i:i+n]...)
		i += n
	}
	return dst
}

// AppendPath appends path with its segments percent-encoded.
func AppendPath(dst []byte, path string) []byte {
	for {
		n := strings.IndexByte(path, '/')
		if n < 0 {
			return AppendEncoded(dst, path, &language.ISegmentStrict)
		}
		dst = AppendEncoded(dst, path[:n], &language.ISegmentStrict)
		dst = append(dst, '/')
		path = path[n+1:]
	}
}

// character returns the length of the first character of text if it is in set, else 0.
func character[Bytes ~[]byte | ~string](text Bytes, set *dfa.Automaton) int {
	s, most := set.Start, utf8.UTFMax
	if text[0] < utf8.RuneSelf {
		most = 1 // set may accept longer strings of ASCII: percent-encoded octets
	}
	for i := range min(len(text), most) {
		if s = set.Next(s, text[i]); s == dfa.Dead {
			break
		}
		if set.Accepts(s) {
			return i + 1
		}
	}
	return 0
}
