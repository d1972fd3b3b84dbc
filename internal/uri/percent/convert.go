package percent

import (
	"math/bits"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
)

// BeyondASCII returns how many octets of text are not ASCII. Each of them is a percent-encoded octet in a URI.
func BeyondASCII[Bytes ~[]byte | ~string](text Bytes) int {
	const highest = char.Lanes << 7 // bit of eight octets
	n := 0
	for ; len(text) >= 8; text = text[8:] {
		n += bits.OnesCount64(char.Load(text) & highest)
	}
	for i := range len(text) {
		n += int(text[i] / utf8.RuneSelf)
	}
	return n
}

// AppendURI appends a part of an IRI as it is in a URI: non-ASCII characters become percent-encoded octets
// (RFC 3987, section 3.1, step 2).
func AppendURI[Bytes ~[]byte | ~string](dst []byte, part Bytes) []byte {
	begin := 0
	for i := range len(part) {
		if part[i] < utf8.RuneSelf {
			continue
		}
		if begin < i { // seldom, since non-ASCII bytes follow each other
			dst = append(dst, part[begin:i]...)
		}
		dst = Append(dst, part[i])
		begin = i + 1
	}
	return append(dst, part[begin:]...)
}

// AppendIRI appends a part of a URI as it is in an IRI (RFC 3987, section 3.2): percent-encoded octets become the
// characters that they encode, if the set has them. Other percent-encoded octets of ASCII were never decoded, and
// stay as they are. Those of other octets were, and are encoded anew.
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
