package wild

import (
	"cmp"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
)

// source is a text with its lines. A source derived from another one maps its parts to the origin.
type source struct {
	file  string
	text  string
	lines []extent

	origin *source
	moved  []move
	parts  map[int]bool // start offsets of unconnected parts
}

// extent is text[start:end]. The extent of a line excludes LF or CR LF.
type extent struct{ start, end int }

// move maps the text from offset to, up to the next move, to offset from of the origin.
type move struct{ to, from int }

func newSource(file, text string) *source {
	s := &source{file: file, text: text}
	for start := 0; start < len(text); {
		line, _, ended := strings.Cut(text[start:], "\n")
		next := start + len(line) + 1
		if ended {
			line = strings.TrimSuffix(line, "\r")
		}
		s.lines = append(s.lines, extent{start, start + len(line)})
		start = next
	}
	return s
}

// with returns the source with another text of the same length and with the same lines.
func (s *source) with(text []byte) *source {
	c := *s
	c.text = string(text)
	return &c
}

func (s *source) in(e extent) string { return s.text[e.start:e.end] }

func (s *source) pos(offset int) abnf.Pos {
	if s.origin != nil {
		return s.origin.pos(s.moveBack(offset))
	}
	after, _ := slices.BinarySearchFunc(s.lines, offset, func(l extent, offset int) int {
		return cmp.Compare(l.start, offset+1)
	})
	if after == 0 {
		return abnf.Pos{File: s.file, Offset: offset, Line: 1, Col: offset + 1}
	}
	return abnf.Pos{File: s.file, Offset: offset, Line: after, Col: offset - s.lines[after-1].start + 1}
}

func (s *source) moveBack(offset int) int {
	after, _ := slices.BinarySearchFunc(s.moved, offset, func(m move, offset int) int {
		return cmp.Compare(m.to, offset+1)
	})
	if after == 0 {
		return offset
	}
	m := s.moved[after-1]
	return m.from + offset - m.to
}

// collector makes a source from parts of another one.
type collector struct {
	*source
	out   strings.Builder
	moves []move
}

func (c *collector) add(from int, text string) {
	c.moves = append(c.moves, move{c.out.Len(), from})
	c.out.WriteString(text)
}

func (c *collector) collected() *source {
	s := newSource(c.file, c.out.String())
	s.origin, s.moved = c.source, c.moves
	return s
}
