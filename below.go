package iri

import (
	"bytes"
	"unicode/utf8"

	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/ref"
)

// isBelow reports whether target is in or below the directory of base, even for programs that decode its path
// again, take look-alikes for slashes, or cut parameters off. Target is what resolution has made of r.
func isBelow[B, R, T ref.Bytes](base *ref.Ref[B], r *ref.Ref[R], target *ref.Ref[T]) bool {
	rest, ok := ref.Below(base, r, target)
	return ok && !anyMisleading(rest)
}

// anyMisleading reports whether a segment of a path is misleading.
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
	separators = `/\` + "\u2044\u2215\u2216\u29f5\u29f8\u29f9\uff0f\uff3c\ufe68" // Unicode look-alikes included
	dots       = "." + "\u2024\u2025\u2026\ufe52\uff0e"                          // Unicode look-alikes included
	spaces     = " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
	ends       = ";:?#" // what some programs cut off begins with one of them
)

// isMisleading reports whether some programs may take a segment for a dot segment or for several segments.
func isMisleading[B ref.Bytes](segment B) bool {
	var buf [256]byte
	name := appendFullyDecoded(buf[:0], segment)
	if !utf8.Valid(name) || bytes.ContainsFunc(name, isControl) || bytes.ContainsAny(name, separators) {
		return true
	}
	if i := bytes.IndexAny(name, ends); i >= 0 {
		name = name[:i]
	}
	return bytes.ContainsAny(name, dots) && len(bytes.Trim(name, dots+spaces)) == 0
}

// isControl reports whether a character is a control character of ASCII or of Latin-1.
func isControl(r rune) bool { return r < ' ' || r >= 0x7F && r < 0xA0 }

// appendFullyDecoded appends a segment with its percent-encoded octets decoded, and what they encode, too:
// %252F becomes a slash.
func appendFullyDecoded[B ref.Bytes](dst []byte, segment B) []byte {
	start := len(dst)
	for i := range len(segment) {
		dst = append(dst, segment[i])
		for n := len(dst) - percent.Size; n >= start && percent.Begins(dst[n:]); n -= percent.Size - 1 {
			dst = append(dst[:n], percent.Octet(dst[n:]))
		}
	}
	return dst
}
