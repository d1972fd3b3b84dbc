package plan

import (
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
)

// lines proves that package batch validates lines as the automaton does, whatever is before them.
// It follows both from the beginning of a line, a byte at a time. Wherever the line may end, the
// results have to agree. A character that is not ASCII is an ordinary byte, as neighbours proves of all lines
// that the batch decides.
func (c *check) lines() error {
	if !c.plan.Batch {
		return nil
	}
	batchModel := newBatchModel(c.plan)
	for _, returns := range []bool{false, true} {
		if err := newDuet(c, batchModel, returns).follow(); err != nil {
			return err
		}
	}
	return nil
}

// duet is package batch and the automaton, reading the same line.
type duet struct {
	*check
	batchModel *batchModel
	codes      [0x80]uint8
	returns    bool   // a carriage return before a line feed belongs to the end of the line
	bytes      []byte // one of each kind that neither side distinguishes
	like       byte   // an ordinary byte
	seen       map[pair]bool
	queue      []meeting
}

// pair is where both are.
type pair struct {
	lines int // state of batchModel
	state dfa.State
}

// meeting is a visit of a pair.
type meeting struct {
	pair
	text []byte // that led there
}

func newDuet(c *check, j *batchModel, returns bool) *duet {
	d := &duet{check: c, batchModel: j, codes: batch.Codes(c.plan, returns), returns: returns, seen: make(map[pair]bool)}
	d.like, _ = c.byteOf(ordinary)
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

// follow compares the results on all lines that the batch decides.
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
			if step := d.batchModel.steps[x.lines][d.codes[b]]; !step.undecided {
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
		x.lines = d.batchModel.steps[x.lines][uri.CodeText].to
		text = slices.Concat(text, []byte{d.like})
		if n > 1 {
			d.meet(pair{x.lines, d.Next(x.state, d.like)}, text)
		}
	}
}

// end compares the results on a line that ends here.
func (d *duet) end(lines int, x meeting) error {
	switch step := d.batchModel.steps[lines][uri.CodeEnd]; {
	case step.undecided:
		return d.refute(x.text, "the end of a line is undecided")
	case step.good != d.Accepts(x.state):
		return d.refute(x.text, "a batch accepts: %t, the automaton does not agree", step.good)
	}
	return nil
}

// endByReturn lets the line end with a carriage return before it. Before any other code this
// byte has to be undecided.
func (d *duet) endByReturn(x meeting) error {
	if !d.returns {
		return nil
	}
	lines := d.batchModel.steps[x.lines][uri.CodeReturn].to
	for code, step := range d.batchModel.steps[lines] {
		if !step.undecided && code != uri.CodeEnd {
			return d.refute(x.text, "a carriage return before code %d is not undecided", code)
		}
	}
	return d.end(lines, x)
}
