package abnf

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// source is a grammar text and its lines.
type source struct {
	file  string
	text  string
	lines []extent
}

// extent is text[start:end]. That of a line is without its LF or CRLF. A CR anywhere else is part
// of the line, where nothing accepts it.
type extent struct{ start, end int }

// in returns the text of an extent.
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

// pos returns the place of an offset.
func (s *source) pos(offset int) Pos {
	after, _ := slices.BinarySearchFunc(s.lines, offset, func(l extent, offset int) int {
		return cmp.Compare(l.start, offset+1)
	})
	if after == 0 {
		return Pos{File: s.file, Offset: offset, Line: 1, Col: offset + 1}
	}
	return Pos{File: s.file, Offset: offset, Line: after, Col: offset - s.lines[after-1].start + 1}
}

// section is the text of one rule, or of something in the place of a rule. It
// reaches to the next section: between sections there is nothing.
type section struct {
	start, end int
	indent     int  // width of the white space before its first line
	defines    bool // its first line looks like the beginning of a rule
}

// sections splits the text before each line that begins a rule, before anything
// is read: a fault in one rule cannot reach into the next.
//
// Lines indented deeper than base, the indentation of the first rule, continue
// a rule (RFC 5234, 2.2). Those that look like a definition begin a section at
// any depth, because no rule contains "name =". Blank lines and lines with
// nothing but a comment belong to the section above, at any depth, too.
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
	list[0].start = 0 // what stands above the first rule is read with it
	list[len(list)-1].end = len(s.text)
	return list, base
}

// base returns the indentation of the first line that looks like a definition,
// or of the first line that is not blank if none does. The text around a
// grammar copied from a page thus does not decide where its rules begin.
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

// definition matches the beginning of a rule, also with a faulty name and in
// the spellings of other notations: what is meant as a rule gets its own error.
var definition = regexp.MustCompile(`^[ \t]*<?\w[\w-]*>?(?:[ \t]*(?:=|:=|::=|->)|[ \t]+:)`)

// blank reports whether a line holds nothing but white space and a comment.
func blank(line string) bool {
	rest := strings.TrimLeft(line, " \t")
	return rest == "" || rest[0] == ';'
}

// indent returns the width of the white space a line begins with.
func indent(line string) int { return columns(line[:len(line)-len(strings.TrimLeft(line, " \t"))]) }

// columns returns how many columns the beginning of a line takes. Tab stops are eight
// columns apart, so that tabs and spaces mean what they look like.
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
