package iri

import (
	"bytes"
	"strings"

	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/normal"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/ref"
)

// ToURI returns x as a URI (RFC 3987, section 3.1): it percent-encodes the UTF-8 octets of each non-ASCII character, in
// the host too, and changes nothing else. Module example.org/iri/intl converts hosts to punycode (IDNA) instead. If x
// is a URI, ToURI returns x and allocates nothing. A result of 4 GiB or more is the zero IRI.
func (x IRI) ToURI() IRI { return IRI{value: x.toURI()} }

// ToURI is [IRI.ToURI] for a reference: the result is a URI or a relative reference of RFC 3986.
func (x Reference) ToURI() Reference { return Reference{x.toURI()} }

// ToIRI returns x with percent-encoded octets decoded where RFC 3987, section 3.2, allows it: unreserved characters,
// and characters in UTF-8 that the component allows. So %C3%A9 becomes é, and private-use characters are decoded in the
// query only. Reserved and other ASCII characters, ill-formed UTF-8, and the formatting characters of section 4.1 stay
// encoded. Octets from 0x80 up that stay get upper-case digits, as in the RFC.
//
// Do not compare results of ToIRI. The result has the same components as x, decoded, and its ToURI is ToURI of x,
// except for the case of digits and for unreserved characters. But /%2E%2E/ becomes /../, a host %31.2.3.4 becomes an
// IPv4 address, and look-alikes are decoded: resolve or validate the result again. If no octet changes, it is x.
func (x IRI) ToIRI() IRI { return IRI{value: x.toIRI()} }

// ToIRI is [IRI.ToIRI] for a reference.
func (x Reference) ToIRI() Reference { return Reference{x.toIRI()} }

// AppendURI appends to dst the reference as converted by [Reference.ToURI], and returns the offsets of its components.
// The error is a [*SyntaxError] or [ErrTooLong].
func AppendURI(dst, reference []byte) ([]byte, Parts, error) {
	parts, err := SplitReference(reference)
	n := lengthOfURI(reference)
	switch {
	case err != nil:
		return dst, Parts{}, err
	case !ref.Fits(n):
		return dst, Parts{}, ErrTooLong
	case n == uint64(len(reference)):
		return append(dst, reference...), parts, nil
	}
	dst, cut := normal.AppendURI(dst, ref.Ref[[]byte]{Text: reference, Cut: find.Cut(parts)})
	return dst, Parts(cut), nil
}

// AppendIRI appends to dst the reference as converted by [Reference.ToIRI], and returns the offsets of its components.
// The error is a [*SyntaxError] or [ErrTooLong].
func AppendIRI(dst, reference []byte) ([]byte, Parts, error) {
	parts, err := SplitReference(reference)
	switch {
	case err != nil:
		return dst, Parts{}, err
	case bytes.IndexByte(reference, '%') < 0:
		return append(dst, reference...), parts, nil
	}
	dst, cut := normal.AppendIRI(dst, ref.Ref[[]byte]{Text: reference, Cut: find.Cut(parts)})
	return dst, Parts(cut), nil
}

func (x value) toURI() value {
	n := lengthOfURI(x.text)
	if n == uint64(len(x.text)) {
		return x
	}
	if !ref.Fits(n) {
		return value{}
	}
	var buf [256]byte
	text, cut := normal.AppendURI(room(buf[:0], int(n)), x.ref())
	return value{string(text), Parts(cut)}
}

func (x value) toIRI() value {
	if strings.IndexByte(x.text, '%') < 0 {
		return x
	}
	var buf [256]byte
	text, cut := normal.AppendIRI(room(buf[:0], len(x.text)), x.ref())
	if string(text) == x.text {
		return x
	}
	return value{string(text), Parts(cut)}
}

func lengthOfURI[B ref.Bytes](text B) uint64 {
	return uint64(len(text)) + uint64(percent.BeyondASCII(text))*(percent.Size-1)
}

func room(buf []byte, n int) []byte {
	if n <= cap(buf) {
		return buf
	}
	return make([]byte, 0, n)
}
