package capture

import "slices"

// An observation is valid for all accepted strings with the same set of tags.
type observation struct {
	tags  uint64    // set of the tags that are present, including those of the string
	apart [][]int32 // apart[t][v] is the distance from tag v to tag t, or varies
}

func (x *observation) has(tag int) bool { return x.tags>>tag&1 != 0 }

func (m *Machine) zero() int { return m.Tags }

func (m *Machine) end() int { return m.Tags + 1 }

// varies is a distance that differs between strings.
const varies = 1<<31 - 1

// observe returns an observation for each set of tags of accepted strings. If there are too many, ok is false.
//
// Its nodes are pairs of a state and a set of live registers that are set. For each node, it finds the age of each
// register, and the distance of each pair of registers, if these are the same for all strings that lead to the node.
// This is constant propagation as in compilers: since a distance is a number or varies, each fact changes at most once.
// Tags that may be set more than once are ignored.
func (m *Machine) observe() (list []*observation, ok bool) {
	o := newObserver(m)
	if o == nil || !o.explore() {
		return nil, false
	}
	o.propagate()
	return o.summary(), true
}

// An observer finds the constant distances at its nodes.
type observer struct {
	*Machine
	registers []Register
	number    map[Register]int
	next      [][]int32  // distinct successors by state
	live      []uint64   // registers that may be read later, by state
	sets      []uint64   // registers set, by event
	events    [][]Commit // commits, by event
	nodes     []node
	known     map[nodeKey]int32
}

type nodeKey struct {
	state int32
	set   uint64 // live registers that are set
}

type node struct {
	nodeKey
	next  []int32
	facts []int32 // nil until a string leads there
}

// Limits of observe.
const (
	mostRegisters = 62
	mostFacts     = 1 << 22 // in all nodes together
)

func newObserver(m *Machine) *observer {
	o := &observer{Machine: m, number: make(map[Register]int), known: make(map[nodeKey]int32)}
	for _, r := range m.Registers() {
		if !m.isList(int(r.Tag)) {
			o.number[r] = len(o.registers)
			o.registers = append(o.registers, r)
		}
	}
	if len(o.registers) > mostRegisters {
		return nil
	}
	o.sets = make([]uint64, len(m.Events.Lists))
	o.events = make([][]Commit, len(m.Events.Lists))
	for e, list := range m.Events.Lists {
		for _, c := range list {
			if !m.isList(int(c.Tag)) {
				o.sets[e] |= 1 << o.number[c.Register]
				o.events[e] = append(o.events[e], c)
			}
		}
	}
	o.next = make([][]int32, len(m.Output))
	for s := range o.next {
		row := slices.Clone(m.Row(int32(s)))
		slices.Sort(row)
		row = slices.Compact(row)
		if row[0] == 0 {
			row = row[1:]
		}
		o.next[s] = row
	}
	o.findLive()
	return o
}

// findLive finds the registers that may be read, in each state or later, before they are set again.
func (o *observer) findLive() {
	o.live = make([]uint64, len(o.Output))
	for s, out := range o.Output {
		if !out.Accepting {
			continue
		}
		for tag, p := range o.Ends.Lists[out.End].Places {
			if p.Kind == Held && !o.isList(tag) {
				o.live[s] |= 1 << o.number[Register{uint8(tag), p.Of}]
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for s := range o.live {
			live := o.live[s]
			for _, t := range o.next[s] {
				live |= o.live[t] &^ o.sets[o.Output[t].Event]
			}
			changed = changed || live != o.live[s]
			o.live[s] = live
		}
	}
}

// explore makes the nodes. It returns false if there are too many.
func (o *observer) explore() bool {
	if o.Start == 0 {
		return true
	}
	most := mostFacts / o.size()
	o.node(nodeKey{o.Start, 0})
	for i := 0; i < len(o.nodes); i++ {
		if len(o.nodes) > most {
			return false
		}
		from := o.nodes[i].nodeKey
		var next []int32
		for _, t := range o.next[from.state] {
			set := (from.set | o.sets[o.Output[t].Event]) & o.live[t]
			next = append(next, o.node(nodeKey{t, set}))
		}
		o.nodes[i].next = next
	}
	return true
}

func (o *observer) node(key nodeKey) int32 {
	i, known := o.known[key]
	if !known {
		i = int32(len(o.nodes))
		o.known[key] = i
		o.nodes = append(o.nodes, node{nodeKey: key})
	}
	return i
}

// side returns the number of rows of the matrix of facts of a node. Rows and columns are the registers, the beginning
// of the string, and the current offset. Entry a*side+b is the distance from b to a, or varies; it is meaningful if
// both are set. Distances to the current offset are only in its row.
func (o *observer) side() int { return len(o.registers) + 2 }

func (o *observer) size() int { return o.side() * o.side() }

func (o *observer) first() int { return len(o.registers) }

func (o *observer) now() int { return len(o.registers) + 1 }

func (o *observer) propagate() {
	if len(o.nodes) == 0 {
		return
	}
	o.nodes[0].facts = make([]int32, o.size())
	scratch := make([]int32, o.size())
	for queue := []int32{0}; len(queue) > 0; queue = queue[1:] {
		from := &o.nodes[queue[0]]
		for _, t := range from.next {
			to := &o.nodes[t]
			copy(scratch, from.facts)
			o.step(scratch, o.events[o.Output[to.state].Event])
			if to.meet(scratch) {
				queue = append(queue, t)
			}
		}
	}
}

// step updates facts for the next byte and the commits of its event.
func (o *observer) step(facts []int32, event []Commit) {
	side, now := o.side(), o.now()
	for r := range now {
		if back := &facts[now*side+r]; *back != varies {
			*back++
		}
	}
	for _, c := range event {
		facts[now*side+o.number[c.Register]] = int32(c.Ago)
	}
	for _, c := range event {
		r := o.number[c.Register]
		for q := range now {
			apart := int32(varies)
			if back := facts[now*side+q]; back != varies {
				apart = back - int32(c.Ago)
			}
			facts[r*side+q], facts[q*side+r] = apart, apart
			if apart != varies {
				facts[q*side+r] = -apart
			}
		}
	}
}

// meet keeps the facts that are also true of another string. It reports whether the facts of n have changed.
func (n *node) meet(facts []int32) (changed bool) {
	if n.facts == nil {
		n.facts = slices.Clone(facts)
		return true
	}
	for i, f := range facts {
		if n.facts[i] != f && n.facts[i] != varies {
			n.facts[i], changed = varies, true
		}
	}
	return changed
}

// summary merges the facts of accepting nodes with the same tags.
func (o *observer) summary() []*observation {
	known := make(map[uint64]*observation)
	var list []*observation
	for _, n := range o.nodes {
		if !o.Output[n.state].Accepting {
			continue
		}
		x := o.observed(n)
		if y := known[x.tags]; y != nil {
			y.join(x)
			continue
		}
		known[x.tags] = x
		list = append(list, x)
	}
	return list
}

// observed returns the observation of the strings that end in a node.
func (o *observer) observed(n node) *observation {
	x := &observation{tags: 1<<o.zero() | 1<<o.end(), apart: make([][]int32, o.Tags)}
	places := o.Ends.Lists[o.Output[n.state].End].Places
	fact := make([]int, o.Tags+2)      // for each tag, the row of the facts that locates it
	before := make([]int32, len(fact)) // and its distance before that
	fact[o.zero()], fact[o.end()] = o.first(), o.now()
	for tag, p := range places {
		switch i := o.number[Register{uint8(tag), p.Of}]; {
		case o.isList(tag):
		case p.Kind == Pending:
			fact[tag], before[tag] = o.now(), int32(p.Of)
			x.tags |= 1 << tag
		case p.Kind == Held && n.set>>i&1 != 0:
			fact[tag] = i
			x.tags |= 1 << tag
		}
	}
	for t := range x.apart {
		x.apart[t] = make([]int32, len(fact))
		for v := range fact {
			apart := o.apart(n.facts, fact[t], fact[v])
			if apart != varies {
				apart += before[v] - before[t]
			}
			x.apart[t][v] = apart
		}
	}
	return x
}

func (o *observer) apart(facts []int32, a, b int) int32 {
	if b != o.now() || a == b {
		return facts[a*o.side()+b]
	}
	if back := facts[b*o.side()+a]; back != varies {
		return -back
	}
	return varies
}

// join keeps what is also true of other strings with the same tags.
func (x *observation) join(y *observation) {
	for t, row := range y.apart {
		for v, apart := range row {
			if x.apart[t][v] != apart {
				x.apart[t][v] = varies
			}
		}
	}
}
