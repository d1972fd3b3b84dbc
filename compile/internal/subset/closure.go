package subset

import (
	"slices"

	"example.org/iri/internal/nfa"
)

// closure is what a state reaches without a byte.
type closure struct {
	states []int32 // those with edges and the accepting one, sorted
	marks  uint16  // of the rules that begin on the way
}

// closures are the closures of states over live states, each computed when first
// asked for.
type closures struct {
	nfa   *nfa.Automaton
	live  []bool
	known []*closure
	seen  []int32 // 1 + the state whose closure met this one last
	size  int     // of all known ones
}

func newClosures(n *nfa.Automaton, live []bool) *closures {
	return &closures{nfa: n, live: live, known: make([]*closure, len(n.States)), seen: make([]int32, len(n.States))}
}

func (l *closures) of(i int32) *closure {
	if l.known[i] == nil {
		l.known[i] = l.closure(i)
		l.size += len(l.known[i].states)
	}
	return l.known[i]
}

func (l *closures) closure(of int32) *closure {
	c := new(closure)
	l.seen[of] = of + 1
	for stack := []int32{of}; len(stack) > 0; {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		s := &l.nfa.States[i]
		if len(s.Edges) > 0 || i == l.nfa.Accept {
			c.states = append(c.states, i)
		}
		if s.Mark != 0 {
			c.marks |= 1 << (s.Mark - 1)
		}
		for _, t := range s.Eps {
			if l.live[t] && l.seen[t] != of+1 {
				l.seen[t] = of + 1
				stack = append(stack, t)
			}
		}
	}
	slices.Sort(c.states)
	return c
}
