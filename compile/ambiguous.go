package compile

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/compiler/machine"
	"example.org/iri/internal/compiler/subset"
	"example.org/iri/internal/nfa"
)

// AmbiguousError reports that the grammar does not determine the spans of the rule Name, at Pos, in strings of Rule.
// Text is a shortest string that shows it: Name has different spans in two parses. An empty list of spans means that
// Name is absent.
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

func (p *program) ambiguous(n *nfa.Automaton, err error) error {
	var clash *subset.Clash
	if !errors.As(err, &clash) {
		return err
	}
	span := p.named[clash.Span]
	places := placesOf(n, clash.Span, clash.Text)[:2]
	slices.SortFunc(places, func(a, b []dfa.Span) int { return slices.CompareFunc(a, b, compareSpans) })
	return &AmbiguousError{
		Pos: span.Rule.Pos, Rule: p.Rule.Name, Name: span.Name,
		Text: clash.Text, Places: [2][]dfa.Span{places[0], places[1]},
	}
}

// A parse is a parse of a prefix: the NFA state reached, and the offsets of a span.
type parse struct {
	at     int32
	places string // begin, end, begin, ... of four bytes each
}

func compareParses(a, b parse) int {
	return cmp.Or(cmp.Compare(len(a.places), len(b.places)), cmp.Compare(a.places, b.places), cmp.Compare(a.at, b.at))
}

func (p parse) spans() (list []dfa.Span) {
	offset := func(at int) int { return int(binary.BigEndian.Uint32([]byte(p.places[at:]))) }
	for i := 0; i < len(p.places); i += 8 {
		list = append(list, dfa.Span{Start: offset(i), End: offset(i + 4)})
	}
	return list
}

// placesOf returns the spans of a rule in parses of text, in increasing number: all of them, or at least two that
// differ if there are. It keeps at most four parses for each state, since parses that differ there continue to differ.
func placesOf(n *nfa.Automaton, span int, text []byte) (list [][]dfa.Span) {
	live := n.Live()
	parses := closure(n, live, span, 0, []parse{{at: n.Start}})
	for i, b := range text {
		var next []parse
		for _, p := range parses {
			for _, e := range n.States[p.at].Edges {
				if e.Lo <= b && b <= e.Hi {
					next = append(next, parse{e.To, p.places})
				}
			}
		}
		parses = closure(n, live, span, i+1, next)
	}
	for _, p := range parses {
		if p.at == n.Accept {
			list = append(list, p.spans())
		}
	}
	slices.SortStableFunc(list, func(a, b []dfa.Span) int { return cmp.Compare(len(a), len(b)) })
	return list
}

// closure returns the epsilon closure of some parses, in the order of compareParses.
func closure(n *nfa.Automaton, live []bool, span, offset int, queue []parse) (list []parse) {
	const most = 4
	met := make(map[int32]int)
	slices.SortFunc(queue, compareParses)
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		s := &n.States[p.at]
		if tag := s.Tag - 1; tag == nfa.BeginTag(span) || tag == nfa.EndTag(span) {
			p.places += string(binary.BigEndian.AppendUint32(nil, uint32(offset)))
		}
		if met[p.at] == most || !live[p.at] || slices.Contains(list, p) {
			continue
		}
		met[p.at]++
		list = append(list, p)
		for _, to := range s.Eps {
			next := parse{to, p.places}
			if i, found := slices.BinarySearchFunc(queue, next, compareParses); !found {
				queue = slices.Insert(queue, i, next)
			}
		}
	}
	return list
}

func compareSpans(a, b dfa.Span) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

// Witness returns a shortest string that a accepts and b does not, the first of these in byte order. If there is none,
// found is false, and the language of a is a subset of that of b. Parts are ignored. Witness visits pairs of states
// breadth-first; it returns an error at more than 1<<20 pairs.
func Witness(a, b *dfa.Automaton) (text []byte, found bool, err error) {
	const most = 1 << 20
	type pair struct{ s, t dfa.State }
	type visit struct {
		pair
		parent int
		by     byte
	}
	bytes := distinct(a, b)
	visits := []visit{{pair{a.Start, b.Start}, -1, 0}}
	seen := map[pair]bool{visits[0].pair: true}
	for i := 0; i < len(visits); i++ {
		v := visits[i]
		if a.Accepts(v.s) && !b.Accepts(v.t) {
			for ; visits[i].parent >= 0; i = visits[i].parent {
				text = append(text, visits[i].by)
			}
			slices.Reverse(text)
			return text, true, nil
		}
		for _, c := range bytes {
			next := pair{a.Next(v.s, c), b.Next(v.t, c)}
			if !seen[next] {
				seen[next] = true
				visits = append(visits, visit{next, i, c})
			}
		}
		if len(visits) > most {
			return nil, false, fmt.Errorf("abnf: rules %s and %s are too large to be compared: more than %d pairs of states", a.Name, b.Name, most)
		}
	}
	return nil, false, nil
}

// distinct returns the first byte of each class of bytes that neither automaton distinguishes, in increasing order.
func distinct(a, b *dfa.Automaton) []byte {
	both := machine.NewAlphabet(func(c int) [2]uint8 { return [2]uint8{a.Classes[c], b.Classes[c]} })
	return both.First[:both.N]
}
