// Package batch judges lines abreast: 64 bytes a step, whatever lines they belong to. A byte is a
// bit in words called streams, which tell where bytes of a kind lie. Lines are cut up by additions
// and shifts that carry from one word into the next.
//
// Carries only go up. So what is said of a byte depends on the bytes up to it, and all this is an
// automaton over bytes. Package internal/uri/plan steps through the functions that run, a byte at a
// time, and proves that they judge as the automaton of the language does.
package batch

import "example.org/iri/internal/uri"

// LineFeed ends a line. CarriageReturn may stand in front of it.
const (
	LineFeed       = '\n'
	CarriageReturn = '\r'
)

// Codes returns the codes of ASCII in lines. With returns, a carriage return in front of a line feed
// belongs to the end of the line.
func Codes(p *uri.Plan, returns bool) [0x80]uint8 {
	codes := p.Codes
	codes[LineFeed] = uri.CodeEnd
	if returns {
		codes[CarriageReturn] = uri.CodeReturn
	}
	return codes
}

// Planes has the codes of 64 bytes: bit i of word k is bit k of the code of byte i.
type Planes [4]uint64

// Lines is what is known of the bytes in front: carries, a bit each. It is an automaton over bytes.
type Lines struct {
	relative, schemes uint64 // all ones if texts without a scheme, texts with one are in the language
	top               uint   // the place from which bits are carried

	start, percent, percent2, hash, back uint64 // bytes in front are of a kind
	scheme, segment, mark, slash, second uint64
	fragment, good                       uint64
	authority                            authority
}

// NewLines returns the state in front of the first line. A step takes the lowest width bytes of
// what it is given, 64 or fewer.
func NewLines(p *uri.Plan, width uint) Lines {
	return Lines{relative: all(p.Relative), schemes: all(p.Schemes), top: width - 1, start: 1}
}

func all(is bool) uint64 {
	if is {
		return ^uint64(0)
	}
	return 0
}

// Step judges the lines that end in some bytes: their ends, those of lines in the language, and
// bytes because of which nothing is said of the line that they are in.
func (l *Lines) Step(p *Planes) (ends, good, asks uint64) {
	x := p.decode()
	start := l.shift(x.end, &l.start)
	wrong := x.never | l.triples(&x, start) | l.fragments(&x)
	begin, bad := l.head(&x, start)
	wrong |= bad | l.authority.wrong(begin, &x, l.top)
	asks = x.rare | l.shift(x.back, &l.back)&^x.end
	good = x.end &^ wrong & add(^(wrong|x.end), start, &l.good, l.top)
	return x.end, good, asks
}

// triples returns bytes behind a percent sign that are no hexadecimal digits.
func (l *Lines) triples(x *streams, start uint64) (wrong uint64) {
	first := l.shift(x.percent, &l.percent)
	second := l.shift(first, &l.percent2)
	return (first | second&^start) &^ x.hex
}

// fragments returns delimiters of fragments that are in one.
func (l *Lines) fragments(x *streams) (wrong uint64) {
	begin := l.shift(x.hash, &l.hash)
	return add(^(x.hash|x.end), begin, &l.fragment, l.top) & x.hash
}

// head judges what comes in front of an authority, and returns where authorities begin.
func (l *Lines) head(x *streams, start uint64) (begin, wrong uint64) {
	first := start & x.first & l.schemes
	mark := add(x.scheme, first, &l.scheme, l.top) &^ x.scheme
	inner := ^(x.stop | x.colon)
	segment := add(inner, start, &l.segment, l.top) &^ inner // the byte behind a first segment without colons
	wrong = (start&^x.first|mark&^x.colon)&^l.relative | segment&x.colon&^mark&l.relative
	slash := (l.shift(mark&x.colon, &l.mark) | start&l.relative) & x.slash
	second := l.shift(slash, &l.slash) & x.slash
	return l.shift(second, &l.second), wrong
}

func (l *Lines) shift(x uint64, carry *uint64) uint64 { return shift(x, carry, l.top) }

// shift moves a stream up by a byte. The carry is the byte in front, and then the one at top.
func shift(x uint64, carry *uint64, top uint) uint64 {
	y := x<<1 | *carry
	*carry = x >> (top & 63) & 1
	return y
}

// add moves the bits of b that lie on runs of a to the first byte behind the run.
func add(a, b uint64, carry *uint64, top uint) uint64 {
	sum := a + b + *carry
	*carry = (a&b | (a|b)&^sum) >> (top & 63) & 1
	return sum
}
