package main

import (
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/bitmap"
)

const (
	lanes  = bitmap.Group / 64
	blocks = bitmap.Group / 64
	planes = 4
)

// lookup has the registers that turn bytes into planes.
type lookup struct {
	low, high [2]vector // codes of bytes 0 to 63, 64 to 127; in the lower, the upper half of a byte
	identity  vector    // 8 by 8 bits
	gather    vector    // permutation that sorts bytes by plane
}

func newLookup() *lookup {
	l := &lookup{identity: ZMM(), gather: ZMM()}
	codes := Load(Param("codes"), GP64())
	for i := range l.low {
		l.low[i], l.high[i] = ZMM(), ZMM()
		VMOVDQU64(Mem{Base: codes.(reg.GPVirtual), Disp: 64 * i}, l.low[i])
		VPSLLW(U8(planes), l.low[i], l.high[i])
	}
	VPBROADCASTQ(identity, l.identity)
	VMOVDQU64(gathered, l.gather)
	return l
}

// codes replaces ASCII bytes by their codes, in the upper half of the byte in every other block.
func (l *lookup) codes(blocks []vector) {
	for i, b := range blocks {
		table := l.table(i)
		VPERMI2B(table[1], table[0], b)
	}
}

func (l *lookup) mixed(blocks []vector) {
	for i, b := range blocks {
		table, ascii := l.table(i), K()
		VPMOVB2M(b, ascii)
		KNOTQ(ascii, ascii)
		VPERMI2B_Z(table[1], table[0], ascii, b)
	}
}

func (l *lookup) table(block int) [2]vector {
	if block%2 == 0 {
		return l.low
	}
	return l.high
}

// transpose returns the planes of codes. It combines two blocks in a register, each in one half of the bytes. An affine
// transformation over bits, with the bytes as the matrix, gathers one bit of eight bytes in a byte, in reverse order;
// another one reverses it.
func (l *lookup) transpose(codes []vector) (p [planes]vector) {
	var pairs [blocks / 2]vector
	for i := range pairs {
		b := codes[2*i]
		VPORQ(codes[2*i+1], b, b)
		VGF2P8AFFINEQB(U8(0), b, l.identity, b)
		VGF2P8AFFINEQB(U8(0), l.identity, b, b)
		VPERMB(b, l.gather, b)
		pairs[i] = b
	}
	even, odd := lanesOf(pairs[0], pairs[1])
	even2, odd2 := lanesOf(pairs[2], pairs[3])
	p[0], p[2] = lanesOf(even, even2)
	p[1], p[3] = lanesOf(odd, odd2)
	return p
}

func lanesOf(a, b vector) (even, odd vector) {
	even, odd = ZMM(), ZMM()
	VSHUFI64X2(U8(0x88), b, a, even)
	VSHUFI64X2(U8(0xdd), b, a, odd)
	return even, odd
}

// sets has the bytes of a group by the meaning of their codes.
type sets struct {
	colon, slash, at, percent, fragment, end, stop  vector
	scheme, alpha, hex, digit, never, rare, returns vector
}

// decode computes the sets from the bits of codes, which are defined at uri.CodeText.
func decode(p [planes]vector) (s sets) {
	p0, p1, p2, p3 := p[0], p[1], p[2], p[3]
	s.stop = logic(B&(^A|C), p3, p2, p0)
	s.slash = logic(A&^B&^C, s.stop, p1, p0)
	s.fragment = logic(A&B&^C, s.stop, p1, p0)
	upper := or(p3, p2)
	s.end = logic(A&B&C, s.stop, p1, p0)
	s.colon = logic(^A&^B&C, upper, p1, p0)
	s.at = logic(^A&B&^C, upper, p1, p0)
	s.percent = logic(^A&B&C, upper, p1, p0)
	s.scheme = without(p3, p0)
	s.alpha = and(s.scheme, p2)
	s.hex = and(s.scheme, p1)
	s.digit = without(s.hex, p2)
	odd := and(p3, p0)
	s.never = logic(A&^B&^C, odd, p1, p2)
	s.rare = logic(A&B&^C, odd, p1, p2)
	s.returns = and(odd, p2)
	return s
}

// Offsets of fields.
var (
	endsBitmap      = int(unsafe.Offsetof(bitmap.Bitmaps{}.Ends))
	wrongBitmap     = int(unsafe.Offsetof(bitmap.Bitmaps{}.Wrong))
	undecidedBitmap = int(unsafe.Offsetof(bitmap.Bitmaps{}.Undecided))
	colonBitmap     = int(unsafe.Offsetof(bitmap.Bitmaps{}.Colon))
	slashBitmap     = int(unsafe.Offsetof(bitmap.Bitmaps{}.Slash))
	atBitmap        = int(unsafe.Offsetof(bitmap.Bitmaps{}.At))
	stopBitmap      = int(unsafe.Offsetof(bitmap.Bitmaps{}.Stop))
	fragmentBitmap  = int(unsafe.Offsetof(bitmap.Bitmaps{}.Fragment))
	startsBitmap    = int(unsafe.Offsetof(bitmap.Bitmaps{}.Starts))
	firstBitmap     = int(unsafe.Offsetof(bitmap.Bitmaps{}.First))
	schemeBitmap    = int(unsafe.Offsetof(bitmap.Bitmaps{}.Scheme))
	digitBitmap     = int(unsafe.Offsetof(bitmap.Bitmaps{}.Digit))

	beforeOffset       = int(unsafe.Offsetof(bitmap.Bitmaps{}.Before))
	invalidOffset      = int(unsafe.Offsetof(bitmap.Bitmaps{}.Invalid))
	anyUndecidedOffset = int(unsafe.Offsetof(bitmap.Bitmaps{}.AnyUndecided))

	boxesOffset    = int(unsafe.Offsetof(uri.Plan{}.Pairs))
	relativeOffset = int(unsafe.Offsetof(uri.Plan{}.Relative))
	schemesOffset  = int(unsafe.Offsetof(uri.Plan{}.Schemes))
)

func (k *kernel) bitmap(offset int) Mem {
	return Mem{Base: k.bitmaps, Index: k.word, Scale: 8, Disp: offset}
}

func (k *kernel) store(v vector, offset int) { VMOVDQU64(v, k.bitmap(offset)) }

func (k *kernel) load(offset int) vector {
	v := ZMM()
	VMOVDQU64(k.bitmap(offset), v)
	return v
}

// Constants in memory.
var (
	identity   Mem
	gathered   Mem
	lowNibbles Mem
	thirdByte  Mem // saturated subtraction leaves bit 7 of lead bytes from 0xe0, from 0xf0 up
	fourthByte Mem
	highBit    Mem
)

func constants() {
	identity = data("identity", 8, func(i int) byte { return 1 << i })
	gathered = data("gathered", 64, func(i int) byte {
		plane, half, eight := i/16, i/8%2, i%8
		return byte(8*eight + planes*half + plane)
	})
	fill := func(name string, value byte) Mem { return data(name, 64, func(int) byte { return value }) }
	lowNibbles = fill("nibbles", 0x0f)
	thirdByte = fill("third", 0xe0-0x80)
	fourthByte = fill("fourth", 0xf0-0x80)
	highBit = fill("high", 0x80)
}

func data(name string, size int, value func(i int) byte) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := 0; i < size; i += 8 {
		var word uint64
		for b := range 8 {
			word |= uint64(value(i+b)) << (8 * b)
		}
		DATA(i, U64(word))
	}
	return m
}
