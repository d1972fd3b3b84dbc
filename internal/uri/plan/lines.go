package plan

import (
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
)

// lines proves that package batch judges lines as the automaton does, whatever is in front of them.
// It follows both from the beginning of a line, a byte at a time. Wherever the line may end, the
// verdicts have to agree. A character beyond ASCII is a letter, as neighbours proves of all lines
// about which nobody asks.
func (c *check) lines() error {
	if !c.plan.Batch {
		return nil
	}
	judge := newJudge(c.plan)
	for _, returns := range []bool{false, true} {
		if err := newDuet(c, judge, returns).follow(); err != nil {
			return err
		}
	}
	return nil
}

// duet is package batch and the automaton, reading the same line.
type duet struct {
	*check
	judge   *judge
	codes   [0x80]uint8
	returns bool   // a carriage return in front of a line feed belongs to the end of the line
	bytes   []byte // one of each kind that neither side tells apart
	like    byte   // a letter
	seen    map[pair]bool
	queue   []meeting
}

// pair is where both are.
type pair struct {
	lines int // state of judge
	state dfa.State
}

// meeting is a visit of a pair.
type meeting struct {
	pair
	text []byte // that led there
}

func newDuet(c *check, j *judge, returns bool) *duet {
	d := &duet{check: c, judge: j, codes: batch.Codes(c.plan, returns), returns: returns, seen: make(map[pair]bool)}
	d.like, _ = c.byteOf(letter)
	kinds := make(map[[2]uint8]bool)
	for b, code := range d.codes {
		if kind := [2]uint8{code, c.Classes[b]}; code != uri.CodeEnd && code != uri.CodeReturn && !kinds[kind] {
			kinds[kind] = true
			d.bytes = append(d.bytes, byte(b))
		}
	}
	for _, lines := range j.begins {
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
			if step := d.judge.steps[x.lines][d.codes[b]]; !step.asks {
				d.meet(pair{step.to, d.Next(x.state, b)}, slices.Concat(x.text, []byte{b}))
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
		x.lines = d.judge.steps[x.lines][uri.CodeText].to
		text = slices.Concat(text, []byte{d.like})
		if n > 1 {
			d.meet(pair{x.lines, d.Next(x.state, d.like)}, text)
		}
	}
}

// end compares the verdicts on a line that ends here.
func (d *duet) end(lines int, x meeting) error {
	switch step := d.judge.steps[lines][uri.CodeEnd]; {
	case step.asks:
		return d.refute(x.text, "the end of a line raises a question")
	case step.good != d.Accepts(x.state):
		return d.refute(x.text, "a batch accepts: %t, the automaton does not agree", step.good)
	}
	return nil
}

// endByReturn lets the line end with a carriage return in front. In front of any other code this
// byte has to raise a question.
func (d *duet) endByReturn(x meeting) error {
	if !d.returns {
		return nil
	}
	lines := d.judge.steps[x.lines][uri.CodeReturn].to
	for code, step := range d.judge.steps[lines] {
		if !step.asks && code != uri.CodeEnd {
			return d.refute(x.text, "a carriage return in front of code %d raises no question", code)
		}
	}
	return d.end(lines, x)
}
