package target

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/internal/codegen"
)

// captures has the data of a table with captures that generated code needs besides its automaton.
type captures struct {
	*codegen.Decoder
	Events [][]commit // commits to lists by event; those to one list are adjacent
	Rows   [][]uint8  // by index in Places: data for the end of a string; see row

	lists []uint8 // registers of rules that repeat, and those that their lists come from
}

// commit is a [dfa.Commit] to a list. Lists have numbers of their own.
type commit struct{ List, Ago, From uint8 }

func newCaptures(t *dfa.Tagged) *captures {
	c := &captures{Decoder: &codegen.Decoder{Tagged: t}}
	_, exceptions := c.Exceptions()
	for i := range t.Places {
		c.Rows = append(c.Rows, c.row(i, exceptions[i]))
	}
	c.Events = make([][]commit, max(c.NumEvents(), 1+int(slices.Max(append([]uint8{0}, t.Ends...)))))
	for i := 0; i < len(c.lists); i++ {
		for _, x := range t.Registers[c.lists[i]] {
			c.Events[x.Event] = append(c.Events[x.Event], commit{uint8(i), x.Ago, c.list(x.From)})
		}
	}
	return c
}

// row returns the data for an entry of Places: if rules repeat, the event at the end of the string and the lists of
// tags; and the set of exceptions that apply.
func (c *captures) row(final int, exceptions []int) []uint8 {
	row := make([]uint8, c.Width())
	if c.Repeats != 0 {
		row[0] = c.Ends[final]
	}
	for tag, p := range c.Places[final] {
		if c.RepeatsTag(tag) {
			row[c.column(tag/2)+tag%2] = c.list(p.Register)
		}
	}
	for _, i := range exceptions {
		row[c.column(len(c.Names))+i/8] |= 1 << (i % 8)
	}
	return row
}

// Width returns the length of a row.
func (c *captures) Width() int {
	list, _ := c.Exceptions()
	return c.column(len(c.Names)) + (len(list)+7)/8
}

// column returns the index, in rows, of the lists of rule k if it repeats. The exceptions follow those of all rules.
func (c *captures) column(k int) int {
	return min(int(c.Repeats), 1) + 2*bits.OnesCount32(c.Repeats&(1<<k-1))
}

func (c *captures) list(register uint8) uint8 {
	if !slices.Contains(c.lists, register) {
		c.lists = append(c.lists, register)
	}
	return uint8(slices.Index(c.lists, register))
}

// NumLists returns the number of lists.
func (c *captures) NumLists() int { return len(c.lists) }

// NumEvents returns the number of events that a run notes.
func (c *captures) NumEvents() int {
	return 1 + int(slices.Max(append([]uint16{0}, c.Automaton.Outputs...)))
}

// Moves returns the commits of events to lists as rows, for JavaScript. Row e is that of event e. Its first entry is
// the index of the row with earlier commits of the event, or 0. For each list follows an entry with From of a commit
// and, in the high half, Ago+1; without a commit, the list itself and 0.
func (c *captures) Moves() []uint16 {
	var rows [][]uint16
	add := func() int {
		row := []uint16{0}
		for i := range c.lists {
			row = append(row, uint16(i))
		}
		rows = append(rows, row)
		return len(rows) - 1
	}
	for range c.Events {
		add()
	}
	for e, commits := range c.Events {
		for row, later := e, depth(commits)-1; later >= 0; later-- {
			for i, x := range commits {
				if nth(commits, i) == later {
					rows[row][1+int(x.List)] = uint16(x.From) | uint16(x.Ago+1)<<8 // 0 for None
				}
			}
			if later > 0 {
				earlier := add()
				rows[row][0] = uint16(earlier)
				row = earlier
			}
		}
	}
	return slices.Concat(rows...)
}

// nth returns the number of commits to the same list before commit i.
func nth(commits []commit, i int) int {
	return i - slices.IndexFunc(commits, func(x commit) bool { return x.List == commits[i].List })
}

func depth(commits []commit) (most int) {
	for i := range commits {
		most = max(most, nth(commits, i)+1)
	}
	return most
}

// Depth returns the largest number of commits of an event to one list.
func (c *captures) Depth() (most int) {
	for _, commits := range c.Events {
		most = max(most, depth(commits))
	}
	return most
}

// Begins returns the offsets of the commits of each event in a list of all commits, and the length of this list.
func (c *captures) Begins() []int {
	begins, n := []int{0}, 0
	for _, list := range c.Events {
		n += len(list)
		begins = append(begins, n)
	}
	return begins
}

// DecodingC returns code in C that computes the places of spans.
func (r *rule) DecodingC() string {
	return r.decoding("\tuint64_t %s = %s;\n", "\tif (%s)\n\t\t%s = %s;\n", "later")
}

// DecodingJavaScript is DecodingC for JavaScript.
func (r *rule) DecodingJavaScript() string {
	return r.decoding("\tlet %s = %s;\n", "\tif (%s) %s = %s;\n", "Math.max")
}

func (r *rule) decoding(let, set, max string) string {
	r.Captures.Language = &codegen.Language{
		Let: let, Set: set, Note: "at[%[1]d]", Max: max, Place: "%s", Wide: "%s", Present: "%s", Absent: "!%s",
		OnEnd: func(i int) string {
			return fmt.Sprintf("end[%d] & %d", r.Captures.column(len(r.Spans))+i/8, 1<<(i%8))
		},
		Variable: func(place string, k int) string { return place + "_" + r.Spans[k].Member },
	}
	return r.Captures.Decode()
}

// Compares reports whether code in C compares places.
func (d *data) Compares() bool {
	return slices.ContainsFunc(d.Rules, func(r rule) bool { return r.Captures != nil && strings.Contains(r.DecodingC(), "later(") })
}

// MostWaiting returns an upper bound for the number of begins of a rule that wait for their ends, or ends that wait for
// their begins. Let an event append at most m offsets, at most d bytes back. When the end of an occurrence is appended,
// it is at most d bytes back, so the begins of all later occurrences were appended with the last d+1 bytes or at the
// end of the string.
func (d *data) MostWaiting() int {
	back, most := 0, 0
	for _, r := range d.Rules {
		if r.Captures == nil {
			continue
		}
		for _, list := range r.Captures.Events {
			most = max(most, len(list))
			for _, x := range list {
				if x.Ago != dfa.None {
					back = max(back, int(x.Ago))
				}
			}
		}
	}
	return (back+2)*most + 1
}

// outputs numbers the outputs of states: the index of Places in the high half, and the event. Output 0 is that of
// automata without captures.
type outputs []uint32

func (o *outputs) of(c *captures, s dfa.State) uint16 {
	x := uint32(0)
	if c != nil {
		n := c.Automaton.Number(s)
		if len(c.Automaton.Outputs) > 0 {
			x = uint32(c.Automaton.Outputs[n])
		}
		if len(c.Rows) > 0 && len(c.Rows[0]) > 0 {
			x |= uint32(c.Final[n]) << 16
		}
	}
	i := slices.Index(*o, x)
	if i < 0 {
		i = len(*o) // less than the number of states
		*o = append(*o, x)
	}
	return uint16(i)
}

// split converts the outputs of a table to events and indices of Places.
func (o outputs) split(t *Table) {
	t.Events, t.Finals = nil, nil
	for _, n := range t.Outputs {
		t.Events = append(t.Events, uint8(o[n]))
		t.Finals = append(t.Finals, uint16(o[n]>>16))
	}
}
