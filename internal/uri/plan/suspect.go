package plan

import "slices"

// suspects is uri.Plan.Pairs, indexed by whole bytes instead of nibbles: bit i is set if a byte is the first, or the
// second, of some pair in box i. As a box is a product of sets, it contains a pair if both bytes have its bit.
type suspects struct {
	asFirst, asSecond [256]uint16
}

func newSuspects(pairs *[8][16]uint8) *suspects {
	s := new(suspects)
	for b := range 256 {
		high, low := b>>4, b&15
		s.asFirst[b] = uint16(pairs[0][high]&pairs[1][low]) | uint16(pairs[4][high]&pairs[5][low])<<8
		s.asSecond[b] = uint16(pairs[2][high]&pairs[3][low]) | uint16(pairs[6][high]&pairs[7][low])<<8
	}
	return s
}

// suspect reports whether byte c, after the bytes three, two and one before it, makes a string suspect. Two
// continuation bytes are suspect unless c must be the third or fourth byte of a character; there, every other pair is.
func (s *suspects) suspect(back3, back2, back1, c byte) bool {
	found := s.asFirst[back1] & s.asSecond[c]
	if back2 >= 0xE0 || back3 >= 0xF0 {
		found ^= 1 << continuationBit
	}
	return found != 0
}

// ascii proves that no pair of ASCII bytes is suspect. So a fast path may skip the test in ASCII strings.
func (c *check) ascii() error {
	s := newSuspects(&c.plan.Pairs)
	for p := range byte(0x80) {
		for b := range byte(0x80) {
			if s.asFirst[p]&s.asSecond[b] != 0 {
				return c.refute([]byte{p, b}, "a suspect pair")
			}
		}
	}
	return nil
}

// characters proves that a string without suspect pairs has only ASCII and characters that act as ordinary bytes at
// every place, so that a fast path may take all its non-ASCII bytes for ordinary ones. A zero byte follows the string,
// as in a partly filled vector; kernels test the ends of other strings themselves. The proof steps all strings without
// suspect pairs through ordinaryChars, whose language must include them.
func (c *check) characters() error {
	l, err := c.newOrdinaryChars()
	if err != nil {
		return err
	}
	w := newInclusion(l, newSuspects(&c.plan.Pairs), 0)
	w.visit(searchState{node: between}, -1)
	if text, why := w.search(); why != "" {
		return c.refute(text, "nothing is suspect, but %s", why)
	}
	return nil
}

// An inclusion is a breadth-first search for a string without suspect pairs that ordinaryChars rejects.
type inclusion struct {
	*ordinaryChars
	*suspects
	bytes    []byte // one of each class of bytes that neither ordinaryChars nor suspects distinguishes
	afterEnd byte
	seen     map[searchState]bool
	queue    []queued
}

// A searchState is a node of ordinaryChars, and the bytes that matter for later pairs.
type searchState struct {
	node         uint16
	last         byte
	back2, back3 byte // longLead of the two bytes before last
}

type queued struct {
	searchState
	parent int // index in the queue of the string without its last byte, or -1
}

func newInclusion(l *ordinaryChars, s *suspects, afterEnd byte) *inclusion {
	return &inclusion{ordinaryChars: l, suspects: s, bytes: representatives(l, s), afterEnd: afterEnd, seen: make(map[searchState]bool)}
}

func representatives(l *ordinaryChars, s *suspects) (list []byte) {
	type class struct {
		asFirst, asSecond uint16
		longLead          byte
		column            string
	}
	seen := make(map[class]bool)
	for b := range 256 {
		var column []byte
		for n := range l.next {
			column = append(column, byte(l.next[n][b]), byte(l.next[n][b]>>8))
		}
		k := class{s.asFirst[b], s.asSecond[b], longLead(byte(b)), string(column)}
		if !seen[k] {
			seen[k] = true
			list = append(list, byte(b))
		}
	}
	return list
}

// longLead returns 0xE0 or 0xF0 for a lead byte of three or four bytes, else 0.
func longLead(b byte) byte {
	switch {
	case b >= 0xF0:
		return 0xF0
	case b >= 0xE0:
		return 0xE0
	}
	return 0
}

// search returns the shortest string without suspect pairs that is rejected, or ends within a character.
func (w *inclusion) search() (text []byte, why string) {
	for i := 0; i < len(w.queue); i++ {
		x := w.queue[i].searchState
		switch {
		case x.node == lost:
			return w.text(i), "the last character is not ordinary"
		case x.node != between && !w.suspect(x.back3, x.back2, x.last, w.afterEnd):
			return w.text(i), "the last character is incomplete"
		}
		for _, b := range w.bytes {
			if !w.suspect(x.back3, x.back2, x.last, b) {
				w.visit(searchState{w.next[x.node][b], b, longLead(x.last), x.back2}, i)
			}
		}
	}
	return nil, ""
}

func (w *inclusion) visit(x searchState, parent int) {
	if !w.seen[x] {
		w.seen[x] = true
		w.queue = append(w.queue, queued{x, parent})
	}
}

func (w *inclusion) text(i int) (text []byte) {
	for ; w.queue[i].parent >= 0; i = w.queue[i].parent {
		text = append(text, w.queue[i].last)
	}
	slices.Reverse(text)
	return text
}
