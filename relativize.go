package iri

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/ref"
)

// Forms is a set of forms of references, from which [Resolver.Relativize] chooses.
type Forms uint8

// The forms of references (RFC 3986, sections 4.1, 4.2 and 4.4). Every reference has exactly one.
const (
	FormFragment     Forms = 1 << iota // fragment only, or the empty reference
	FormQuery                          // query, maybe with a fragment
	FormRelativePath                   // path without a slash at the beginning
	FormAbsolutePath                   // path with one slash at the beginning
	FormNetworkPath                    // two slashes and an authority
	FormIRI                            // scheme

	// AnyForm has all forms.
	AnyForm = FormFragment | FormQuery | FormRelativePath | FormAbsolutePath | FormNetworkPath | FormIRI
)

// ErrNoReference is the error of [Resolver.AppendRelativize] if no reference of the forms resolves to the target.
var ErrNoReference = errors.New("iri: no reference resolves to the target")

// Relativize returns the shortest reference of any form that [IRI.Resolve] turns into exactly the target, and whether
// there is one. See [Resolver.Relativize].
func (x IRI) Relativize(target IRI) (Reference, bool) {
	return Resolver{Base: x}.Relativize(target, AnyForm)
}

// Relativize returns the shortest reference of any form that [Reference.Resolve] turns into exactly the target, and
// whether there is one: see [Resolver.Relativize]. If x has no scheme, the target may be the zero Reference. No
// reference leads out of a path that begins with "..", as from ../a to b.
func (x Reference) Relativize(target Reference) (Reference, bool) {
	var buf [256]byte
	base, t := x.ref(), target.ref()
	text, cut, ok := ref.Relativize(buf[:0], &base, &t, false, ref.Forms(AnyForm))
	if !ok {
		return Reference{}, false
	}
	v, err := made(text, cut)
	return Reference{v}, err == nil
}

// Relativize returns the shortest reference of the given forms that r resolves to exactly the target, and whether there
// is one. Of equally long ones it returns the one whose form comes first in the list of forms. There is no such
// reference
//
//   - to a target with dot segments, because resolution removes them, except a reference without a path if base and
//     target have the same path, and the target itself with Verbatim;
//   - to another scheme without FormIRI, or another authority without FormNetworkPath or FormIRI;
//   - to a target that is not below the base, with Below;
//   - to the zero IRI;
//   - if the base is the zero IRI, except the target itself, with FormIRI.
//
// A relative path begins with ./ if its first segment would otherwise be empty or have a colon: ./a:b, .//x.
//
// Relativize ignores field Normalize, with which r resolves the reference to the normal form of the target. It returns
// no reference of 4 GiB or more.
func (r Resolver) Relativize(target IRI, forms Forms) (Reference, bool) {
	var buf [256]byte
	text, parts, err := appendReference(r, buf[:0], target.ref(), forms)
	if err != nil {
		return Reference{}, false
	}
	return Reference{value{string(text), parts}}, true
}

// AppendRelativize appends to dst the reference that [Resolver.Relativize] returns, and returns the offsets of its
// components in that reference. The error is a [*SyntaxError], [ErrTooLong] or [ErrNoReference].
func (r Resolver) AppendRelativize(dst, target []byte, forms Forms) ([]byte, Parts, error) {
	parts, err := Split(target)
	if err != nil {
		return dst, Parts{}, err
	}
	return appendReference(r, dst, ref.Ref[[]byte]{Text: target, Cut: find.Cut(parts)}, forms)
}

func appendReference[B ref.Bytes](r Resolver, dst []byte, target ref.Ref[B], forms Forms) ([]byte, Parts, error) {
	base := r.Base.ref()
	if !target.HasScheme() {
		return dst, Parts{}, ErrNoReference
	}
	result, cut, ok := ref.Relativize(dst, &base, &target, r.Verbatim, ref.Forms(forms))
	if !ok {
		return dst, Parts{}, ErrNoReference
	}
	text, parts, err := appended(dst, result, cut)
	if err == nil && r.Below && !isBelow(&base, &ref.Ref[[]byte]{Text: text[len(dst):], Cut: cut}, &target) {
		return dst, Parts{}, ErrNoReference
	}
	return text, parts, err
}

// isBelow reports whether target, the result of resolving r against base, is in or below the directory of base. Its
// answer also protects programs that decode the path again, treat look-alikes as slashes, strip parameters, or join the
// part of the path below the directory to another directory: see field Below of [Resolver].
func isBelow[B, R, T ref.Bytes](base *ref.Ref[B], r *ref.Ref[R], target *ref.Ref[T]) bool {
	rest, ok := ref.Below(base, r, target)
	return ok && !isAbsolute(rest) && !anyMisleading(rest)
}

// isAbsolute reports whether some program may take a path for an absolute one: its first segment, with blanks and
// parameters removed, is empty and a slash follows, or it begins with a drive or ends like a scheme.
func isAbsolute[B ref.Bytes](path B) bool {
	var buf [256]byte
	n := 0
	for n < len(path) && path[n] != '/' {
		n++
	}
	name := trimBlank(appendFullyDecoded(buf[:0], path[:n]))
	return beginsWithDrive(name) || endsInColon(name) || endsInColon(cut(name, ends)) || n < len(path) && len(cut(name, ends)) == 0
}

// beginsWithDrive reports whether a name has a colon after at most one character: some programs allow any drive letter.
func beginsWithDrive(name []byte) bool {
	_, size := utf8.DecodeRune(name)
	return bytes.IndexAny(name, colons) == 0 || bytes.IndexAny(bytes.TrimLeftFunc(name[size:], isBlank), colons) == 0
}

func endsInColon(name []byte) bool {
	last, _ := utf8.DecodeLastRune(name)
	return strings.ContainsRune(colons, last)
}

// cut returns the part of name before the first of chars, without surrounding blanks.
func cut(name []byte, chars string) []byte {
	if i := bytes.IndexAny(name, chars); i >= 0 {
		name = name[:i]
	}
	return trimBlank(name)
}

func trimBlank(name []byte) []byte { return bytes.TrimFunc(name, isBlank) }

func anyMisleading[B ref.Bytes](path B) bool {
	for begin, i := 0, 0; i <= len(path); i++ {
		if i < len(path) && path[i] != '/' {
			continue
		}
		if isMisleading(path[begin:i]) {
			return true
		}
		begin = i + 1
	}
	return false
}

const (
	separators = `/\` + "\u2044\u2215\u2216\u29f5\u29f8\u29f9\uff0f\uff3c\ufe68" // with look-alikes
	dots       = "." + "\u2024\u2025\u2026\ufe52\uff0e"                          // with look-alikes
	colons     = ":\ufe13\ufe55\uff1a"                                           // with compatibility characters
	ends       = ";?#"                                                           // delimiters of parameters, queries and fragments
)

// isMisleading reports whether some program may take a segment for a dot segment or for several segments.
func isMisleading[B ref.Bytes](segment B) bool {
	var buf [256]byte
	name := appendFullyDecoded(buf[:0], segment)
	if !utf8.Valid(name) || bytes.ContainsFunc(name, isControl) || bytes.ContainsAny(name, separators) {
		return true
	}
	name = cut(name, ends+colons)
	return bytes.ContainsAny(name, dots) && !bytes.ContainsFunc(name, func(r rune) bool { return !isBlank(r) && !strings.ContainsRune(dots, r) })
}

// isBlank reports whether a character is a space, invisible, or not allowed in any IRI.
func isBlank(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' '
	}
	var buf [utf8.UTFMax]byte
	c := utf8.AppendRune(buf[:0], r)
	for _, a := range [...]*dfa.Automaton{&language.Blank, &language.Invisible, &language.Formatting, &language.BidiIsolate, &language.Joiner} {
		if dfa.Match(a, c) {
			return true
		}
	}
	return !dfa.Match(language.UCSChar.Automaton, c)
}

func isControl(r rune) bool { return r < ' ' || r >= 0x7F && r < 0xA0 }

// appendFullyDecoded appends a segment with percent-encoded octets decoded until none is left, so that %252F becomes a
// slash. It also decodes the form %u002F. Each appended byte may complete an encoded octet, which may complete another.
func appendFullyDecoded[B ref.Bytes](dst []byte, segment B) []byte {
	start := len(dst)
	for i := range len(segment) {
		dst = append(dst, segment[i])
		for n := -1; n != len(dst); {
			n = len(dst)
			dst = decodeEnd(dst, start)
		}
	}
	return dst
}

// decodeEnd decodes a suffix of dst[start:] that is an encoded octet or, as %u002F, an encoded UTF-16 code unit.
func decodeEnd(dst []byte, start int) []byte {
	const size = len("%u002F")
	if n := len(dst) - percent.Size; n >= start && percent.Begins(dst[n:]) {
		return append(dst[:n], percent.Octet(dst[n:]))
	}
	n := len(dst) - size
	if n < start || dst[n] != '%' || dst[n+1]|0x20 != 'u' {
		return dst
	}
	high, low := [...]byte{'%', dst[n+2], dst[n+3]}, [...]byte{'%', dst[n+4], dst[n+5]}
	if !percent.Begins(high[:]) || !percent.Begins(low[:]) {
		return dst
	}
	return utf8.AppendRune(dst[:n], rune(percent.Octet(high[:]))<<8|rune(percent.Octet(low[:])))
}
