package plan

import "slices"

// suspects is Pairs by byte: a bit for each box.
type suspects struct {
	before, after [256]uint16 // boxes that have a byte as the first or the second of a pair
}

func newSuspects(boxes *[8][16]uint8) *suspects {
	d := new(suspects)
	for b := range 256 {
		high, low := b>>4, b&15
		d.before[b] = uint16(boxes[0][high]&boxes[1][low]) | uint16(boxes[4][high]&boxes[5][low])<<8
		d.after[b] = uint16(boxes[2][high]&boxes[3][low]) | uint16(boxes[6][high]&boxes[7][low])<<8
	}
	return d
}

// suspect reports whether byte c makes a string suspect after three others. Where
// a lead byte demands a third or a fourth byte, two continuations are expected;
// everywhere else they are suspect.
func (d *suspects) suspect(third, second, p, c byte) bool {
	found := d.before[p] & d.after[c]
	if second >= 0xE0 || third >= 0xF0 {
		found ^= 1 << continuationBit
	}
	return found != 0
}

// ascii proves that a pair of ASCII bytes is never suspect: strings without other
// bytes are not slowed down, whether a fast path looks at them or not.
func (c *check) ascii() error {
	d := newSuspects(&c.plan.Pairs)
	for p := range byte(0x80) {
		for b := range byte(0x80) {
			if d.before[p]&d.after[b] != 0 {
				return c.refute([]byte{p, b}, "a suspect pair")
			}
		}
	}
	return nil
}

// characters proves that a string without suspect pairs is made of ASCII and of characters that act as the
// ordinary byte at every place. The string is taken to have three zero bytes after it, which must not make
// suspect pairs either. The proof follows all strings without suspect pairs through ordinaryChars.
// So a fast path may take all bytes from 0x80 up in such a string for ordinary bytes.
func (c *check) characters() error {
	l, err := c.ordinaryChars()
	if err != nil {
		return err
	}
	w := newInclusion(l, newSuspects(&c.plan.Pairs), 0, 0, 0)
	w.visit(situation{node: home}, -1)
	if text, why := w.search(); why != "" {
		return c.refute(text, "nothing is suspect, but %s", why)
	}
	return nil
}

// inclusion is the search for a string without suspect pairs that has another character.
type inclusion struct {
	*ordinaryChars
	*suspects
	bytes []byte // one of each kind that neither side distinguishes
	end   []byte // what is after the string
	seen  map[situation]bool
	queue []visit
}

// situation is what is to be known of a string: where it leads, and what of its
// last three bytes matters for later pairs.
type situation struct {
	node          uint16
	last          byte
	second, third byte // the byte before, and the one before that, as far as they demand more
}

type visit struct {
	situation
	parent int // place in the queue of the string without its last byte, -1 at the beginning
}

func newInclusion(l *ordinaryChars, d *suspects, end ...byte) *inclusion {
	return &inclusion{ordinaryChars: l, suspects: d, bytes: kinds(l, d), end: end, seen: make(map[situation]bool)}
}

// kinds returns the first byte of each kind; byte 0 is among them.
func kinds(l *ordinaryChars, d *suspects) (list []byte) {
	type kind struct {
		before, after uint16
		leadKind      byte
		column        string
	}
	seen := make(map[kind]bool)
	for b := range 256 {
		var column []byte
		for n := range l.next {
			column = append(column, byte(l.next[n][b]), byte(l.next[n][b]>>8))
		}
		k := kind{d.before[b], d.after[b], leadKind(byte(b)), string(column)}
		if !seen[k] {
			seen[k] = true
			list = append(list, byte(b))
		}
	}
	return list
}

// leadKind returns the lowest byte that demands as many continuations as b.
func leadKind(b byte) byte {
	switch {
	case b >= 0xF0:
		return 0xF0
	case b >= 0xE0:
		return 0xE0
	}
	return 0
}

// search returns the shortest string without suspect pairs that is lost, or ends inside a character.
func (w *inclusion) search() (text []byte, why string) {
	for i := 0; i < len(w.queue); i++ {
		x := w.queue[i].situation
		switch {
		case x.node == lost:
			return w.text(i), "the last character is not ordinary"
		case x.node != home && !w.endIsSuspect(x):
			return w.text(i), "the last character is incomplete"
		}
		for _, b := range w.bytes {
			if !w.suspect(x.third, x.second, x.last, b) {
				w.visit(situation{w.next[x.node][b], b, leadKind(x.last), x.second}, i)
			}
		}
	}
	return nil, ""
}

func (w *inclusion) visit(x situation, parent int) {
	if !w.seen[x] {
		w.seen[x] = true
		w.queue = append(w.queue, visit{x, parent})
	}
}

// endIsSuspect reports whether a byte of the end would be.
func (w *inclusion) endIsSuspect(x situation) bool {
	for _, b := range w.end {
		if w.suspect(x.third, x.second, x.last, b) {
			return true
		}
		x.third, x.second, x.last = x.second, x.last, b
	}
	return false
}

// text returns the string of a visit.
func (w *inclusion) text(i int) (text []byte) {
	for ; w.queue[i].parent >= 0; i = w.queue[i].parent {
		text = append(text, w.queue[i].last)
	}
	slices.Reverse(text)
	return text
}
