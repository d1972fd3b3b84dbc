// Package batch validates many lines at once, 64 bytes a step, regardless of where lines begin. A stream is a sequence
// of words with a bit for each byte, set for the bytes of some kind. Additions and shifts, which carry from one word
// into the next, find where runs of such bytes end, and so split the lines.
//
// Carries only go up, so the result for a byte depends on the bytes up to it: the package is an automaton over bytes.
// Package internal/uri/plan steps the same functions byte by byte, and proves that they validate lines as the automaton
// of the language does.
package batch

import (
	"encoding/binary"
	"math/bits"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/bitmap"
)

// LineFeed ends a line. A CarriageReturn may precede it.
const (
	LineFeed       = '\n'
	CarriageReturn = '\r'
)

// Codes returns the codes of ASCII bytes in lines. If returns is set, a carriage return before a line feed belongs to
// the end of the line.
func Codes(p *uri.Plan, returns bool) [0x80]uint8 {
	codes := p.Codes
	codes[LineFeed] = uri.CodeEnd
	if returns {
		codes[CarriageReturn] = uri.CodeReturn
	}
	return codes
}

// Rows returns the four bits of codes as tables for shuffles: bit k of the code of byte b is bit b>>4 of rows[k][b&15].
func Rows(codes *[0x80]uint8) (rows [4][16]uint8) {
	const lowest = 0x0101010101010101
	for b := 0; b < len(codes); b += 8 {
		eight := binary.LittleEndian.Uint64(codes[b:])
		for k := range rows {
			entries := rows[k][b&15:]
			bits := eight >> k & lowest << (b >> 4)
			binary.LittleEndian.PutUint64(entries, binary.LittleEndian.Uint64(entries)|bits)
		}
	}
	return rows
}

// Planes has the codes of 64 bytes: bit i of word k is bit k of the code of byte i.
type Planes [4]uint64

// Lines is the state of the validation: the carries after the bytes so far.
type Lines struct {
	relative, schemes uint64 // all ones if the language has strings without a scheme, with a scheme
	single            bool   // planes describe one byte, in their lowest bit

	// the previous byte ends a line, is a percent sign, follows one, is a carriage return
	start, percent, percents, back uint64
	heads                          heads
	authority                      authority
	tails                          tails
}

// NewLines returns the state before the first line.
func NewLines(p *uri.Plan) Lines {
	return Lines{relative: all(p.Relative), schemes: all(p.Schemes), start: 1}
}

// NewSingle is like NewLines, for planes of one byte.
func NewSingle(p *uri.Plan) Lines {
	l := NewLines(p)
	l.single = true
	return l
}

func all(is bool) uint64 {
	if is {
		return ^uint64(0)
	}
	return 0
}

// Validate sets the bitmaps t of the bytes that planes describe. Bits of Undecided that are set remain set. Package
// scan has the same in assembly, except Authorities.
func (l *Lines) Validate(t *bitmap.Bitmaps, planes []Planes) {
	words := len(planes)
	l.classify(t, planes)
	l.findAuthorities(t, words)
	l.Authorities(t, 0, words)
	l.findWrong(t, words)
	count(t, words)
}

// carry returns the bit of x that continues in the next word.
func carry(x uint64, single bool) uint64 {
	if single {
		return x & 1
	}
	return x >> 63
}

// add adds two streams: each bit of b within a run of a moves to the first byte after the run.
func add(a, b, in uint64, single bool) (sum, out uint64) {
	sum, out = bits.Add64(a, b, in)
	if single {
		out = (a&b | (a|b)&^sum) & 1
	}
	return sum, out
}

func count(t *bitmap.Bitmaps, words int) {
	const perGroup = bitmap.Group / 64
	ends := 0
	t.AnyUndecided = 0
	for w := range words {
		g := w / perGroup
		if w%perGroup == 0 {
			t.Before[g], t.Invalid[g] = [perGroup]uint64{uint64(ends)}, 0
		}
		ends += bits.OnesCount64(t.Ends[w])
		if t.Wrong[w] != 0 {
			t.Invalid[g] = 1
		}
		if t.Undecided[w] != 0 {
			t.AnyUndecided = 1
		}
	}
	t.Before[(words+perGroup-1)/perGroup] = [perGroup]uint64{uint64(ends)}
}

// classify sets the streams of bytes by kind, and marks bytes that are wrong or undecided because of the two bytes
// before them at most. Codes are numbered so that these expressions are short.
func (l *Lines) classify(t *bitmap.Bitmaps, planes []Planes) {
	start, percent, percents, back := l.start, l.percent, l.percents, l.back
	for w := range min(len(planes), len(t.Ends)) {
		p := &planes[w]
		p0, p1, p2, p3 := p[0], p[1], p[2], p[3]
		stop := p2 &^ (p3 &^ p0)
		ends := stop & p1 & p0
		t.Ends[w], t.Stop[w], t.Slash[w], t.Fragment[w] = ends, stop, stop&^(p1|p0), stop&p1&^p0
		low := ^(p2 | p3)
		t.Colon[w], t.At[w] = low&p0&^p1, low&p1&^p0
		scheme := p3 &^ p0
		first, hex := scheme&p2, scheme&p1
		t.Scheme[w], t.Digit[w] = scheme, hex&^p2

		starts := ends<<1 | start
		start = carry(ends, l.single)
		t.Starts[w], t.First[w] = starts, starts&first&l.schemes

		pctEncoded := low & p0 & p1
		digit := pctEncoded<<1 | percent
		digits := digit<<1 | percents
		percent, percents = carry(pctEncoded, l.single), carry(digit, l.single)

		odd := p3 & p0
		returned := (odd&p2)<<1 | back
		back = carry(odd&p2, l.single)
		t.Wrong[w] = odd&^(p1|p2) | starts&^first&^l.relative | (digit|digits&^starts)&^hex
		t.Undecided[w] |= odd&p1&^p2 | returned&^ends
	}
	l.start, l.percent, l.percents, l.back = start, percent, percents, back
}

// heads is the carries of the scans for the ends of schemes, first segments and authorities. The lowest bits of hier,
// slash and slashes describe the previous byte: the end of a scheme, the first and the second of two slashes.
type heads struct {
	scheme, segment, authority uint64
	hier, slash, slashes       uint64
}

func (l *Lines) findAuthorities(t *bitmap.Bitmaps, words int) {
	c, single := l.heads, l.single
	var sum uint64
	for w := range min(words, len(t.Ends)) {
		starts, colon, slash, inner := t.Starts[w], t.Colon[w], t.Slash[w], ^t.Stop[w]

		sum, c.scheme = add(t.Scheme[w], t.First[w], c.scheme, single)
		mark := sum &^ t.Scheme[w]
		if l.relative == 0 {
			t.Wrong[w] |= mark &^ colon
		} else { // a colon in a first segment has to end a scheme
			sum, c.segment = add(inner&^colon, starts, c.segment, single)
			t.Wrong[w] |= sum & colon &^ mark
		}

		mark &= colon
		first := (mark<<1 | c.hier | starts&l.relative) & slash
		second := (first<<1 | c.slash) & slash
		begins := second<<1 | c.slashes
		c.hier, c.slash, c.slashes = carry(mark, single), carry(first, single), carry(second, single)
		sum, c.authority = add(inner, begins, c.authority, single)
		t.Begins[w], t.Span[w] = begins, inner&^sum
	}
	l.heads = c
}

// tails is the carries of the scans for the ends of fragments and of lines. The lowest bit of hash is set if the
// previous byte begins a fragment.
type tails struct{ fragment, line, hash uint64 }

// findWrong reduces the bits of wrong bytes to the ends of invalid lines.
func (l *Lines) findWrong(t *bitmap.Bitmaps, words int) {
	c, single := l.tails, l.single
	var sum uint64
	for w := range min(words, len(t.Ends)) {
		hash, ends, wrong := t.Fragment[w], t.Ends[w], t.Wrong[w]
		sum, c.fragment = add(^(hash | ends), hash<<1|c.hash, c.fragment, single)
		c.hash = carry(hash, single)
		wrong |= sum & hash // a second number sign
		sum, c.line = add(^(wrong | ends), t.Starts[w], c.line, single)
		t.Wrong[w] = ends & (wrong | ^sum)
	}
	l.tails = c
}
