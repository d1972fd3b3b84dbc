package compile

import (
	"fmt"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// nfaStatesPerState is how many times as many states an NFA may have as a DFA.
const nfaStatesPerState = 4

// nfa is a nondeterministic automaton over bytes with epsilon transitions. It
// has one start and one accepting state.
type nfa struct {
	name          string
	states        []nfaState
	start, accept int32
	parts         []partSpan
	expansions    []expansion
}

type nfaState struct {
	eps       []int32
	edges     []edge
	expansion int32 // that the state belongs to
	mark      int8  // 1 + number of the mark whose rule begins here, 0 if none
	tag       int8  // 1 + number of the tag that is set here, 0 if none
}

// expansion is a place where a rule was put in for a reference to it. A recursive
// rule comes back to the expansion it has.
type expansion struct {
	rule  *abnf.Rule
	outer int32 // the expansion with the reference, -1 for that of the whole
}

// edge is a transition on a range of bytes.
type edge struct {
	dfa.ByteRange
	to int32
}

// partSpan is one expansion of a listed part: the states from first to last.
// Spans nest or are disjoint; an outer one comes later in nfa.parts.
type partSpan struct {
	part        int
	first, last int32
}

// live returns for each state whether it lies on a path to the accepting state.
// The others stand for readings that no text can complete; they must neither
// fire marks nor keep parts apart. All edges of a live state lead to live ones: they
// lead on to the end of its fragment.
func (n *nfa) live() []bool {
	return n.leadsTo(n.sources(), func(int32) bool { return false })
}

// sources lists for each state those that have a transition to it.
func (n *nfa) sources() [][]int32 {
	from := make([][]int32, len(n.states))
	for i, s := range n.states {
		for _, t := range s.eps {
			from[t] = append(from[t], int32(i))
		}
		for _, e := range s.edges {
			from[e.to] = append(from[e.to], int32(i))
		}
	}
	return from
}

// leadsTo returns for each state whether a path leads from it to the accepting
// state that enters no barrier after it.
func (n *nfa) leadsTo(from [][]int32, barrier func(int32) bool) []bool {
	leads := make([]bool, len(n.states))
	leads[n.accept] = true
	for stack := []int32{n.accept}; len(stack) > 0; {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if barrier(t) {
			continue
		}
		for _, s := range from[t] {
			if !leads[s] {
				leads[s] = true
				stack = append(stack, s)
			}
		}
	}
	return leads
}

// closure is what a state reaches without a byte.
type closure struct {
	states []int32 // those with edges and the accepting one, sorted
	marks  uint16  // of the rules that begin on the way
}

// closures are the closures of states over live states, each computed when first
// asked for.
type closures struct {
	nfa   *nfa
	live  []bool
	known []*closure
	seen  []int32 // 1 + the state whose closure met this one last
	size  int     // of all known ones
}

func (n *nfa) closures(live []bool) *closures {
	return &closures{nfa: n, live: live, known: make([]*closure, len(n.states)), seen: make([]int32, len(n.states))}
}

func (l *closures) of(i int32) *closure {
	if l.known[i] == nil {
		l.known[i] = l.nfa.closure(i, l.live, l.seen)
		l.size += len(l.known[i].states)
	}
	return l.known[i]
}

func (n *nfa) closure(of int32, live []bool, seen []int32) *closure {
	c := new(closure)
	seen[of] = of + 1
	for stack := []int32{of}; len(stack) > 0; {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		s := &n.states[i]
		if len(s.edges) > 0 || i == n.accept {
			c.states = append(c.states, i)
		}
		if s.mark != 0 {
			c.marks |= 1 << (s.mark - 1)
		}
		for _, t := range s.eps {
			if live[t] && seen[t] != of+1 {
				seen[t] = of + 1
				stack = append(stack, t)
			}
		}
	}
	slices.Sort(c.states)
	return c
}

// String lists the states, a line each.
func (n *nfa) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d states\n", n.name, len(n.states))
	for i, s := range n.states {
		start, accept := " ", " "
		if int32(i) == n.start {
			start = ">"
		}
		if int32(i) == n.accept {
			accept = "*"
		}
		var list []string
		for _, t := range s.eps {
			list = append(list, fmt.Sprintf("eps %d", t))
		}
		for _, e := range s.edges {
			list = append(list, fmt.Sprintf("%v %d", e.ByteRange, e.to))
		}
		if s.mark != 0 {
			list = append(list, fmt.Sprintf("mark %d", s.mark-1))
		}
		fmt.Fprintln(&b, strings.TrimRight(fmt.Sprintf("%s %s%3d  %s", start, accept, i, strings.Join(list, ", ")), " "))
	}
	return b.String()
}
