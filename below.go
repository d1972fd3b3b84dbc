package iri

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/ref"
)

// isBelow reports whether target, the result of resolving r against base, is in or below the directory of base.
// It also holds for programs that decode the path again, treat look-alikes as slashes, strip parameters, or join the
// path below the directory to another directory.
func isBelow[B, R, T ref.Bytes](base *ref.Ref[B], r *ref.Ref[R], target *ref.Ref[T]) bool {
	rest, ok := ref.Below(base, r, target)
	return ok && !isAbsolute(rest) && !anyMisleading(rest)
}

// isAbsolute reports whether some programs may take a path for an absolute one: its first segment is empty for them and a
// slash follows, or that segment begins with a drive or ends like a scheme.
func isAbsolute[B ref.Bytes](path B) bool {
	var buf [256]byte
	n := 0
	for n < len(path) && path[n] != '/' {
		n++
	}
	name := trimBlank(appendFullyDecoded(buf[:0], path[:n]))
	return beginsWithDrive(name) || endsInColon(name) || endsInColon(cut(name, ends)) || n < len(path) && len(cut(name, ends)) == 0
}

// beginsWithDrive reports whether a name begins with a colon after at most one character, as a drive of Windows does. Some
// programs take any character for its letter.
func beginsWithDrive(name []byte) bool {
	_, size := utf8.DecodeRune(name)
	return bytes.IndexAny(name, colons) == 0 || bytes.IndexAny(bytes.TrimLeftFunc(name[size:], isBlank), colons) == 0
}

// endsInColon reports whether a name ends in a colon, as a scheme does.
func endsInColon(name []byte) bool {
	last, _ := utf8.DecodeLastRune(name)
	return strings.ContainsRune(colons, last)
}

// cut returns the part of name before the first of chars, without blanks around it.
func cut(name []byte, chars string) []byte {
	if i := bytes.IndexAny(name, chars); i >= 0 {
		name = name[:i]
	}
	return trimBlank(name)
}

func trimBlank(name []byte) []byte { return bytes.TrimFunc(name, isBlank) }

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
	colons     = ":\ufe13\ufe55\uff1a"                                           // what is mapped to a colon included
	ends       = ";?#"                                                           // what some programs cut off begins with one of them
)

// isMisleading reports whether some programs may take a segment for a dot segment or for several segments.
func isMisleading[B ref.Bytes](segment B) bool {
	var buf [256]byte
	name := appendFullyDecoded(buf[:0], segment)
	if !utf8.Valid(name) || bytes.ContainsFunc(name, isControl) || bytes.ContainsAny(name, separators) {
		return true
	}
	name = cut(name, ends+colons)
	return bytes.ContainsAny(name, dots) && !bytes.ContainsFunc(name, func(r rune) bool { return !isBlank(r) && !strings.ContainsRune(dots, r) })
}

// isBlank reports whether a character is a space, cannot be seen or is in no IRI.
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

// isControl reports whether a character is a control character of ASCII or of Latin-1.
func isControl(r rune) bool { return r < ' ' || r >= 0x7F && r < 0xA0 }

// appendFullyDecoded appends a segment with its percent-encoded octets decoded, those of the form %u002F too, and what they
// encode as well: %252F becomes a slash.
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

// decodeEnd decodes what the bytes from start on end in, if that is an encoded octet or, as %u002F, an encoded character.
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
