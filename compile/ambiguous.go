package compile

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/compile/internal/subset"
	"example.org/iri/dfa"
	"example.org/iri/internal/nfa"
)

// AmbiguousError says that the grammar does not determine where the rule Name, at Pos, lies in
// texts of Rule. Text is a shortest text that shows it: two readings put Name into two places. If
// Absent, the first reading does not have Name.
type AmbiguousError struct {
	abnf.Pos
	Rule, Name string
	Text       []byte
	Places     [2]dfa.Span
	Absent     bool
}

func (e *AmbiguousError) Error() string {
	first := "absent"
	if !e.Absent {
		first = describeSpan(e.Places[0])
	}
	return fmt.Sprintf("%s: rule %s: where %s lies is ambiguous: in %q it is %s or %s",
		place(e.Pos), e.Rule, e.Name, e.Text, first, describeSpan(e.Places[1]))
}

func describeSpan(s dfa.Span) string { return fmt.Sprintf("at %d to %d", s.Start, s.End) }

// ambiguous returns the error for a clash, other errors as they are.
func (p *program) ambiguous(n *nfa.Automaton, err error) error {
	var clash *subset.Clash
	if !errors.As(err, &clash) {
		return err
	}
	e := &AmbiguousError{Rule: p.Rule.Name, Text: clash.Text}
	for r, k := range p.Source.Spans {
		if k == clash.Span {
			e.Pos, e.Name = r.Pos, r.Name
		}
	}
	places := placesOf(n, clash.Span, clash.Text)
	if e.Absent = places[0] == nowhere; e.Absent {
		places[0] = dfa.Span{}
	}
	e.Places = [2]dfa.Span{places[0], places[1]}
	return e
}

// nowhere is where a rule lies while a reading has not met it. It comes before all other places.
var nowhere = dfa.Span{Start: -1, End: -1}

// placesOf lists where a span lies in the readings of text, in order: its last
// beginning and its last end on every path.
func placesOf(n *nfa.Automaton, span int, text []byte) []dfa.Span {
	type reading struct {
		at int32
		dfa.Span
	}
	live := n.Live()
	var seen map[reading]bool
	var visit func(r reading, offset int)
	visit = func(r reading, offset int) {
		switch tag := n.States[r.at].Tag - 1; tag {
		case nfa.BeginTag(span):
			r.Start = offset
		case nfa.EndTag(span):
			r.End = offset
		}
		if seen[r] || !live[r.at] {
			return
		}
		seen[r] = true
		for _, to := range n.States[r.at].Eps {
			visit(reading{to, r.Span}, offset)
		}
	}
	seen = make(map[reading]bool)
	visit(reading{n.Start, nowhere}, 0)
	for i, b := range text {
		before := seen
		seen = make(map[reading]bool)
		for r := range before {
			for _, e := range n.States[r.at].Edges {
				if e.Lo <= b && b <= e.Hi {
					visit(reading{e.To, r.Span}, i+1)
				}
			}
		}
	}
	var list []dfa.Span
	for r := range seen {
		if r.at == n.Accept {
			list = append(list, r.Span)
		}
	}
	slices.SortFunc(list, func(a, b dfa.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	return list
}
