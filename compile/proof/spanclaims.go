package proof

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/dfa/table"
)

// memory is what is remembered of a beginning of a derivation to decide in the end whether Find is
// right about a tag.
type memory struct {
	there uint64           // the tags among those in question that markers have stood for
	right uint64           // the registers, or the fixed places, that would be right now
	age   [mostAges]uint16 // how many bytes ago the markers of some tags stood last; clipped
}

const mostAges = 8

// tagClaim is the claim that Find is right about a tag.
type tagClaim interface {
	start() memory
	marker(m memory, tag int) memory         // behind a marker
	read(m memory, entered dfa.State) memory // behind a byte
	right(m memory, last dfa.State) bool     // if the text ends
}

// newTagClaim returns the claim for a tag of a table that passes Check.
func newTagClaim(t *table.Tagged, tag int) (tagClaim, error) {
	var fixed []table.Fixed
	for _, f := range t.Fixed {
		if int(f.Tag) == tag {
			fixed = append(fixed, f)
		}
	}
	c, err := tagClaim(nil), error(nil)
	if len(fixed) > 0 {
		c, err = newFixedClaim(t, tag, fixed)
	} else {
		c, err = newHeldClaim(t, tag)
	}
	if err != nil {
		return nil, fmt.Errorf("proof: %s: %w for a place of %s", t.Automaton.Name, err, t.Names[tag/2])
	}
	return c, nil
}

// clock counts the bytes since markers stood, as far as it matters.
type clock struct{ most uint16 }

// newClock returns one that tells ages up to that of the oldest from older ones.
func newClock(oldest int) (clock, error) {
	const most = 1<<16 - 2
	if oldest > most {
		return clock{}, fmt.Errorf("distances of more than %d bytes", most)
	}
	return clock{uint16(oldest) + 1}, nil
}

func (c clock) tick(m *memory) {
	for i, age := range m.age {
		m.age[i] = min(age+1, c.most)
	}
}

// heldClaim is for a tag that lies where a register says, or some bytes before the end. The age of
// the marker is known, and for each register whether it holds where the marker stood last, or is
// not set if it has not stood.
type heldClaim struct {
	clock
	t         *table.Tagged
	tag       int
	registers []uint8 // that may tell the place
}

// The ages of a heldClaim.
const (
	ofMarker = iota
	ofText
)

func newHeldClaim(t *table.Tagged, tag int) (*heldClaim, error) {
	c := &heldClaim{t: t, tag: tag}
	oldest := 0
	for _, list := range t.Places {
		p := list[tag]
		oldest = max(oldest, int(p.Ago))
		if p.Register != table.None && !slices.Contains(c.registers, p.Register) {
			c.registers = append(c.registers, p.Register)
			for _, commit := range t.Registers[p.Register] {
				oldest = max(oldest, int(commit.Ago))
			}
		}
	}
	if len(c.registers) > 64 {
		return nil, fmt.Errorf("more than 64 registers")
	}
	var err error
	c.clock, err = newClock(oldest)
	return c, err
}

func (c *heldClaim) start() memory { return memory{right: 1<<len(c.registers) - 1} }

func (c *heldClaim) marker(m memory, tag int) memory {
	if tag == c.tag {
		m.there, m.right, m.age[ofMarker] = 1, 0, 0 // a register holds a place that is at least a byte back
	}
	return m
}

func (c *heldClaim) read(m memory, entered dfa.State) memory {
	c.tick(&m)
	event := eventOf(c.t, entered)
	if event == 0 {
		return m
	}
	for i, r := range c.registers {
		for _, commit := range c.t.Registers[r] {
			if commit.Event == event {
				m.right &^= 1 << i
				if c.back(m, commit.Ago) {
					m.right |= 1 << i
				}
				break
			}
		}
	}
	return m
}

func (c *heldClaim) right(m memory, last dfa.State) bool {
	p := c.t.Places[c.t.Final[c.t.Automaton.Number(last)]][c.tag]
	if p.Register != table.None {
		return m.right>>slices.Index(c.registers, p.Register)&1 != 0
	}
	return c.back(m, p.Ago)
}

// back reports whether the marker stood last some bytes back or, if it has not stood, whether that
// is before the text, which is nowhere.
func (c *heldClaim) back(m memory, ago uint8) bool {
	if m.there != 0 {
		return m.age[ofMarker] == uint16(ago)
	}
	return m.age[ofText] < uint16(ago)
}

// eventOf returns the event of a state.
func eventOf(t *table.Tagged, s dfa.State) uint8 {
	if a := &t.Automaton; len(a.Outputs) > 0 {
		return uint8(a.Outputs[a.Number(s)])
	}
	return 0
}

// fixedClaim is for a tag that follows from others, if Find is right about them. It is about the
// grammar alone: the marker stands as far behind another as the first entry says whose guard holds.
// Of each entry it is known whether its distance is right, by the ages of both when the later one
// stands.
type fixedClaim struct {
	clock
	tag   int
	text  int // the tag of the beginning of the text
	fixed []table.Fixed
	aged  []int // the tags whose ages are known: the tag itself, the beginning of the text, sources
}

func newFixedClaim(t *table.Tagged, tag int, fixed []table.Fixed) (*fixedClaim, error) {
	c := &fixedClaim{tag: tag, text: 2 * len(t.Names), fixed: fixed}
	c.aged = []int{tag, c.text}
	oldest := 0
	for _, f := range fixed {
		oldest = max(oldest, f.Offset, -f.Offset)
		if s := int(f.Source); s < c.text && !slices.Contains(c.aged, s) {
			c.aged = append(c.aged, s)
		}
	}
	if len(c.aged) > mostAges || len(fixed) > 64 {
		return nil, fmt.Errorf("more than %d fixed distances", mostAges-2)
	}
	var err error
	c.clock, err = newClock(oldest)
	return c, err
}

func (c *fixedClaim) start() memory {
	m := memory{there: 1<<c.text | 1<<(c.text+1)}
	for i, f := range c.fixed {
		if int(f.Source) == c.text {
			m = c.compare(m, i)
		}
	}
	return m
}

func (c *fixedClaim) marker(m memory, tag int) memory {
	k := slices.Index(c.aged, tag)
	if k >= 0 {
		m.age[k] = 0
	}
	if k >= 0 || slices.ContainsFunc(c.fixed, func(f table.Fixed) bool { return int(f.Guard) == tag }) {
		m.there |= 1 << tag
	}
	for i, f := range c.fixed {
		if tag == c.tag || int(f.Source) == tag {
			m = c.compare(m, i)
		}
	}
	return m
}

// compare notes whether an entry is right now that the tag or the source stands here.
func (c *fixedClaim) compare(m memory, entry int) memory {
	f := c.fixed[entry]
	m.right &^= 1 << entry
	if f.Source != table.None && c.distance(m, int(f.Source), f.Offset) {
		m.right |= 1 << entry
	}
	return m
}

// distance reports whether the tag lies some bytes behind another one, of which one stands here; or
// if the tag is not there, whether that would be before the text, which is nowhere.
func (c *fixedClaim) distance(m memory, source, offset int) bool {
	k := slices.Index(c.aged, source)
	switch {
	case k < 0 || m.there>>source&1 == 0:
		return false
	case m.there>>c.tag&1 != 0:
		return int(m.age[k])-int(m.age[0]) == offset
	}
	return int(m.age[1]) < -offset
}

func (c *fixedClaim) read(m memory, _ dfa.State) memory {
	c.tick(&m)
	return m
}

func (c *fixedClaim) right(m memory, _ dfa.State) bool {
	there := m.there>>c.tag&1 != 0
	for i, f := range c.fixed {
		if m.there>>f.Guard&1 != 0 == f.Not {
			continue
		}
		switch {
		case f.Source == table.None || m.there>>f.Source&1 == 0:
			return !there
		case int(f.Source) == c.text+1 && there:
			return int(m.age[0]) == -f.Offset
		case int(f.Source) == c.text+1:
			return int(m.age[1]) < -f.Offset
		}
		return m.right>>i&1 != 0
	}
	return !there
}
