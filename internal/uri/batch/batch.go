// Package batch validates many lines at once: 64 bytes a step, whatever lines they belong to. A byte is a
// bit in words called streams, which tell where bytes of a kind lie. Lines are split by additions
// and shifts that carry from one word into the next.
//
// Carries only go up. So what is said of a byte depends on the bytes up to it, and all this is an
// automaton over bytes. Package internal/uri/plan steps through the functions that run, a byte at a
// time, and proves that they validate as the automaton of the language does.
package batch

import (
	"encoding/binary"
	"math/bits"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/bitmap"
)

// LineFeed ends a line. CarriageReturn may stand before it.
const (
	LineFeed       = '\n'
	CarriageReturn = '\r'
)

// Codes returns the codes of ASCII in lines. With returns, a carriage return before a line feed
// belongs to the end of the line.
func Codes(p *uri.Plan, returns bool) [0x80]uint8 {
	codes := p.Codes
	codes[LineFeed] = uri.CodeEnd
	if returns {
		codes[CarriageReturn] = uri.CodeReturn
	}
	return codes
}

// Rows returns the planes of codes as tables for shuffles: byte b has bit k of its code if bit b>>4
// of entry b&15 of row k is set.
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

// Lines is what is known of the bytes before: carries, a bit each.
type Lines struct {
	relative, schemes uint64 // all ones if strings without a scheme, strings with one are in the language
	single            bool   // planes have a byte each, the lowest one

	start, percent, percents, back uint64 // kinds of the bytes before
	heads                          heads
	authority                      authority
	tails                          tails
}

// NewLines returns the state before the first line.
func NewLines(p *uri.Plan) Lines {
	return Lines{relative: all(p.Relative), schemes: all(p.Schemes), start: 1}
}

// NewSingle returns it for planes of one byte.
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

// Validate sets the bitmaps of what has some planes. Some bits of Undecided may be set before. Package scan has
// all but Authorities in assembly, too.
func (l *Lines) Validate(t *bitmap.Bitmaps, planes []Planes) {
	words := len(planes)
	l.classify(t, planes)
	l.findAuthorities(t, words)
	l.Authorities(t, 0, words)
	l.findWrong(t, words)
	count(t, words)
}

// carry returns the bit that a word leaves to the next one.
func carry(x uint64, single bool) uint64 {
	if single {
		return x & 1
	}
	return x >> 63
}

// add moves the bits of b that lie on runs of a to the first byte after the run.
func add(a, b, in uint64, single bool) (sum, out uint64) {
	sum, out = bits.Add64(a, b, in)
	if single {
		out = (a&b | (a|b)&^sum) & 1
	}
	return sum, out
}

// count sums up the bitmaps of some words.
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
