package wild

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"example.org/iri/compile/abnf"
)

// withoutMargin replaces the margin of lines, if there is one, by spaces. It returns a repair for each group of
// consecutive lines.
func withoutMargin(s *source) (*source, []Repair) {
	margin := marginOf(s)
	if margin == "" {
		return s, nil
	}
	text := []byte(s.text)
	var repairs []Repair
	lines, next := 0, -1 // of the last repair, and index of the line that continues it
	for i, l := range s.lines {
		word, rest := cutWord(s.in(l))
		if word != margin {
			continue
		}
		at := l.end - len(rest) - len(word)
		fill(text[at : at+len(word)])
		if i != next {
			repairs = append(repairs, Repair{Pos: s.pos(at)})
			lines = 0
		}
		lines++
		next = i + 1
		repairs[len(repairs)-1].Msg = fmt.Sprintf("left out before %d lines: %q", lines, margin)
		if lines == 1 {
			repairs[len(repairs)-1].Msg = fmt.Sprintf("left out before a line: %q", margin)
		}
	}
	return s.with(text), repairs
}

// marginOf returns the word before most rules at the start of lines, as in comments and mail ("*", "//", "--", "#", ">"
// and so on), if at least two rules have it. No line of ABNF may begin with it.
func marginOf(s *source) (margin string) {
	count := map[string]int{"": 1}
	for _, l := range s.lines {
		word, rest := cutWord(s.in(l))
		rest = strings.TrimLeft(rest, " \t")
		if word == "/" || strings.Trim(word, "*/-#>|+:!.") != "" || !definesAt(rest, 0, len(rest)) {
			continue
		}
		if count[word]++; count[word] > count[margin] {
			margin = word
		}
	}
	return margin
}

func cutWord(line string) (word, rest string) {
	line = strings.TrimLeft(line, " \t")
	end := wordEnd(line, 0, len(line), func(c byte) bool { return !isBlank(c) })
	return line[:end], line[end:]
}

// place moves the errors of strict ABNF to their positions in the page.
func (s *source) place(err error) error {
	var list abnf.ErrorList
	if s.origin == nil || !errors.As(err, &list) {
		return err
	}
	for _, e := range list {
		e.Pos = s.pos(e.Offset)
		e.Hint = openedAt.ReplaceAllStringFunc(e.Hint, s.placeHint)
	}
	return list
}

var openedAt = regexp.MustCompile(`opened at ([0-9]+):([0-9]+)`)

func (s *source) placeHint(hint string) string {
	m := openedAt.FindStringSubmatch(hint)
	line, _ := strconv.Atoi(m[1])
	column, _ := strconv.Atoi(m[2])
	pos := s.pos(s.lines[line-1].start + column - 1)
	return fmt.Sprintf("opened at %d:%d", pos.Line, pos.Col)
}

// placeNode moves a tree to its position in the page.
func (s *source) placeNode(n abnf.Node) {
	switch n := n.(type) {
	case *abnf.Alternation:
		n.Pos = s.pos(n.Offset)
		for _, alt := range n.Alts {
			s.placeNode(alt)
		}
	case *abnf.Concatenation:
		n.Pos = s.pos(n.Offset)
		for _, elem := range n.Elems {
			s.placeNode(elem)
		}
	case *abnf.Repetition:
		n.Pos = s.pos(n.Offset)
		s.placeNode(n.Elem)
	case *abnf.CharVal:
		n.Pos = s.pos(n.Offset)
	case *abnf.NumVal:
		n.Pos = s.pos(n.Offset)
	case *abnf.RuleRef:
		n.Pos = s.pos(n.Offset)
	case *abnf.ProseVal:
		n.Pos = s.pos(n.Offset)
	}
}
