package proof

import (
	"encoding/binary"
	"slices"
)

// A term is a regular expression over code points and markers, as an index of terms.nodes. Terms that are equal by the
// laws used here have the same index.
type term int32

const (
	nothing term = iota // the empty language
	nullary             // the language of the empty string
)

type op uint8

const (
	opNothing op = iota
	opEmpty
	opSet    // a code point of node.set
	opMarker // node.marker
	opCat    // node.args[0], followed by node.args[1]
	opAlt    // one of node.args, which are sorted
	opStar   // any number of node.args[0]
)

type node struct {
	op       op
	args     []term
	set      []span
	marker   marker
	nullable bool
}

type span struct{ lo, hi rune }

// A letter is a class of characters, or a marker.
type letter struct {
	class  int // of the alphabet, -1 for a marker
	marker marker
}

type terms struct {
	nodes   []node
	known   map[string]term
	derived map[derivation]term
}

type derivation struct {
	term   term
	letter letter
}

func newTerms() *terms {
	t := &terms{known: make(map[string]term), derived: make(map[derivation]term)}
	t.intern(node{op: opNothing})
	t.intern(node{op: opEmpty, nullable: true})
	return t
}

func (t *terms) intern(n node) term {
	key := binary.BigEndian.AppendUint32([]byte{byte(n.op)}, uint32(n.marker))
	for _, a := range n.args {
		key = binary.BigEndian.AppendUint32(key, uint32(a))
	}
	for _, s := range n.set {
		key = binary.BigEndian.AppendUint32(key, uint32(s.lo))
		key = binary.BigEndian.AppendUint32(key, uint32(s.hi))
	}
	if known, ok := t.known[string(key)]; ok {
		return known
	}
	t.nodes = append(t.nodes, n)
	t.known[string(key)] = term(len(t.nodes) - 1)
	return term(len(t.nodes) - 1)
}

func (t *terms) nullable(a term) bool { return t.nodes[a].nullable }

// set returns the term for one of the spans, without surrogates, so that only the term nothing has no string.
func (t *terms) set(spans []span) term {
	spans = withoutSurrogates(spans)
	slices.SortFunc(spans, func(x, y span) int { return int(x.lo) - int(y.lo) })
	var list []span
	for _, s := range spans {
		if n := len(list); n > 0 && s.lo <= list[n-1].hi+1 {
			list[n-1].hi = max(list[n-1].hi, s.hi)
		} else {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		return nothing
	}
	return t.intern(node{op: opSet, set: list})
}

func withoutSurrogates(spans []span) []span {
	const first, last = 0xD800, 0xDFFF
	var list []span
	for _, s := range spans {
		for _, half := range []span{{s.lo, min(s.hi, first-1)}, {max(s.lo, last+1), s.hi}} {
			if half.lo <= half.hi {
				list = append(list, half)
			}
		}
	}
	return list
}

func (t *terms) mark(m marker) term { return t.intern(node{op: opMarker, marker: m}) }

// cat returns the concatenation of a and b, nested to the right.
func (t *terms) cat(a, b term) term {
	switch {
	case a == nothing || b == nothing:
		return nothing
	case a == nullary:
		return b
	case b == nullary:
		return a
	}
	if x := t.nodes[a]; x.op == opCat {
		return t.cat(x.args[0], t.cat(x.args[1], b))
	}
	return t.intern(node{op: opCat, args: []term{a, b}, nullable: t.nullable(a) && t.nullable(b)})
}

func (t *terms) sequence(list []term) term {
	x := nullary
	for _, a := range slices.Backward(list) {
		x = t.cat(a, x)
	}
	return x
}

// alt returns the alternation in normal form: flat, sorted, without duplicates, all code points in one set.
func (t *terms) alt(list ...term) term {
	var members []term
	var spans []span
	nullable, empty := false, false
	for _, a := range list {
		flat := []term{a}
		if t.nodes[a].op == opAlt {
			flat = t.nodes[a].args
		}
		for _, m := range flat {
			switch n := t.nodes[m]; n.op {
			case opNothing:
			case opEmpty:
				empty = true
			case opSet:
				spans = append(spans, n.set...)
			default:
				members = append(members, m)
				nullable = nullable || n.nullable
			}
		}
	}
	if len(spans) > 0 {
		members = append(members, t.set(spans))
	}
	if empty && !nullable {
		members = append(members, nullary)
	}
	slices.Sort(members)
	members = slices.Compact(members)
	switch len(members) {
	case 0:
		return nothing
	case 1:
		return members[0]
	}
	return t.intern(node{op: opAlt, args: members, nullable: nullable || empty})
}

func (t *terms) star(a term) term {
	if a == nothing || a == nullary {
		return nullary
	}
	if t.nodes[a].op == opStar {
		return a
	}
	return t.intern(node{op: opStar, args: []term{a}, nullable: true})
}

// sets returns the sets of code points in a. Those of its derivatives are the same, or unions of them.
func (t *terms) sets(a term) [][]span {
	var sets [][]span
	seen := map[term]bool{a: true}
	for stack := []term{a}; len(stack) > 0; {
		n := t.nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		if n.op == opSet {
			sets = append(sets, n.set)
		}
		for _, arg := range n.args {
			if !seen[arg] {
				seen[arg] = true
				stack = append(stack, arg)
			}
		}
	}
	return sets
}

func (p *space) derivatives(a term) []term {
	row, ok := p.rows[a]
	if !ok {
		row = make([]term, len(p.first))
		for class, c := range p.first {
			row[class] = p.terms.derive(a, letter{class: class}, c)
		}
		p.rows[a] = row
	}
	return row
}

// derive returns the derivative of a by a letter; c is a character of its class.
func (t *terms) derive(a term, l letter, c rune) term {
	if a == nothing || a == nullary {
		return nothing
	}
	if d, ok := t.derived[derivation{a, l}]; ok {
		return d
	}
	d := t.derivative(a, l, c)
	t.derived[derivation{a, l}] = d
	return d
}

func (t *terms) derivative(a term, l letter, c rune) term {
	switch n := t.nodes[a]; n.op {
	case opSet:
		if l.class >= 0 && inSpans(n.set, c) {
			return nullary
		}
	case opMarker:
		if l.class < 0 && n.marker == l.marker {
			return nullary
		}
	case opCat:
		d := t.cat(t.derive(n.args[0], l, c), n.args[1])
		if t.nullable(n.args[0]) {
			d = t.alt(d, t.derive(n.args[1], l, c))
		}
		return d
	case opAlt:
		list := make([]term, len(n.args))
		for i, m := range n.args {
			list[i] = t.derive(m, l, c)
		}
		return t.alt(list...)
	case opStar:
		return t.cat(t.derive(n.args[0], l, c), a)
	}
	return nothing
}

func inSpans(list []span, c rune) bool {
	return slices.ContainsFunc(list, func(s span) bool { return s.lo <= c && c <= s.hi })
}
