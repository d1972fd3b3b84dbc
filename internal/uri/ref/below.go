package ref

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"example.org/iri/internal/uri/percent"
)

// IsBelow reports whether a target, which Resolve has made of a reference, is in the directory of the base or
// below, for programs that interpret its path otherwise, too: that decode it, once or more often, take
// look-alikes for separators, or cut parameters off. The base has a scheme.
func IsBelow[B, R, T Bytes](base *Ref[B], r *Ref[R], target *Ref[T]) bool {
	var buf [256]byte
	directory, at := appendCleanDirectory(buf[:0], base, false), pathStart(base.Cut)
	path, root := Unguarded(target), directory[at:]
	switch {
	case climbsAbove(r.Path()), !equal(directory[:at], target.Text[:pathStart(target.Cut)]):
		return false
	case len(path) == 0 && target.HasAuthority():
		return string(root) == "/"
	case len(path) < len(root) || !equal(root, path[:len(root)]):
		return false
	}
	return !anyMisleading(path[len(root):])
}

// climbsAbove reports whether dot segments of a path lead above where it begins, even if the path comes back.
func climbsAbove[B Bytes](path B) bool {
	depth := 0
	for begin := len(path) - len(afterSlash(path)); begin <= len(path); {
		end := begin
		for end < len(path) && path[end] != '/' {
			end++
		}
		switch dotSegment(path[begin:], false) {
		case 0:
			depth++
		case 2:
			depth--
		}
		if depth < 0 {
			return true
		}
		begin = end + 1
	}
	return false
}

// afterSlash returns a path without the slash at its beginning.
func afterSlash[B Bytes](path B) B {
	if Rooted(path) {
		return path[1:]
	}
	return path
}

// anyMisleading reports whether a segment of a path is misleading.
func anyMisleading[B Bytes](path B) bool {
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
	separators = `/\` + "\u2044\u2215\u2216\u29f5\u29f8\u29f9\uff0f\uff3c\ufe68" // with characters that are mapped to them
	dots       = "." + "\u2024\u2025\u2026\ufe52\uff0e"                          // the same
	ends       = ";:?#"                                                          // what some programs cut off begins with one of them
)

// isMisleading reports whether some programs may take a segment for a dot segment or for several segments.
func isMisleading[B Bytes](segment B) bool {
	var buf [256]byte
	name := appendFullyDecoded(buf[:0], segment)
	if !utf8.Valid(name) || bytes.ContainsFunc(name, unicode.IsControl) || bytes.ContainsAny(name, separators) {
		return true
	}
	if i := bytes.IndexAny(name, ends); i >= 0 {
		name = name[:i]
	}
	name = bytes.TrimFunc(name, unicode.IsSpace)
	return len(name) > 0 && len(bytes.Trim(name, dots+" ")) == 0
}

// appendFullyDecoded appends a segment with its percent-encoded octets decoded, and what they encode, too:
// %252F becomes a slash.
func appendFullyDecoded[B Bytes](dst []byte, segment B) []byte {
	start := len(dst)
	for i := range len(segment) {
		dst = append(dst, segment[i])
		for n := len(dst) - percent.Size; n >= start && percent.Begins(dst[n:]); n -= percent.Size - 1 {
			dst = append(dst[:n], percent.Octet(dst[n:]))
		}
	}
	return dst
}
