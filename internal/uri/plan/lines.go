package plan

import (
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
)

// lines proves that package batch validates lines as the automaton does, whatever precedes them. It steps both from the
// start of a line, byte by byte, and compares their results wherever the line may end. For non-ASCII characters, it
// steps an ordinary byte: claim neighbours proves that these act alike in all lines that the batch decides.
func (c *check) lines() error {
	if !c.plan.Batch {
		return nil
	}
	batchModel := newBatchModel(c.plan)
	for _, returns := range []bool{false, true} {
		if err := newLineSearch(c, batchModel, returns).follow(); err != nil {
			return err
		}
	}
	return nil
}

// A lineSearch visits all pairs of states that package batch and the automaton reach on the same line.
type lineSearch struct {
	*check
	batchModel   *batchModel
	codes        [0x80]uint8
	returns      bool   // a carriage return before a line feed belongs to the end of the line
	bytes        []byte // one of each class of ASCII that neither package batch nor the automaton distinguishes
	ordinaryByte byte
	seen         map[statePair]bool
	queue        []lineVisit
}

type statePair struct {
	lines int
	state dfa.State
}

type lineVisit struct {
	statePair
	text []byte
}

func newLineSearch(c *check, j *batchModel, returns bool) *lineSearch {
	d := &lineSearch{check: c, batchModel: j, codes: batch.Codes(c.plan, returns), returns: returns, seen: make(map[statePair]bool)}
	d.ordinaryByte, _ = c.byteOf(ordinary)
	kinds := make(map[[2]uint8]bool)
	for b, code := range d.codes {
		if kind := [2]uint8{code, c.Classes[b]}; code != uri.CodeEnd && code != uri.CodeReturn && !kinds[kind] {
			kinds[kind] = true
			d.bytes = append(d.bytes, byte(b))
		}
	}
	for _, lines := range j.begins {
		d.visit(statePair{lines, c.Start}, nil)
	}
	return d
}

func (d *lineSearch) visit(x statePair, text []byte) {
	if !d.seen[x] {
		d.seen[x] = true
		d.queue = append(d.queue, lineVisit{x, text})
	}
}

func (d *lineSearch) follow() error {
	for ; len(d.queue) > 0; d.queue = d.queue[1:] {
		x := d.queue[0]
		if err := d.compareEnd(x.lines, x); err != nil {
			return err
		}
		if err := d.compareReturn(x); err != nil {
			return err
		}
		for _, b := range d.bytes {
			if step := d.batchModel.steps[x.lines][d.codes[b]]; !step.undecided {
				d.visit(statePair{step.to, d.Next(x.state, b)}, slices.Concat(x.text, []byte{b}))
			}
		}
		d.characters(x)
	}
	return nil
}

// characters visits what follows a non-ASCII character: to package batch, it is two to four bytes of text.
func (d *lineSearch) characters(x lineVisit) {
	text := x.text
	for n := 1; n <= 4; n++ {
		x.lines = d.batchModel.steps[x.lines][uri.CodeText].to
		text = slices.Concat(text, []byte{d.ordinaryByte})
		if n > 1 {
			d.visit(statePair{x.lines, d.Next(x.state, d.ordinaryByte)}, text)
		}
	}
}

func (d *lineSearch) compareEnd(lines int, x lineVisit) error {
	switch step := d.batchModel.steps[lines][uri.CodeEnd]; {
	case step.undecided:
		return d.refute(x.text, "the end of a line is undecided")
	case step.good != d.Accepts(x.state):
		return d.refute(x.text, "a batch accepts: %t, the automaton does not agree", step.good)
	}
	return nil
}

// compareReturn compares the results if a carriage return and a line feed end the line. Before any other code, a
// carriage return must be undecided.
func (d *lineSearch) compareReturn(x lineVisit) error {
	if !d.returns {
		return nil
	}
	lines := d.batchModel.steps[x.lines][uri.CodeReturn].to
	for code, step := range d.batchModel.steps[lines] {
		if !step.undecided && code != uri.CodeEnd {
			return d.refute(x.text, "a carriage return before code %d is not undecided", code)
		}
	}
	return d.compareEnd(lines, x)
}

// codeOf maps roles to codes. Other roles have no code.
var codeOf = map[uint8]uint8{
	0:            uri.CodeNever,
	uri.Rare:     uri.CodeRare,
	percent:      uri.CodePercent,
	uri.Colon:    uri.CodeColon,
	uri.Slash:    uri.CodeSlash,
	uri.At:       uri.CodeAt,
	uri.Query:    uri.CodeQuery,
	uri.Fragment: uri.CodeFragment,
	ordinary:     uri.CodeText,

	uri.Text | uri.Scheme:                       uri.CodeScheme,
	uri.Text | uri.Scheme | uri.Hex | uri.Digit: uri.CodeDigit,
	uri.Text | uri.Scheme | uri.First:           uri.CodeFirst,
	uri.Text | uri.Scheme | uri.First | uri.Hex: uri.CodeHex,

	// in languages without schemes
	uri.Text | uri.Hex:             uri.CodeHex,
	uri.Text | uri.Hex | uri.Digit: uri.CodeDigit,
}

func codesOf(class *[256]uint8) (codes [0x80]uint8, ok bool) {
	for b := range codes {
		if codes[b], ok = codeOf[class[b]]; !ok {
			return [0x80]uint8{}, false
		}
	}
	return codes, true
}

func hasSchemes(class *[256]uint8) bool {
	for _, role := range class {
		if role != uri.Rare && role&uri.First != 0 {
			return true
		}
	}
	return false
}

// codes proves that the codes agree with the roles, so that package batch finds sets of bytes in the streams of codes.
// In languages without schemes, codes may imply roles of schemes.
func (c *check) codes() error {
	p := c.plan
	want, ok := codesOf(&p.Class)
	switch {
	case p.Schemes != hasSchemes(&p.Class):
		return c.refute(nil, "that there are schemes is %t", p.Schemes)
	case !p.Batch && p.Codes != [0x80]uint8{}:
		return c.refute(nil, "there are codes, but they are not for batches")
	case p.Batch && !ok:
		return c.refute(nil, "some byte has a role without a code")
	case p.Batch && p.Codes != want:
		return c.refute(nil, "Codes are not those of Class")
	}
	return nil
}
