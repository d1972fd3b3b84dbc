package iri

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/ref"
	"example.org/iri/internal/uri/scan"
)

// ErrTooLong is the error for a text of more than 1<<32 - 1 bytes, which [Parts] cannot
// address. [Valid] and [ValidReference] have no limit.
var ErrTooLong = errors.New("iri: text of 4 GiB or more: its components cannot be told")

// Split returns where the components of p lie if p is an IRI (RFC 3987, rule IRI). The error is a
// [*SyntaxError] or [ErrTooLong]. Nothing but the error is allocated. The pass that validates also
// finds the offsets.
//
//go:noinline
func Split(p []byte) (Parts, error) {
	cut, v := scan.Bytes(&language.IRI, p)
	if v == scan.Valid {
		return Parts(cut), nil
	}
	return split(&language.IRI, p)
}

// SplitString is [Split] for a string.
//
//go:noinline
func SplitString(s string) (Parts, error) {
	cut, v := scan.String(&language.IRI, s)
	if v == scan.Valid {
		return Parts(cut), nil
	}
	return split(&language.IRI, s)
}

// SplitReference is [Split] for an IRI or a relative reference (RFC 3987, rule
// IRI-reference).
//
//go:noinline
func SplitReference(p []byte) (Parts, error) {
	cut, v := scan.Bytes(&language.IRIReference, p)
	if v == scan.Valid {
		return Parts(cut), nil
	}
	return split(&language.IRIReference, p)
}

// SplitReferenceString is [SplitReference] for a string.
//
//go:noinline
func SplitReferenceString(s string) (Parts, error) {
	cut, v := scan.String(&language.IRIReference, s)
	if v == scan.Valid {
		return Parts(cut), nil
	}
	return split(&language.IRIReference, s)
}

// split is for texts that no kernel has accepted.
func split[Bytes ~[]byte | ~string](l *uri.Language, text Bytes) (Parts, error) {
	if err := addressable(uint64(len(text))); err != nil {
		return Parts{}, err
	}
	cut, state, n, ok := scan.Walk(l, text)
	if !ok {
		return Parts{}, SyntaxErrorIn(l, text, state, n)
	}
	return Parts(cut), nil
}

// addressable returns the error for a length that is too large for offsets.
func addressable(length uint64) error {
	if length > math.MaxUint32 {
		return ErrTooLong
	}
	return nil
}

// Span is the bytes from Start up to but not including End. The Span of an absent component is the
// zero Span.
type Span = dfa.Span

// Parts tells where the components of a text lie, as byte offsets, and takes 32 bytes. Parts do not
// hold the text: equal Parts mean that two texts are cut alike, not that they are equal. Types
// [IRI] and [Reference] hold and compare IRIs. The zero Parts is that of the empty reference.
//
// Components include no delimiters; the host keeps the brackets of an IP literal. A component can
// be empty, as the query of "a:?" is. Empty is not the same as absent.
type Parts scan.Cut

func (x Parts) cut() scan.Cut { return scan.Cut(x) }

// Scheme returns where the scheme lies, and false in a relative reference.
func (x Parts) Scheme() (Span, bool) { return ref.Scheme(scan.Cut(x)) }

// Authority returns where the authority lies, userinfo and port included, and false if
// there is none.
func (x Parts) Authority() (Span, bool) { return ref.Authority(scan.Cut(x)) }

// Userinfo returns where the userinfo lies, and false if there is none.
func (x Parts) Userinfo() (Span, bool) { return ref.Userinfo(scan.Cut(x)) }

// Host returns where the host lies, and false if there is no authority. A host may be
// empty.
func (x Parts) Host() (Span, bool) { return ref.Host(scan.Cut(x)) }

// Port returns where the port lies, and false if there is none. RFC 3986 sets no limit
// to the number, and lets it be empty.
func (x Parts) Port() (Span, bool) { return ref.Port(scan.Cut(x)) }

// Path returns where the path lies. Every reference has one; it may be empty.
func (x Parts) Path() Span { return ref.Path(scan.Cut(x)) }

// Query returns where the query lies, and false if there is none.
func (x Parts) Query() (Span, bool) { return ref.Query(scan.Cut(x)) }

// Fragment returns where the fragment lies, and false if there is none.
func (x Parts) Fragment() (Span, bool) { return ref.Fragment(scan.Cut(x)) }

// String lists the components that are there: "scheme 0-4, authority 7-18, host 7-18,
// path 18-19" for http://example.org/.
func (x Parts) String() string {
	var b strings.Builder
	list := func(name string, s Span, present bool) {
		if !present {
			return
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(name + " " + strconv.Itoa(s.Start) + "-" + strconv.Itoa(s.End))
	}
	each := func(name string, component func(Parts) (Span, bool)) {
		s, present := component(x)
		list(name, s, present)
	}
	each("scheme", Parts.Scheme)
	each("authority", Parts.Authority)
	each("userinfo", Parts.Userinfo)
	each("host", Parts.Host)
	each("port", Parts.Port)
	list("path", x.Path(), true)
	each("query", Parts.Query)
	each("fragment", Parts.Fragment)
	return b.String()
}
