package main

import (
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri/bitmap"
)

type groups struct {
	bitmaps reg.GPVirtual
	word    reg.GPVirtual // byte offset of the group in each bitmap
	end     reg.GPVirtual // byte offset after the last group
}

func newGroups() groups {
	g := groups{GP64(), GP64(), GP64()}
	Load(Param("t"), g.bitmaps)
	Load(Param("groups"), g.end)
	SHLQ(U8(5), g.end)
	return g
}

func (g *groups) first() { XORL(g.word.As32(), g.word.As32()) }

func (g *groups) each(group func()) {
	g.first()
	Label("group")
	group()
	ADDQ(U8(bitmap.NarrowGroup/8), g.word)
	CMPQ(g.word, g.end)
	JB(LabelRef("group"))
}

func (g *groups) at(offset int) Mem { return indexed(g.bitmaps, g.word, offset) }

func (g *groups) store(x reg.VecVirtual, offset int) { VMOVDQU(x, g.at(offset)) }

func (g *groups) load(offset int) reg.VecVirtual {
	x := YMM()
	VMOVDQU(g.at(offset), x)
	return x
}

// next returns x shifted by a bit. Its first bit comes from last, which becomes that of the next group.
func next(x, last reg.VecVirtual) reg.VecVirtual { return moved(x, front(x, last), 1) }

// front returns x shifted by a word. Its first word comes from last, which becomes that of the next group.
func front(x, last reg.VecVirtual) reg.VecVirtual {
	turned, words := YMM(), YMM()
	VPERMQ(U8(0b10_01_00_11), x, turned)
	VPBLENDD(U8(0b11), last, turned, words)
	VMOVDQA(turned, last)
	return words
}

func moved(x, before reg.VecVirtual, bytes uint8) reg.VecVirtual {
	carry, rest := YMM(), YMM()
	VPSRLQ(U8(64-bytes), before, carry)
	VPSLLQ(U8(bytes), x, rest)
	VPOR(carry, rest, rest)
	return rest
}

func zeros() reg.VecVirtual {
	x := YMM()
	VPXOR(x, x, x)
	return x
}

func ones() reg.VecVirtual {
	x := YMM()
	VPCMPEQB(x, x, x)
	return x
}

func and(a, b reg.VecVirtual) reg.VecVirtual {
	x := YMM()
	VPAND(a, b, x)
	return x
}

func or(a, b reg.VecVirtual) reg.VecVirtual {
	x := YMM()
	VPOR(a, b, x)
	return x
}

func without(a, b reg.VecVirtual) reg.VecVirtual {
	x := YMM()
	VPANDN(a, b, x)
	return x
}

// sum adds two streams and a carry as numbers of 256 bits, and sets the carry. A word passes a carry on if it
// overflows, or if it is all ones and receives one. So adding the masks of these words yields the words that receive a
// carry.
func sum(a, b reg.VecVirtual, carry reg.GPVirtual) reg.VecVirtual {
	s := YMM()
	VPADDQ(a, b, s)
	overflow, full := without(or(a, b), s), ones()
	VPOR(and(a, b), overflow, overflow)
	VPCMPEQQ(s, full, full)
	gets, passes := GP32(), GP32()
	VMOVMSKPD(overflow, gets)
	VMOVMSKPD(full, passes)
	LEAL(Mem{Base: carry, Index: gets.As64(), Scale: 2}, carry.As32())
	ADDL(passes, carry.As32())
	XORL(carry.As32(), passes)
	SHRL(U8(4), carry.As32())
	ANDL(U8(15), passes)
	SHLL(U8(5), passes)
	table, result := GP64(), YMM()
	LEAQ(increments, table)
	VPADDQ(indexed(table, passes.As64(), 0), s, result)
	return result
}

// Offsets of bitmaps.
var (
	endsBitmap         = int(unsafe.Offsetof(bitmap.Bitmaps{}.Ends))
	wrongBitmap        = int(unsafe.Offsetof(bitmap.Bitmaps{}.Wrong))
	undecidedBitmap    = int(unsafe.Offsetof(bitmap.Bitmaps{}.Undecided))
	colonBitmap        = int(unsafe.Offsetof(bitmap.Bitmaps{}.Colon))
	slashBitmap        = int(unsafe.Offsetof(bitmap.Bitmaps{}.Slash))
	atBitmap           = int(unsafe.Offsetof(bitmap.Bitmaps{}.At))
	stopBitmap         = int(unsafe.Offsetof(bitmap.Bitmaps{}.Stop))
	fragmentBitmap     = int(unsafe.Offsetof(bitmap.Bitmaps{}.Fragment))
	startsBitmap       = int(unsafe.Offsetof(bitmap.Bitmaps{}.Starts))
	firstBitmap        = int(unsafe.Offsetof(bitmap.Bitmaps{}.First))
	schemeBitmap       = int(unsafe.Offsetof(bitmap.Bitmaps{}.Scheme))
	beginsBitmap       = int(unsafe.Offsetof(bitmap.Bitmaps{}.Begins))
	spanBitmap         = int(unsafe.Offsetof(bitmap.Bitmaps{}.Span))
	beforeBitmap       = int(unsafe.Offsetof(bitmap.Bitmaps{}.Before))
	invalidBitmap      = int(unsafe.Offsetof(bitmap.Bitmaps{}.Invalid))
	anyUndecidedBitmap = int(unsafe.Offsetof(bitmap.Bitmaps{}.AnyUndecided))
	specialBitmap      = int(unsafe.Offsetof(bitmap.Bitmaps{}.Special))
	digitBitmap        = int(unsafe.Offsetof(bitmap.Bitmaps{}.Digit))
)
