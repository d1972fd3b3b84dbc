package plan

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
)

// This file chooses the suspect pairs of neighbouring bytes, and covers them with boxes. Every string with a character
// that does not act as an ordinary byte must have a suspect pair; few other strings should. The choice cannot make a
// fast path wrong, because claim characters is proved of its result.

// A box is a set of pairs (p, c) of bytes: the product of four sets of nibbles, for the high and low nibbles of p and
// c.
type box [4]uint16

// Sets of nibbles.
const (
	allNibbles    = 0xffff
	ascii         = 0x00ff // high nibbles
	continuations = 0x0f00
	leads         = 0xf000
)

const (
	maxBoxes        = 15 // bits 0-6 and 8-15
	continuationBit = 7
)

func newBoxes(l *ordinaryChars) (table [8][16]uint8) {
	add := func(b box, bit int) {
		for k, set := range b {
			for nibble := range 16 {
				table[bit/8*4+k][nibble] |= uint8(set >> nibble & 1 << (bit % 8))
			}
		}
	}
	add(box{continuations, allNibbles, continuations, allNibbles}, continuationBit)
	for i, b := range cover(l) {
		if i >= continuationBit {
			i++
		}
		add(b, i)
	}
	return table
}

// cover returns at most maxBoxes boxes that contain all pairs that must be suspect.
func cover(l *ordinaryChars) []box {
	t := newTally(l)
	if t.all == 0 { // only ASCII is ordinary
		return []box{{allNibbles, allNibbles, continuations | leads, allNibbles}}
	}
	shape := []box{
		{leads, allNibbles, ascii | leads, allNibbles}, // a lead byte without a continuation byte
		{ascii, allNibbles, continuations, allNibbles}, // a continuation byte without a lead byte
	}
	boxes := join(append(t.badPairs(l), t.badLeads()...))
	for len(boxes) > maxBoxes-len(shape) {
		boxes = t.widen(boxes)
	}
	return append(shape, boxes...)
}

func length(lead int) int {
	switch {
	case lead >= 0xF0:
		return 4
	case lead >= 0xE0:
		return 3
	}
	return 2
}

// A tally counts the ordinary non-ASCII characters: all, by lead byte, and by pair of neighbouring bytes.
type tally struct {
	all  int
	lead [256]int
	pair [256][256]int
}

func newTally(l *ordinaryChars) *tally {
	t := new(tally)
	for lead := 0xC0; lead < 256; lead++ {
		l.ordinary(l.next[between][lead], []byte{byte(lead)}, length(lead), func(text []byte) {
			t.all++
			t.lead[lead]++
			for i := range len(text) - 1 {
				t.pair[text[i]][text[i+1]]++
			}
		})
	}
	return t
}

// ordinary yields the ordinary characters of n bytes that begin with text, which leads to node.
func (l *ordinaryChars) ordinary(node uint16, text []byte, n int, yield func([]byte)) {
	switch {
	case node == lost || node == between && len(text) < n:
	case len(text) == n:
		if node == between {
			yield(text)
		}
	default:
		for b := 0x80; b < 0xC0; b++ {
			l.ordinary(l.next[node][b], append(text, byte(b)), n, yield)
		}
	}
}

// badLeads returns a box for each lead byte of no ordinary character, after any byte.
func (t *tally) badLeads() (boxes []box) {
	for lead := 0xC0; lead < 256; lead++ {
		if t.lead[lead] == 0 {
			boxes = append(boxes, box{allNibbles, allNibbles, 1 << (lead >> 4), 1 << (lead & 15)})
		}
	}
	return boxes
}

// badPairs returns a box for one pair of each character that is not ordinary, but has the lead byte of an ordinary one.
// The pair is the first two bytes, or the last two if that makes fewer ordinary characters suspect.
func (t *tally) badPairs(l *ordinaryChars) (boxes []box) {
	var bad [256][256]bool
	for lead := 0xC0; lead < 256; lead++ {
		if t.lead[lead] == 0 {
			continue
		}
		for second := 0x80; second < 0xC0; second++ {
			tails := l.badTails(lead, second)
			switch {
			case t.pair[lead][second] == 0 || t.cost(tails) >= t.pair[lead][second] && len(tails) > 0:
				bad[lead][second] = true
			default:
				for pair := range tails {
					bad[pair[0]][pair[1]] = true
				}
			}
		}
	}
	for p := range bad {
		for c := range bad[p] {
			if bad[p][c] {
				boxes = append(boxes, box{1 << (p >> 4), 1 << (p & 15), 1 << (c >> 4), 1 << (c & 15)})
			}
		}
	}
	return boxes
}

// badTails returns the last pairs of the characters that begin with lead and second and are not ordinary.
func (l *ordinaryChars) badTails(lead, second int) map[[2]byte]bool {
	tails := make(map[[2]byte]bool)
	node := l.next[l.next[between][lead]][second]
	if length(lead) == 3 {
		l.badLast(node, byte(second), tails)
	}
	if length(lead) == 4 {
		for third := 0x80; third < 0xC0; third++ {
			l.badLast(l.next[node][third], byte(third), tails)
		}
	}
	return tails
}

// badLast adds the pairs of b, which leads to node, and a last byte that does not complete an ordinary character.
func (l *ordinaryChars) badLast(node uint16, b byte, tails map[[2]byte]bool) {
	for last := 0x80; last < 0xC0; last++ {
		if l.next[node][last] != between {
			tails[[2]byte{b, byte(last)}] = true
		}
	}
}

func (t *tally) cost(pairs map[[2]byte]bool) (sum int) {
	for pair := range pairs {
		sum += t.pair[pair[0]][pair[1]]
	}
	return sum
}

// join merges boxes that differ in one set of nibbles only, beginning with the last set.
func join(boxes []box) []box {
	for k := 3; k >= 0; k-- {
		var joined []box
		index := make(map[box]int) // of the box with the same other sets
		for _, b := range boxes {
			key := b
			key[k] = 0
			i, known := index[key]
			if !known {
				i = len(joined)
				index[key] = i
				joined = append(joined, key)
			}
			joined[i][k] |= b[k]
		}
		boxes = joined
	}
	return boxes
}

// widen replaces two boxes by the box around them, so that the fewest ordinary characters become suspect.
func (t *tally) widen(boxes []box) []box {
	var best box
	least, first, second := -1, 0, 0
	for j := range boxes {
		for i := range j {
			around := bound(boxes[i], boxes[j])
			if loss := t.suspected(around) - t.suspected(boxes[i]) - t.suspected(boxes[j]); least < 0 || loss < least {
				best, least, first, second = around, loss, i, j
			}
		}
	}
	boxes[first] = best
	return append(boxes[:second], boxes[second+1:]...)
}

func bound(a, b box) box {
	for k := range a {
		a[k] |= b[k]
	}
	return a
}

// suspected returns the number of ordinary characters that a box makes suspect, counted once for each pair. A lead byte
// after ASCII or a continuation byte counts for all characters with that lead byte.
func (t *tally) suspected(b box) (sum int) {
	for p := range 256 {
		if b[0]>>(p>>4)&1 == 0 || b[1]>>(p&15)&1 == 0 {
			continue
		}
		for c := range 256 {
			switch {
			case b[2]>>(c>>4)&1 == 0 || b[3]>>(c&15)&1 == 0:
			case p < 0xC0 && c >= 0xC0:
				sum += t.lead[c]
			default:
				sum += t.pair[p][c]
			}
		}
	}
	return sum
}

// neighbours proves for lines what characters proves for strings: a line without suspect pairs, including its line
// feed, has only ASCII and characters that act as ordinary bytes. The bytes before the line are arbitrary, or zeros at
// the start of a batch.
func (c *check) neighbours() error {
	if !c.plan.Batch {
		return nil
	}
	l, err := c.newOrdinaryChars()
	if err != nil {
		return err
	}
	w := newInclusion(l, newSuspects(&c.plan.Pairs), batch.LineFeed)
	for _, last := range []byte{0, batch.LineFeed} {
		for _, back2 := range []byte{0, 0xE0, 0xF0} {
			for _, back3 := range []byte{0, 0xF0} {
				w.visit(searchState{between, last, back2, back3}, -1)
			}
		}
	}
	if text, why := w.search(); why != "" {
		return c.refute(text, "nothing is suspect, but %s", why)
	}
	return nil
}

// alive proves that an ASCII byte has no role exactly if it is in no string of the language. So a fast path may reject
// a string with such a byte.
func (c *check) alive() error {
	for b := range byte(0x80) {
		if never := c.neverOccurs(b); never != (c.plan.Class[b] == 0) {
			return c.refute([]byte{b}, "role %#x, but some text has the byte: %t", c.plan.Class[b], !never)
		}
	}
	return nil
}

// rare proves that, if a scheme is required, no rare byte is in it. So a fast path may reject a string that does not
// begin with a scheme. It may leave a string with a rare byte elsewhere to the automaton.
func (c *check) rare() error {
	if c.plan.Relative {
		return nil
	}
	for b := range byte(0x80) {
		if c.plan.Class[b] != uri.Rare {
			continue
		}
		for _, p := range []place{start, scheme} {
			if c.Next(c.at[p], b) != dfa.Dead {
				return c.refute(c.after(p, b), "%s goes on with %q", p.name(), b)
			}
		}
	}
	return nil
}
