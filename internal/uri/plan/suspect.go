package plan

import "slices"

// suspects is Pairs, by byte: a bit for each box.
type suspects struct {
	before, after [256]uint16 // the boxes with a byte as the first, the second of a pair
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

// suspect reports whether byte c, after bytes third, second and p, makes a string suspect. Two continuation bytes are
// expected where a lead byte requires a third or a fourth byte, and suspect elsewhere.
func (d *suspects) suspect(third, second, p, c byte) bool {
	found := d.before[p] & d.after[c]
	if second >= 0xE0 || third >= 0xF0 {
		found ^= 1 << continuationBit
	}
	return found != 0
}

// ascii proves that no pair of ASCII bytes is suspect. So a fast path may skip the test in ASCII strings.
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

// characters proves that a string without suspect pairs has only ASCII and characters that act as ordinary bytes at
// every place, so that a fast path may take all its non-ASCII bytes for ordinary ones. The string includes three zero
// bytes after it, as vectors do. The proof steps all strings without suspect pairs through ordinaryChars, whose
// language must include them.
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

// An inclusion is a breadth-first search for a string without suspect pairs that ordinaryChars rejects.
type inclusion struct {
	*ordinaryChars
	*suspects
	bytes []byte // one for each class of bytes that neither side distinguishes
	end   []byte // bytes after the string
	seen  map[situation]bool
	queue []visit
}

// A situation is the state of the search: a node of ordinaryChars, and the bytes that matter for later pairs.
type situation struct {
	node          uint16
	last          byte
	second, third byte // leadKind of the two bytes before last
}

type visit struct {
	situation
	parent int // index in the queue of the string without its last byte, or -1
}

func newInclusion(l *ordinaryChars, d *suspects, end ...byte) *inclusion {
	return &inclusion{ordinaryChars: l, suspects: d, bytes: kinds(l, d), end: end, seen: make(map[situation]bool)}
}

// kinds returns the first byte of each class. Byte 0 is among them.
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

// leadKind returns the lowest byte that requires as many continuation bytes as b.
func leadKind(b byte) byte {
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

// endIsSuspect reports whether one of the bytes after the string makes it suspect.
func (w *inclusion) endIsSuspect(x situation) bool {
	for _, b := range w.end {
		if w.suspect(x.third, x.second, x.last, b) {
			return true
		}
		x.third, x.second, x.last = x.second, x.last, b
	}
	return false
}

func (w *inclusion) text(i int) (text []byte) {
	for ; w.queue[i].parent >= 0; i = w.queue[i].parent {
		text = append(text, w.queue[i].last)
	}
	slices.Reverse(text)
	return text
}
