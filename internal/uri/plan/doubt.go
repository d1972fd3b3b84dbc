package plan

import "slices"

// doubt is Pairs by byte: a bit for each box.
type doubt struct {
	before, after [256]uint16 // boxes that have a byte as the first or the second of a pair
}

func newDoubt(boxes *[8][16]uint8) *doubt {
	d := new(doubt)
	for b := range 256 {
		high, low := b>>4, b&15
		d.before[b] = uint16(boxes[0][high]&boxes[1][low]) | uint16(boxes[4][high]&boxes[5][low])<<8
		d.after[b] = uint16(boxes[2][high]&boxes[3][low]) | uint16(boxes[6][high]&boxes[7][low])<<8
	}
	return d
}

// doubtful reports whether byte c makes a text doubtful behind three others. Where
// a lead byte asks for a third or a fourth byte, two continuations are expected;
// everywhere else they are doubtful.
func (d *doubt) doubtful(third, second, p, c byte) bool {
	found := d.before[p] & d.after[c]
	if second >= 0xE0 || third >= 0xF0 {
		found ^= 1 << continuationBit
	}
	return found != 0
}

// ascii proves that a pair of ASCII bytes is never doubtful: texts without other
// bytes are not slowed down, whether a fast path looks at them or not.
func (c *check) ascii() error {
	d := newDoubt(&c.plan.Pairs)
	for p := range byte(0x80) {
		for b := range byte(0x80) {
			if d.before[p]&d.after[b] != 0 {
				return c.refute([]byte{p, b}, "a doubtful pair")
			}
		}
	}
	return nil
}

// characters proves that a text without doubt is made of ASCII and of characters that act as the
// letter at every place. The text is taken to have three zero bytes behind it, which must raise no
// doubt either. The proof follows all texts that raise no doubt through the automaton of letters.
// So a fast path may take all bytes from 0x80 up in such a text for letters.
func (c *check) characters() error {
	l, err := c.letters()
	if err != nil {
		return err
	}
	w := newInclusion(l, newDoubt(&c.plan.Pairs), 0, 0, 0)
	w.visit(situation{node: home}, -1)
	if text, why := w.search(); why != "" {
		return c.refute(text, "nothing is doubtful, but %s", why)
	}
	return nil
}

// inclusion is the search for a text without doubt that is not one of letters.
type inclusion struct {
	*letters
	*doubt
	bytes []byte // one of each kind that neither side tells apart
	end   []byte // what is behind the text
	seen  map[situation]bool
	queue []visit
}

// situation is what is to be known of a text: where it leads, and what of its
// last three bytes matters for later doubt.
type situation struct {
	node          uint16
	last          byte
	second, third byte // the byte before, and the one before that, as far as they ask for more
}

type visit struct {
	situation
	parent int // place in the queue of the text without its last byte, -1 at the beginning
}

func newInclusion(l *letters, d *doubt, end ...byte) *inclusion {
	return &inclusion{letters: l, doubt: d, bytes: kinds(l, d), end: end, seen: make(map[situation]bool)}
}

// kinds returns the first byte of each kind; byte 0 is among them.
func kinds(l *letters, d *doubt) (list []byte) {
	type kind struct {
		before, after uint16
		asks          byte
		column        string
	}
	seen := make(map[kind]bool)
	for b := range 256 {
		var column []byte
		for n := range l.next {
			column = append(column, byte(l.next[n][b]), byte(l.next[n][b]>>8))
		}
		k := kind{d.before[b], d.after[b], asks(byte(b)), string(column)}
		if !seen[k] {
			seen[k] = true
			list = append(list, byte(b))
		}
	}
	return list
}

// asks returns the lowest byte that asks for as many continuations as b.
func asks(b byte) byte {
	switch {
	case b >= 0xF0:
		return 0xF0
	case b >= 0xE0:
		return 0xE0
	}
	return 0
}

// search returns the shortest text without doubt that is lost, or ends inside a character.
func (w *inclusion) search() (text []byte, why string) {
	for i := 0; i < len(w.queue); i++ {
		x := w.queue[i].situation
		switch {
		case x.node == lost:
			return w.text(i), "the last character is no letter"
		case x.node != home && !w.endIsDoubtful(x):
			return w.text(i), "the last character is cut off"
		}
		for _, b := range w.bytes {
			if !w.doubtful(x.third, x.second, x.last, b) {
				w.visit(situation{w.next[x.node][b], b, asks(x.last), x.second}, i)
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

// endIsDoubtful reports whether a byte of the end would be.
func (w *inclusion) endIsDoubtful(x situation) bool {
	for _, b := range w.end {
		if w.doubtful(x.third, x.second, x.last, b) {
			return true
		}
		x.third, x.second, x.last = x.second, x.last, b
	}
	return false
}

// text returns the text of a visit.
func (w *inclusion) text(i int) (text []byte) {
	for ; w.queue[i].parent >= 0; i = w.queue[i].parent {
		text = append(text, w.queue[i].last)
	}
	slices.Reverse(text)
	return text
}
