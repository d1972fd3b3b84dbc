package scan

import (
	"bytes"
	"math/bits"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// Many texts at once, in plain Go. A walk is bound by the time that the table takes
// to answer: each step waits for the one before, and most of the processor is idle.
// Walks through different texts do not wait for each other, so four abreast take
// little longer than one. That beats the fast path where this would come upon much
// other than letters. So texts about which it asks are kept back, and walked
// through together later.

// Lanes sets bit i of bitmap, counted from the lowest bit of the first byte, if
// data[offsets[i]:offsets[i+1]] is in the language of a, and returns how many are.
// The bits have to be 0 before.
func Lanes(a *uri.Language, data []byte, offsets []int32, bitmap []byte) (count int) {
	b := batch{a: a, data: data, bitmap: bitmap}
	for i := 1; i < len(offsets); i++ {
		b.add(text{i - 1, int(offsets[i-1]), int(offsets[i])})
	}
	b.walkAll()
	return b.count
}

// LineLanes is Lanes for the lines of data. Each ends with a line feed; the last may
// go without.
func LineLanes(a *uri.Language, data, bitmap []byte) (count int) {
	b := batch{a: a, data: data, bitmap: bitmap}
	for i, at := 0, 0; at < len(data); i++ {
		end := len(data)
		if n := bytes.IndexByte(data[at:], LineFeed); n >= 0 {
			end = at + n
		}
		b.add(text{i, at, end})
		at = end + 1
	}
	b.walkAll()
	return b.count
}

// A text is data[at:end], the one with the given number.
type text struct{ number, at, end int }

// A batch is many texts being checked.
type batch struct {
	a            *uri.Language
	data, bitmap []byte
	count        int // texts in the language

	kept [64]text // to be walked through; the fewer, the more often lanes are empty
	n    int      // how many

	// When the fast path asks, the next texts are likely to be of the same kind, and
	// are not shown to it: the more, the more often it has asked in a row.
	skip, row int
}

// add checks a text now or later.
func (b *batch) add(t text) {
	if t.end-t.at < short {
		b.finish(lane{t, int(b.a.Start)})
		return
	}
	if b.skip == 0 {
		v := portableCheck(b.a, b.data[t.at:t.end], false)
		if v != Ask {
			b.row = 0
			b.set(t.number, v == Valid)
			return
		}
		b.row = min(2*b.row+1, len(b.kept)-1)
		b.skip = b.row + 1
	}
	b.skip--
	b.kept[b.n] = t
	if b.n++; b.n == len(b.kept) {
		b.walkAll()
	}
}

// set sets the bit of a text. There is no branch, as nobody could predict it.
func (b *batch) set(number int, valid bool) {
	bit := 0
	if valid {
		bit = 1
	}
	b.bitmap[number>>3] |= byte(bit << (number & 7))
	b.count += bit
}

// A lane is a text on its way through the automaton; what is before at has led to
// the state.
type lane struct {
	text
	state int
}

// left returns how much of the text is to be walked through.
func (l *lane) left() int { return l.end - l.at }

// walkAll checks the texts that are kept.
func (b *batch) walkAll() {
	kept := b.kept[:b.n]
	b.n = 0
	var lanes [4]lane
	if len(kept) < len(lanes) {
		for _, t := range kept {
			b.finish(lane{t, int(b.a.Start)})
		}
		return
	}
	for k := range lanes {
		lanes[k] = lane{kept[k], int(b.a.Start)}
	}
	kept = kept[len(lanes):]
	for len(kept) > 0 {
		l := &lanes[b.walk(&lanes)]
		b.set(l.number, b.a.Accepts(dfa.State(l.state)))
		l.text, l.state = kept[0], int(b.a.Start)
		kept = kept[1:]
	}
	for _, l := range lanes {
		b.finish(l)
	}
}

// walk goes on in all lanes until a text ends, and returns the lane of that.
func (b *batch) walk(lanes *[4]lane) (ended int) {
	classes, trans := b.a.Classes, b.a.Trans
	n := min(lanes[0].left(), lanes[1].left(), lanes[2].left(), lanes[3].left())
	t0, t1 := b.data[lanes[0].at:][:n], b.data[lanes[1].at:][:n]
	t2, t3 := b.data[lanes[2].at:][:n], b.data[lanes[3].at:][:n]
	s0, s1, s2, s3 := lanes[0].state, lanes[1].state, lanes[2].state, lanes[3].state
	for i := 0; i < len(t0) && i < len(t1) && i < len(t2) && i < len(t3); i++ { // len(tk) is n, as the compiler does not know
		s0 = int(trans[s0+int(classes[t0[i]])])
		s1 = int(trans[s1+int(classes[t1[i]])])
		s2 = int(trans[s2+int(classes[t2[i]])])
		s3 = int(trans[s3+int(classes[t3[i]])])
	}
	lanes[0].state, lanes[1].state, lanes[2].state, lanes[3].state = s0, s1, s2, s3
	for k := range lanes {
		lanes[k].at += n
		ended = max(ended, k&((lanes[k].left()-1)>>(bits.UintSize-1))) // k if nothing is left, without a branch
	}
	return ended
}

// finish walks to the end of a text by itself.
func (b *batch) finish(l lane) {
	s := dfa.Run(b.a.Automaton, dfa.State(l.state), b.data[l.at:l.end])
	b.set(l.number, b.a.Accepts(s))
}
