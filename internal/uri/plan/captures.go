package plan

import (
	"maps"
	"math/bits"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// numOffsets is the number of offsets of find.Offsets, except End. The constants below are in its order.
const numOffsets = 7

const (
	atHier = iota
	atAuthority
	atHost
	atPort
	atPath
	atQuery
	atFragment
)

// Captures returns a table that accepts every string and captures components where a [find.Finder] of the language l
// finds them. It runs the Finder of the runtime, in each state with each role of a byte. Rule rules[k] begins at offset
// k; "" means no rule. Package proof proves that, in strings of the grammar, each rule begins and ends where the table
// captures it.
func Captures(l *uri.Language, rules [numOffsets]string) *dfa.Tagged {
	b := &builder{t: new(dfa.Tagged), roles: l.Roles()}
	b.name(rules)
	b.explore(node{in: find.Begin(l.Shape)})
	b.table(l.Name)
	return b.t
}

// A node is the knowledge of a Finder after some bytes: its state, and the age of each slot. It becomes a state of the
// table.
type node struct {
	in   find.State
	ages ages
}

// ages has the age of the offset in each slot.
type ages [len(find.Slots{})]age

type age uint8

const (
	unset  age = iota
	fresh      // the offset after the last byte
	recent     // the offset of the last byte
	old        // an earlier offset, which is in a register of the table
)

// now is the offset after the last byte at every node. The offsets of old slots are less than now, and differ, so that
// an offset that a Finder returns identifies its slot.
const now = 1000

func oldOffset(slot int) uint32 { return uint32(slot) * 10 }

func (n node) finder() find.Finder {
	f := find.Finder{State: n.in}
	for slot, age := range n.ages {
		f.Slots[slot] = [...]uint32{unset: 0, fresh: now, recent: now - 1, old: oldOffset(slot)}[age]
	}
	return f
}

func (n node) read(role uint8) node {
	f := n.finder()
	f.Read(role, now+1)
	next := node{in: f.State}
	for slot, offset := range f.Slots[1:] {
		switch {
		case offset == 0:
		case offset == now+1:
			next.ages[slot+1] = fresh
		case offset == now:
			next.ages[slot+1] = recent
		default:
			next.ages[slot+1] = old
		}
	}
	return next
}

// set returns a bit for each slot whose offset must be stored in its register: those set a byte ago. This is the event
// of the node.
func (n node) set() (slots uint8) {
	for slot, age := range n.ages {
		if age == recent {
			slots |= 1 << slot
		}
	}
	return slots
}

func (b *builder) places(n node) []dfa.Place {
	list := slices.Repeat([]dfa.Place{{Register: dfa.None}}, 2*len(b.t.Names)) // the ends are fixed
	f := n.finder()
	o := f.Offsets(now)
	for k, offset := range [numOffsets]uint32{o.Hier, o.Authority, o.Host, o.Port, o.Path, o.Query, o.Fragment} {
		if begin, known := b.begin(k); known {
			list[begin] = placeOf(offset)
		}
	}
	return list
}

// placeOf returns the place of an offset, which is a register if it is old. For an absent rule, whose offset is 0, it
// is register 0, which is never set.
func placeOf(offset uint32) dfa.Place {
	if offset >= now-1 {
		return dfa.Place{Register: dfa.None, Ago: uint8(now - offset)}
	}
	return dfa.Place{Register: uint8(offset / oldOffset(1))}
}

type builder struct {
	t     *dfa.Tagged
	tags  [numOffsets]uint8 // of the beginning at each offset; dfa.None without a rule
	roles *[256]uint8
	kinds []uint8 // the roles of bytes, sorted; each is a byte class
	nodes []node  // in the order of the states, without the dead state
	next  [][]int
}

func (b *builder) explore(start node) {
	b.kinds = slices.Compact(slices.Sorted(slices.Values(b.roles[:])))
	number := map[node]int{start: 0}
	b.nodes = []node{start}
	for i := 0; i < len(b.nodes); i++ {
		var row []int
		for _, role := range b.kinds {
			n := b.nodes[i].read(role)
			if _, known := number[n]; !known {
				number[n] = len(b.nodes)
				b.nodes = append(b.nodes, n)
			}
			row = append(row, number[n])
		}
		b.next = append(b.next, row)
	}
}

func (b *builder) table(name string) {
	shift := bits.Len(uint(len(b.kinds) - 1))
	a := &b.t.Automaton
	*a = dfa.Automaton{Name: name, Start: 1 << shift, AcceptMin: 1 << shift, Shift: uint8(shift), Classes: new([256]uint8)}
	for c, role := range b.roles {
		a.Classes[c] = uint8(slices.Index(b.kinds, role))
	}
	a.Trans = make([]uint16, (len(b.nodes)+1)<<shift)
	events := map[uint8]uint8{0: 0}
	a.Outputs, b.t.Final = []uint16{0}, []uint16{0}
	for i, n := range b.nodes {
		for class, to := range b.next[i] {
			a.Trans[(i+1)<<shift+class] = uint16((to + 1) << shift)
		}
		set := n.set()
		if _, known := events[set]; !known {
			events[set] = uint8(len(events))
		}
		a.Outputs = append(a.Outputs, uint16(events[set]))
		b.t.Final = append(b.t.Final, uint16(i))
		b.t.Places = append(b.t.Places, b.places(n))
	}
	b.t.Registers = make([][]dfa.Commit, len(ages{}))
	for slot := range b.t.Registers {
		for _, set := range slices.Sorted(maps.Keys(events)) {
			if set>>slot&1 != 0 {
				b.t.Registers[slot] = append(b.t.Registers[slot], dfa.Commit{Event: events[set], Ago: 1})
			}
		}
	}
}

// ends lists, in order of precedence, where the rule that begins at an offset may end: offset bytes after the beginning
// of the rule at source, if that is present, or at the end of the string.
var ends = []struct{ rule, source, offset int }{
	{atHier, atQuery, -1}, {atHier, atFragment, -1}, {atHier, endOfString, 0},
	{atAuthority, atPath, 0},
	{atHost, atPort, -1}, {atHost, atPath, 0},
	{atPort, atPath, 0}, {atPort, endOfString, 0},
	{atPath, atQuery, -1}, {atPath, atFragment, -1}, {atPath, endOfString, 0},
	{atQuery, atFragment, -1}, {atQuery, endOfString, 0},
	{atFragment, endOfString, 0},
}

const endOfString = numOffsets

// name sets the names of the table, and the ends of rules by fixed offsets. An absent rule has no end, as in package
// ref.
func (b *builder) name(rules [numOffsets]string) {
	for k, name := range rules {
		b.tags[k] = dfa.None
		if name != "" {
			b.tags[k] = uint8(2 * len(b.t.Names))
			b.t.Names = append(b.t.Names, name)
		}
	}
	last := dfa.None
	for _, x := range ends {
		begin, known := b.begin(x.rule)
		if !known {
			continue
		}
		if last != int(begin) {
			b.t.Fixed = append(b.t.Fixed, dfa.Fixed{Tag: begin + 1, Guard: begin, Source: dfa.None, Not: true})
			last = int(begin)
		}
		if x.source == endOfString {
			b.t.Fixed = append(b.t.Fixed, dfa.Fixed{Tag: begin + 1, Guard: begin, Source: b.end(), Offset: x.offset})
		} else if source, known := b.begin(x.source); known {
			b.t.Fixed = append(b.t.Fixed, dfa.Fixed{Tag: begin + 1, Guard: source, Source: source, Offset: x.offset})
		}
	}
}

func (b *builder) begin(offset int) (tag uint8, known bool) {
	return b.tags[offset], b.tags[offset] != dfa.None
}

func (b *builder) end() uint8 { return uint8(2*len(b.t.Names) + 1) }

// returns proves that non-ASCII bytes that lead from a path back into it are characters that act as ordinary bytes at
// every place. So a fast path may step such bytes from any place as if in a path, and take them for ordinary bytes if
// the automaton returns to the state of a path.
func (c *check) returns() error {
	l, err := c.newOrdinaryChars()
	if err != nil {
		return err
	}
	type pair struct {
		state dfa.State
		node  uint16
	}
	begin := pair{c.plan.Path, between}
	texts := map[pair][]byte{begin: {}}
	for queue := []pair{begin}; len(queue) > 0; queue = queue[1:] {
		x := queue[0]
		for b := 0x80; b < 256; b++ {
			y := pair{c.Next(x.state, byte(b)), l.next[x.node][b]}
			if _, known := texts[y]; known || y.state == dfa.Dead {
				continue
			}
			texts[y] = slices.Concat(texts[x], []byte{byte(b)})
			if y.state == c.plan.Path && y.node != between {
				return c.refute(c.after(path, texts[y]...), "in a path this is a character, elsewhere it is not what an ordinary byte is")
			}
			queue = append(queue, y)
		}
	}
	return nil
}
