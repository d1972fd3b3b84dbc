package abnf

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// A source is the text of a grammar, split into lines.
type source struct {
	file  string
	text  string
	lines []extent
}

// An extent is text[start:end]. The extent of a line excludes LF or CRLF. Any other CR is part of the line, and never
// accepted.
type extent struct{ start, end int }

func (s *source) in(e extent) string { return s.text[e.start:e.end] }

func newSource(file, text string) *source {
	s := &source{file: file, text: text}
	for start := 0; start < len(text); {
		l, _, ended := strings.Cut(text[start:], "\n")
		next := start + len(l) + 1
		if ended {
			l = strings.TrimSuffix(l, "\r")
		}
		s.lines = append(s.lines, extent{start, start + len(l)})
		start = next
	}
	return s
}

func (s *source) pos(offset int) Pos {
	after, _ := slices.BinarySearchFunc(s.lines, offset, func(l extent, offset int) int {
		return cmp.Compare(l.start, offset+1)
	})
	if after == 0 {
		return Pos{File: s.file, Offset: offset, Line: 1, Col: offset + 1}
	}
	return Pos{File: s.file, Offset: offset, Line: after, Col: offset - s.lines[after-1].start + 1}
}

// A section is the text of a rule, or of text in place of a rule. Sections are adjacent.
type section struct {
	start, end int
	indent     int  // width of the white space before its first line
	defines    bool // its first line looks like the beginning of a rule
}

// sections splits the text before each line that begins a rule. It does so before parsing, so that an error in one rule
// does not affect the next.
//
// Lines that are indented more than base, the indentation of the first rule, continue a rule (RFC 5234, 2.2). A line
// that looks like a definition begins a section at any indentation, because no rule contains "name =". Blank lines and
// comment lines belong to the section before.
func (s *source) sections() (list []section, base int) {
	base = s.base()
	for _, l := range s.lines {
		text := s.in(l)
		if blank(text) {
			continue
		}
		depth, def := indent(text), definition.MatchString(text)
		if len(list) > 0 && depth > base && !def {
			continue
		}
		if len(list) > 0 {
			list[len(list)-1].end = l.start
		}
		list = append(list, section{start: l.start, indent: depth, defines: def})
	}
	if len(list) == 0 {
		list = []section{{}}
	}
	list[0].start = 0 // text before the first rule is part of its section
	list[len(list)-1].end = len(s.text)
	return list, base
}

// base returns the indentation of the first line that looks like a definition, or of the first line that is not blank.
// So text before a grammar that was copied from a page does not determine the indentation.
func (s *source) base() int {
	first := -1
	for _, l := range s.lines {
		text := s.in(l)
		switch {
		case definition.MatchString(text):
			return indent(text)
		case first < 0 && !blank(text):
			first = indent(text)
		}
	}
	return first
}

// definition matches the beginning of a rule, also with an invalid name or in other notations, so that each intended
// rule has an error of its own.
var definition = regexp.MustCompile(`^[ \t]*<?\w[\w-]*>?(?:[ \t]*(?:=|:=|::=|->)|[ \t]+:)`)

func blank(line string) bool {
	rest := strings.TrimLeft(line, " \t")
	return rest == "" || rest[0] == ';'
}

func indent(line string) int { return columns(line[:len(line)-len(strings.TrimLeft(line, " \t"))]) }

// columns returns the width of text at the start of a line, with tab stops every eight columns.
func columns(text string) (n int) {
	for _, r := range text {
		switch {
		case r == '\t':
			n += 8 - n%8
		default:
			n++
		}
	}
	return n
}
