package compile

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/compile/internal/subset"
	"example.org/iri/dfa"
	"example.org/iri/internal/nfa"
)

// AmbiguousError says that the grammar does not determine where the rule Name, at Pos, lies in
// strings of Rule. Text is a shortest string that shows it: in two parses of it, Name has two lists of
// places. A list without places says that Name is absent.
type AmbiguousError struct {
	abnf.Pos
	Rule, Name string
	Text       []byte
	Places     [2][]dfa.Span
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%s: rule %s: where %s lies is ambiguous: in %q it is %s or %s",
		place(e.Pos), e.Rule, e.Name, e.Text, describe(e.Places[0]), describe(e.Places[1]))
}

// describe says where a rule lies.
func describe(places []dfa.Span) string {
	if len(places) == 0 {
		return "absent"
	}
	var list []string
	for _, s := range places {
		list = append(list, fmt.Sprintf("%d to %d", s.Start, s.End))
	}
	return "at " + strings.Join(list, " and ")
}

// ambiguous returns the error for a clash, other errors as they are.
func (p *program) ambiguous(n *nfa.Automaton, err error) error {
	var clash *subset.Clash
	if !errors.As(err, &clash) {
		return err
	}
	span := p.spans[clash.Span]
	places := placesOf(n, clash.Span, clash.Text)
	return &AmbiguousError{
		Pos: span.Rule.Pos, Rule: p.Rule.Name, Name: span.Name,
		Text: clash.Text, Places: [2][]dfa.Span{places[0], places[1]},
	}
}

// parse is a parse of a prefix: the NFA state that it has come to, and the places of a span.
type parse struct {
	at     int32
	places string // begin, end, begin, ... of four bytes each
}

// enter returns the parse when it comes to a state after some bytes, where its tags are those of a span.
// It is not ok if there are three places of no length here already, and the path may be endless.
func (p parse) enter(s *nfa.State, span, offset int) (next parse, ok bool) {
	here := string(binary.BigEndian.AppendUint32(nil, uint32(offset)))
	if tag := s.Tag - 1; tag == nfa.BeginTag(span) || tag == nfa.EndTag(span) {
		p.places += here
	}
	return p, !strings.HasSuffix(p.places, strings.Repeat(here, 6))
}

// spans returns the places.
func (p parse) spans() (list []dfa.Span) {
	offset := func(at int) int { return int(binary.BigEndian.Uint32([]byte(p.places[at:]))) }
	for i := 0; i < len(p.places); i += 8 {
		list = append(list, dfa.Span{Start: offset(i), End: offset(i + 4)})
	}
	return list
}

// placesOf lists where a span lies in the parses of text, in order.
func placesOf(n *nfa.Automaton, span int, text []byte) [][]dfa.Span {
	live := n.Live()
	var seen map[parse]bool
	var visit func(p parse, offset int)
	visit = func(p parse, offset int) {
		p, ok := p.enter(&n.States[p.at], span, offset)
		if !ok || seen[p] || !live[p.at] {
			return
		}
		seen[p] = true
		for _, to := range n.States[p.at].Eps {
			visit(parse{to, p.places}, offset)
		}
	}
	seen = make(map[parse]bool)
	visit(parse{n.Start, ""}, 0)
	for i, b := range text {
		before := seen
		seen = make(map[parse]bool)
		for p := range before {
			for _, e := range n.States[p.at].Edges {
				if e.Lo <= b && b <= e.Hi {
					visit(parse{e.To, p.places}, i+1)
				}
			}
		}
	}
	var list [][]dfa.Span
	for p := range seen {
		if p.at == n.Accept {
			list = append(list, p.spans())
		}
	}
	slices.SortFunc(list, func(a, b []dfa.Span) int { return slices.CompareFunc(a, b, compareSpans) })
	return list
}

func compareSpans(a, b dfa.Span) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}
