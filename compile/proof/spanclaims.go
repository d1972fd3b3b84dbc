package proof

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
)

// A memory is the information about a prefix of a derivation that decides whether Find is right about a tag.
type memory struct {
	present uint64           // the set of relevant tags whose markers have occurred
	right   uint64           // the set of entries of Fixed that would be right now
	lags    [mostLags]uint8  // by register: see listClaim
	age     [mostAges]uint16 // ages of some markers in bytes, clipped
	twice   bool             // a marker has occurred twice, although its rule does not repeat
}

const (
	mostAges = 64
	mostLags = 24
)

// A tagClaim is the claim that Find is right about a tag.
type tagClaim interface {
	start() memory
	marker(m memory, tag int) memory
	read(m memory, entered dfa.State) memory
	right(m memory, last dfa.State) bool
}

func newTagClaim(t *dfa.Tagged, tag int) (tagClaim, error) {
	var fixed []dfa.Fixed
	for _, f := range t.Fixed {
		if int(f.Tag) == tag {
			fixed = append(fixed, f)
		}
	}
	c, err := tagClaim(nil), error(nil)
	if len(fixed) > 0 {
		c, err = newFixedClaim(t, tag, fixed)
	} else {
		c, err = newListClaim(t, tag)
	}
	if err != nil {
		return nil, fmt.Errorf("proof: %s: %w for a place of %s", t.Automaton.Name, err, t.Names[tag/2])
	}
	return c, nil
}

type clock struct{ most uint16 }

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

// A listClaim is the claim for a tag whose place is a register. The offsets of its markers make a list. A register has
// lag k if it has this list without the last k offsets. Then k commits can complete it, if each comes before the marker
// is too old for every commit. Other registers are lost, because markers and commits only append to lists; but a
// register with at most one offset is set anew by each commit.
type listClaim struct {
	clock
	t         *dfa.Tagged
	tag       int
	repeats   bool
	registers []uint8 // that the place of the tag may depend on
}

// The ages of a listClaim: the age of the start of the string, and those of the latest markers, last one first.
const (
	ofString = iota
	ofMarkers
)

const mostMarkers = mostAges - ofMarkers // number of markers with an age

// lost is the lag of a register that cannot become right.
const lost = 0xFF

func newListClaim(t *dfa.Tagged, tag int) (*listClaim, error) {
	c := &listClaim{t: t, tag: tag, repeats: t.Repeats>>(tag/2)&1 != 0}
	oldest := 0
	for _, list := range t.Places {
		oldest = max(oldest, int(list[tag].Ago))
		oldest = max(oldest, c.add(list[tag].Register))
	}
	if len(c.registers) > mostLags {
		return nil, fmt.Errorf("more than %d registers", mostLags)
	}
	var err error
	c.clock, err = newClock(oldest)
	return c, err
}

// add adds register r, and the registers that its lists come from. It returns the largest Ago of their commits.
func (c *listClaim) add(r uint8) (oldest int) {
	if r == dfa.None || slices.Contains(c.registers, r) {
		return 0
	}
	c.registers = append(c.registers, r)
	for _, commit := range c.t.Registers[r] {
		if commit.Ago != dfa.None || !c.repeats {
			oldest = max(oldest, int(commit.Ago))
		}
		if c.repeats {
			oldest = max(oldest, c.add(commit.From))
		}
	}
	return oldest
}

func (c *listClaim) start() memory {
	var m memory
	for i := range mostMarkers {
		m.age[ofMarkers+i] = c.most
	}
	return m
}

func (c *listClaim) marker(m memory, tag int) memory {
	if tag != c.tag {
		return m
	}
	m.twice = m.twice || m.present != 0 && !c.repeats
	m.present = 1
	copy(m.age[ofMarkers+1:], m.age[ofMarkers:])
	m.age[ofMarkers] = 0
	for i, lag := range m.lags {
		m.lags[i] = c.lag(&m, lag, 1)
	}
	return c.forget(m)
}

// forget clips the ages of markers that no register lacks, so that there are fewer memories.
func (c *listClaim) forget(m memory) memory {
	lacking := 1 // an empty register may lack one
	for i := range c.registers {
		if lag := m.lags[i]; lag != lost {
			lacking = max(lacking, int(lag))
		}
	}
	for i := ofMarkers + lacking; i < len(m.age); i++ {
		m.age[i] = c.most
	}
	return m
}

// lag returns a changed lag. A register is lost if it lacks an offset that is too old for all commits, or more offsets
// than have an age, which only makes the claim stronger.
func (c *listClaim) lag(m *memory, lag uint8, by int) uint8 {
	switch k := int(lag) + by; {
	case lag == lost || k > mostMarkers || k > 0 && m.age[ofMarkers+k-1] >= c.most:
		return lost
	default:
		return uint8(k)
	}
}

func (c *listClaim) read(m memory, entered dfa.State) memory {
	c.tick(&m)
	for i, lag := range m.lags {
		m.lags[i] = c.lag(&m, lag, 0)
	}
	return c.forget(c.execute(m, c.event(entered)))
}

func (c *listClaim) event(s dfa.State) uint8 {
	if a := &c.t.Automaton; len(a.Outputs) > 0 {
		return uint8(a.Outputs[a.Number(s)])
	}
	return 0
}

func (c *listClaim) execute(m memory, event uint8) memory {
	if event == 0 {
		return m
	}
	before := m.lags
	for i, r := range c.registers {
		first := true
		for _, commit := range c.t.Registers[r] {
			if commit.Event != event || !first && !c.repeats {
				continue
			}
			lag := m.lags[i]
			switch {
			case !c.repeats:
				lag = c.emptyLag(&m)
			case first:
				lag = before[slices.Index(c.registers, commit.From)]
			}
			m.lags[i] = c.append(&m, lag, commit.Ago)
			first = false
		}
	}
	return m
}

func (c *listClaim) emptyLag(m *memory) uint8 { return c.lag(m, 0, int(m.present)) }

// append returns the lag after a commit appends an offset, which it does not if the offset would be before the string.
func (c *listClaim) append(m *memory, lag, ago uint8) uint8 {
	switch {
	case ago == dfa.None && c.repeats || m.age[ofString] < uint16(ago):
		return lag
	case lag == 0 || lag == lost || m.age[ofMarkers+lag-1] != uint16(ago):
		return lost
	}
	return lag - 1
}

func (c *listClaim) right(m memory, last dfa.State) bool {
	final := c.t.Final[c.t.Automaton.Number(last)]
	p := c.t.Places[final][c.tag]
	switch {
	case m.twice:
		return false
	case p.Register == dfa.None:
		return c.append(&m, c.emptyLag(&m), p.Ago) == 0
	case c.repeats:
		m = c.execute(m, c.t.Ends[final])
	}
	return m.lags[slices.Index(c.registers, p.Register)] == 0
}

// A fixedClaim is the claim for a tag that depends on others, if Find is right about them. It is about the grammar
// alone: the distance of the markers is that of the first entry whose guard is satisfied. When the later of the two
// markers occurs, their ages show whether the distance of an entry is right.
type fixedClaim struct {
	clock
	tag   int
	text  int // tag of the beginning of the string
	fixed []dfa.Fixed
	aged  []int // tags with an age: the tag itself, the beginning of the string, and sources
}

func newFixedClaim(t *dfa.Tagged, tag int, fixed []dfa.Fixed) (*fixedClaim, error) {
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
	m := memory{present: 1<<c.text | 1<<(c.text+1)}
	for i, f := range c.fixed {
		if int(f.Source) == c.text {
			m = c.compare(m, i)
		}
	}
	return m
}

func (c *fixedClaim) marker(m memory, tag int) memory {
	m.twice = m.twice || tag == c.tag && m.present>>tag&1 != 0
	k := slices.Index(c.aged, tag)
	if k >= 0 {
		m.age[k] = 0
	}
	if k >= 0 || slices.ContainsFunc(c.fixed, func(f dfa.Fixed) bool { return int(f.Guard) == tag }) {
		m.present |= 1 << tag
	}
	for i, f := range c.fixed {
		if tag == c.tag || int(f.Source) == tag {
			m = c.compare(m, i)
		}
	}
	return m
}

// compare records whether an entry is right, when the marker of the tag or of its source occurs.
func (c *fixedClaim) compare(m memory, entry int) memory {
	f := c.fixed[entry]
	m.right &^= 1 << entry
	if f.Source != dfa.None && c.distance(m, int(f.Source), f.Offset) {
		m.right |= 1 << entry
	}
	return m
}

// distance reports whether the tag is offset bytes after source, whose markers have occurred, one of them now. If the
// tag has not occurred, it reports whether that offset would be before the string, where the tag counts as absent.
func (c *fixedClaim) distance(m memory, source, offset int) bool {
	k := slices.Index(c.aged, source)
	switch {
	case k < 0 || m.present>>source&1 == 0:
		return false
	case m.present>>c.tag&1 != 0:
		return int(m.age[k])-int(m.age[0]) == offset
	}
	return int(m.age[1]) < -offset
}

func (c *fixedClaim) read(m memory, _ dfa.State) memory {
	c.tick(&m)
	return m
}

func (c *fixedClaim) right(m memory, _ dfa.State) bool {
	if m.twice {
		return false
	}
	present := m.present>>c.tag&1 != 0
	for i, f := range c.fixed {
		if m.present>>f.Guard&1 != 0 == f.Not {
			continue
		}
		switch {
		case f.Source == dfa.None || m.present>>f.Source&1 == 0:
			return !present
		case int(f.Source) == c.text+1 && present:
			return int(m.age[0]) == -f.Offset
		case int(f.Source) == c.text+1:
			return int(m.age[1]) < -f.Offset
		}
		return m.right>>i&1 != 0
	}
	return !present
}
