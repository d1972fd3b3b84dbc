package wild

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"example.org/iri/compile/abnf"
)

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
