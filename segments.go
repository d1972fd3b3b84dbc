package iri

import (
	"errors"
	"iter"
	"strings"

	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

// Segments yields the segments of the path: the span of each in the string, and the segment, decoded. A decoded segment
// may have any byte, even slashes, and need not be UTF-8. A slash at the beginning of the path precedes the first
// segment: /a/ has the segments "a" and "". An empty path has none. Segments allocates only segments that have to be
// decoded, and a buffer for each of more than 256 bytes.
func (x value) Segments() iter.Seq2[Span, string] {
	return func(yield func(Span, string) bool) {
		path := x.Path()
		if path == "" {
			return
		}
		start := x.parts.Path().Start
		if rest, rooted := strings.CutPrefix(path, char.Slash); rooted {
			path = rest
			start += len(char.Slash)
		}
		for text, rest, more := "", path, true; more; start += len(text) + len(char.Slash) {
			text, rest, more = strings.Cut(rest, char.Slash)
			if !yield(Span{Start: start, End: start + len(text)}, decoded(text)) {
				return
			}
		}
	}
}

// AddSegments adds segments at the end of the path, each after a slash, which is not doubled if the path already ends
// in one. Segments are any strings, not percent-encoded: AddSegments encodes all that a segment cannot have, so a slash
// becomes %2F.
//
// The segments "", "." and ".." are errors: "" would put a slash at the end or two in a row, and the others would lead
// to another path, even if they were percent-encoded.
func (b Builder) AddSegments(segments ...string) Builder {
	var stack [256]byte
	buf := append(stack[:0], b.get(ComponentPath)...)
	for _, s := range segments {
		if err := addable(s); err != nil {
			return b.failed(ComponentPath, err)
		}
		if n := len(buf); n == 0 || buf[n-1] != '/' {
			buf = append(buf, '/')
		}
		buf = percent.AppendEncoded(buf, s, &language.ISegmentStrict)
	}
	return b.Path(string(buf))
}

func addable(segment string) error {
	switch segment {
	case "":
		return errEmptySegment
	case dot, dot + dot:
		return errDotSegment
	}
	return nil
}

const dot = "."

var (
	errEmptySegment = errors.New("iri: an empty segment cannot be added")
	errDotSegment   = errors.New(`iri: "." and ".." cannot be added as segments`)
)
