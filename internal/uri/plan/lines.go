package plan

import (
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
	"example.org/iri/internal/uri/tracks"
)

// lines proves that package batch judges lines as the automaton does, whatever is in front of them.
// It follows both from the beginning of a line, a byte at a time. Wherever the line may end, the
// verdicts have to agree. A character beyond ASCII is a letter, as neighbours proves of all lines
// about which nobody asks.
func (c *check) lines() error {
	if !c.plan.Batch {
		return nil
	}
	begins := c.lineStates()
	for _, returns := range []bool{false, true} {
		if err := newDuet(c, begins, returns).follow(); err != nil {
			return err
		}
	}
	return nil
}

// lineStates returns the states in which package batch may be where a line begins, whatever codes
// it has read before.
func (c *check) lineStates() (begins []batch.Lines) {
	begins = []batch.Lines{batch.NewSingle(c.plan)}
	seen := map[batch.Lines]bool{begins[0]: true}
	for queue := slices.Clone(begins); len(queue) > 0; queue = queue[1:] {
		for code := range uint8(uri.NumCodes) {
			state, _, _ := read(queue[0], code)
			if code == uri.CodeEnd && !slices.Contains(begins, state) {
				begins = append(begins, state)
			}
			if !seen[state] {
				seen[state] = true
				queue = append(queue, state)
			}
		}
	}
	return begins
}

// read returns the state behind a byte, whether it is the end of a line that is in the language,
// and whether nothing is said of the line that it is in.
func read(state batch.Lines, code uint8) (behind batch.Lines, good, asks bool) {
	var p [1]batch.Planes
	for k := range p[0] {
		p[0][k] = uint64(code >> k & 1)
	}
	var t tracks.Tracks
	state.Judge(&t, p[:])
	return state, t.Ends[0]&^t.Wrong[0]&1 != 0, t.Asks[0]&1 != 0
}

// duet is package batch and the automaton, reading the same line.
type duet struct {
	*check
	codes   [0x80]uint8
	returns bool   // a carriage return in front of a line feed belongs to the end of the line
	bytes   []byte // one of each kind that neither side tells apart
	like    byte   // a letter
	seen    map[pair]bool
	queue   []meeting
}

// pair is where both are.
type pair struct {
	lines batch.Lines
	state dfa.State
}

// meeting is a visit of a pair.
type meeting struct {
	pair
	text []byte // that led there
}

func newDuet(c *check, begins []batch.Lines, returns bool) *duet {
	d := &duet{check: c, codes: batch.Codes(c.plan, returns), returns: returns, seen: make(map[pair]bool)}
	d.like, _ = c.byteOf(letter)
	kinds := make(map[[2]uint8]bool)
	for b, code := range d.codes {
		if kind := [2]uint8{code, c.Classes[b]}; code != uri.CodeEnd && code != uri.CodeReturn && !kinds[kind] {
			kinds[kind] = true
			d.bytes = append(d.bytes, byte(b))
		}
	}
	for _, lines := range begins {
		d.meet(pair{lines, c.Start}, nil)
	}
	return d
}

func (d *duet) meet(x pair, text []byte) {
	if !d.seen[x] {
		d.seen[x] = true
		d.queue = append(d.queue, meeting{x, text})
	}
}

// follow compares the verdicts on all lines about which nobody asks.
func (d *duet) follow() error {
	for ; len(d.queue) > 0; d.queue = d.queue[1:] {
		x := d.queue[0]
		if err := d.end(x.lines, x); err != nil {
			return err
		}
		if err := d.endByReturn(x); err != nil {
			return err
		}
		for _, b := range d.bytes {
			if lines, _, asks := read(x.lines, d.codes[b]); !asks {
				d.meet(pair{lines, d.Next(x.state, b)}, slices.Concat(x.text, []byte{b}))
			}
		}
		d.characters(x)
	}
	return nil
}

// characters goes on with a character of two bytes to four.
func (d *duet) characters(x meeting) {
	text := x.text
	for n := 1; n <= 4; n++ {
		x.lines, _, _ = read(x.lines, uri.CodeText)
		text = slices.Concat(text, []byte{d.like})
		if n > 1 {
			d.meet(pair{x.lines, d.Next(x.state, d.like)}, text)
		}
	}
}

// end compares the verdicts on a line that ends here.
func (d *duet) end(lines batch.Lines, x meeting) error {
	switch _, good, asks := read(lines, uri.CodeEnd); {
	case asks:
		return d.refute(x.text, "the end of a line raises a question")
	case good != d.Accepts(x.state):
		return d.refute(x.text, "a batch accepts: %t, the automaton does not agree", good)
	}
	return nil
}

// endByReturn lets the line end with a carriage return in front. In front of any other code this
// byte has to raise a question.
func (d *duet) endByReturn(x meeting) error {
	if !d.returns {
		return nil
	}
	lines, _, _ := read(x.lines, uri.CodeReturn)
	for code := range uint8(uri.NumCodes) {
		if _, _, asks := read(lines, code); !asks && code != uri.CodeEnd {
			return d.refute(x.text, "a carriage return in front of code %d raises no question", code)
		}
	}
	return d.end(lines, x)
}
