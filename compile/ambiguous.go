package compile

import (
	"cmp"
	"fmt"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// AmbiguousError says that the grammar does not determine where the rule Name, at
// Pos, lies in texts of Rule: two readings of Text, a shortest such text, put it
// into two places. If Absent, the first reading does not have it.
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

// ambiguous returns the error for a span that the text which leads to a DFA state
// has in two places.
func (t *tagger) ambiguous(span int, last step) *AmbiguousError {
	var text []byte
	for at := last; at.state != 0; at = t.from[at.state] {
		text = append(text, at.by)
	}
	slices.Reverse(text)
	e := &AmbiguousError{Rule: t.rule.Name, Text: text}
	for r, k := range t.spans {
		if k == span {
			e.Pos, e.Name = r.Pos, r.Name
		}
	}
	places := t.nfa.placesOf(span, text, t.live)
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
func (n *nfa) placesOf(span int, text []byte, live []bool) []dfa.Span {
	type reading struct {
		at int32
		dfa.Span
	}
	var seen map[reading]bool
	var visit func(r reading, offset int)
	visit = func(r reading, offset int) {
		switch tag := n.states[r.at].tag - 1; tag {
		case beginTag(span):
			r.Start = offset
		case endTag(span):
			r.End = offset
		}
		if seen[r] || !live[r.at] {
			return
		}
		seen[r] = true
		for _, to := range n.states[r.at].eps {
			visit(reading{to, r.Span}, offset)
		}
	}
	seen = make(map[reading]bool)
	visit(reading{n.start, nowhere}, 0)
	for i, b := range text {
		before := seen
		seen = make(map[reading]bool)
		for r := range before {
			for _, e := range n.states[r.at].edges {
				if e.Lo <= b && b <= e.Hi {
					visit(reading{e.to, r.Span}, i+1)
				}
			}
		}
	}
	var list []dfa.Span
	for r := range seen {
		if r.at == n.accept {
			list = append(list, r.Span)
		}
	}
	slices.SortFunc(list, func(a, b dfa.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	return list
}
