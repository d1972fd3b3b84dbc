package percent

import (
	"math/bits"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
)

// BeyondASCII returns the number of non-ASCII bytes of text. A URI has a percent-encoded octet for each of them.
func BeyondASCII[Bytes ~[]byte | ~string](text Bytes) int {
	const highest = char.Lanes << 7
	n := 0
	for ; len(text) >= 8; text = text[8:] {
		n += bits.OnesCount64(char.Load(text) & highest)
	}
	for i := range len(text) {
		n += int(text[i] / utf8.RuneSelf)
	}
	return n
}

// AppendURI appends part of an IRI, with non-ASCII characters percent-encoded (RFC 3987, section 3.1, step 2).
func AppendURI[Bytes ~[]byte | ~string](dst []byte, part Bytes) []byte {
	begin := 0
	for i := range len(part) {
		if part[i] < utf8.RuneSelf {
			continue
		}
		if begin < i { // rare, since non-ASCII bytes follow each other
			dst = append(dst, part[begin:i]...)
		}
		dst = Append(dst, part[i])
		begin = i + 1
	}
	return append(dst, part[begin:]...)
}

// AppendIRI appends part of a URI, with the percent-encoded octets of characters in set decoded (RFC 3987, section
// 3.2). Of other percent-encoded octets, those of ASCII are copied, and those of non-ASCII octets are encoded again,
// which makes their digits upper case.
func AppendIRI[Bytes ~[]byte | ~string](dst []byte, part Bytes, set *dfa.Automaton) []byte {
	begin := 0
	for i := 0; i < len(part); {
		if part[i] != '%' {
			i++
			continue
		}
		octets, n := Decode(part[i:], set)
		if n == 0 && octets[0] < utf8.RuneSelf {
			i += Size
			continue
		}
		dst = append(dst, part[begin:i]...)
		if n == 0 {
			dst = Append(dst, octets[0])
			n = 1
		} else {
			dst = append(dst, octets[:n]...)
		}
		i += n * Size
		begin = i
	}
	return append(dst, part[begin:]...)
}
