package matcher

import (
	"slices"

	"example.org/iri/compile/abnf"
)

// State is the state of a reading: the offset, and all else that distinguishes the reading from others.
type State interface {
	comparable
	Offset() int
}

// Walk interprets the tree of a grammar. It lists all states that a reading can reach, which Character and Rule define.
//
// States are in the order of preference: from left to right, the earlier alternative and the greater number of
// repetitions first. A repetition without an upper limit prefers the empty string last.
type Walk[S State] struct {
	Grammar   *abnf.Grammar // of references; may be nil without any
	Character func(from S, c Characters) []S
	Rule      func(r *abnf.Rule, from S) []S

	// With Idle, repetitions without an upper limit also repeat the empty string, once in a row, as the last choice.
	Idle bool

	terminals map[abnf.Node][]Characters
}

// Node returns the states that n leads to from the given states, without duplicates.
func (w *Walk[S]) Node(n abnf.Node, from ...S) []S {
	var to list[S]
	switch n := n.(type) {
	case *abnf.Concatenation:
		for _, elem := range n.Elems {
			from = w.Node(elem, from...)
		}
		return from
	case *abnf.Alternation:
		for _, x := range from {
			for _, alt := range n.Alts {
				to.add(w.Node(alt, x)...)
			}
		}
	case *abnf.Repetition:
		var seen list[repeated[S]]
		for _, x := range from {
			w.repeat(n, x, 0, w.Idle, &to, &seen)
		}
	case *abnf.RuleRef:
		for _, x := range from {
			to.add(w.Rule(w.Grammar.Target(n), x)...)
		}
	default:
		for _, c := range w.terminal(n) {
			from = w.character(c, from)
		}
		return from
	}
	return to.all
}

func (w *Walk[S]) terminal(n abnf.Node) []Characters {
	list, known := w.terminals[n]
	if !known {
		if w.terminals == nil {
			w.terminals = make(map[abnf.Node][]Characters)
		}
		list = terminal(n)
		w.terminals[n] = list
	}
	return list
}

func (w *Walk[S]) character(c Characters, from []S) []S {
	var to list[S]
	for _, x := range from {
		to.add(w.Character(x, c)...)
	}
	return to.all
}

// repeated is a state after a number of repetitions. If idle is set, the next one may read the empty string needlessly.
type repeated[S any] struct {
	state S
	count int
	idle  bool
}

// repeat adds the states that n leads to from x, a state after count repetitions.
func (w *Walk[S]) repeat(n *abnf.Repetition, x S, count int, idle bool, to *list[S], seen *list[repeated[S]]) {
	endless := n.Max == abnf.Unbounded && count >= n.Min
	if endless {
		count = n.Min
	}
	if !seen.add(repeated[S]{x, count, idle}) {
		return
	}
	var still []S // states after a needless repetition of the empty string
	if count != n.Max {
		for _, y := range w.Node(n.Elem, x) {
			if endless && y.Offset() == x.Offset() {
				still = append(still, y)
			} else {
				w.repeat(n, y, next(n, count, y == x), w.Idle, to, seen)
			}
		}
	}
	if count >= n.Min {
		to.add(x)
	}
	if !idle {
		return
	}
	for _, y := range still {
		w.repeat(n, y, count, false, to, seen)
	}
}

// next returns the number of repetitions after count. If they change nothing, it skips to 1024 before a limit.
func next(n *abnf.Repetition, count int, nothing bool) int {
	const enough = 1024
	for _, limit := range []int{n.Min, n.Max} {
		if nothing && limit-count > enough {
			return limit - enough
		}
	}
	return count + 1
}

// list is a list without duplicates, and with at most mostOfGroup elements of each group.
type list[T comparable] struct {
	all    []T
	seen   map[T]bool // elements of a long list
	groups map[any]int
}

// grouped is a state that belongs to a group. States of a group differ only in their past. There may be very many.
type grouped interface{ Group() any }

func (r repeated[S]) Group() any {
	g, is := any(r.state).(grouped)
	if !is {
		return r
	}
	return repeated[any]{g.Group(), r.count, r.idle}
}

// mostOfGroup is enough, because the states of a group continue in the same ways, and stay different.
const mostOfGroup = 8

func (l *list[T]) add(elements ...T) (added bool) {
	const long = 32
	for _, x := range elements {
		if l.seen[x] || len(l.all) <= long && slices.Contains(l.all, x) || l.isFull(x) {
			continue
		}
		l.all, added = append(l.all, x), true
		if len(l.all) > long {
			l.note()
		}
	}
	return added
}

func (l *list[T]) isFull(x T) bool {
	g, is := any(x).(grouped)
	if !is {
		return false
	}
	if l.groups == nil {
		l.groups = make(map[any]int)
	}
	key := g.Group()
	l.groups[key]++
	return l.groups[key] > mostOfGroup
}

func (l *list[T]) note() {
	if l.seen != nil {
		l.seen[l.all[len(l.all)-1]] = true
		return
	}
	l.seen = make(map[T]bool)
	for _, x := range l.all {
		l.seen[x] = true
	}
}
