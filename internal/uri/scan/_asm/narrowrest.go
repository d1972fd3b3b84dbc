package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri"
)

// narrowStep is an iteration of the loop over the blocks after the first. The last block ends with the string, so that
// some of its bytes are read again.
type narrowStep struct {
	block narrowBlock
	base  reg.GPVirtual
	left  reg.GPVirtual // number of bytes from k.i on
	seen  reg.GPVirtual // number of bytes of the block that were read before
}

// narrowRest reads the blocks after the first, which begin in a path, query or fragment.
func (k *kernel) narrowRest() {
	s := &narrowStep{
		block: narrowBlock{low: newHalf(), high: newHalf(), shift: GP64()},
		base:  GP64(), left: GP64(), seen: GP64(),
	}
	Label("narrowRest")
	Label("narrowNext")
	MOVQ(k.n, s.left)
	SUBQ(k.i, s.left)
	JBE(LabelRef("end"))
	k.place(s)
	k.loadHalves(s)
	k.plain(s)
	Label("narrowAdvance")
	ADDQ(U8(64), k.i)
	JMP(LabelRef("narrowNext"))
	k.emitOutOfLine()
	Label("narrowOdd")
	k.narrowRestOdd(s)
}

func (k *kernel) place(s *narrowStep) {
	XORL(s.seen.As32(), s.seen.As32())
	LEAQ(indexed(k.p, k.i, 0), s.base)
	CMPQ(s.left, U8(64))
	JB(LabelRef("narrowLast"))
	Label("narrowPlaced")
	k.outOfLine(func() {
		Label("narrowLast")
		MOVL(U32(64), s.seen.As32())
		SUBQ(s.left, s.seen)
		SUBQ(s.seen, s.base)
		JMP(LabelRef("narrowPlaced"))
	})
}

func (k *kernel) loadHalves(s *narrowStep) {
	VMOVDQU(at(s.base, 0), s.block.low.bytes)
	VMOVDQU(at(s.base, 32), s.block.high.bytes)
	s.block.low.split()
	s.block.high.split()
}

// plain skips a block of row text without tail delimiters, if the block before ends with ASCII and has no carry.
func (k *kernel) plain(s *narrowStep) {
	table := YMM()
	VBROADCASTI128(k.row(uri.RowText), table)
	var fine, tails reg.VecVirtual
	for _, h := range []*narrowHalf{s.block.low, s.block.high} {
		found, query, fragment := YMM(), YMM(), YMM()
		h.find(table, found)
		VPCMPEQB(k.delim(uri.DelimQuery), h.bytes, query)
		VPCMPEQB(k.delim(uri.DelimFragment), h.bytes, fragment)
		VPOR(query, fragment, fragment)
		if fine == nil {
			fine, tails = found, fragment
			continue
		}
		VPAND(found, fine, fine)
		VPOR(fragment, tails, tails)
	}
	VPANDN(fine, tails, fine)
	mask := GP32()
	VPMOVMSKB(fine, mask)
	CMPL(mask, I32(-1))
	JNE(LabelRef("narrowOdd"))
	CMPQ(k.carry, U8(0))
	JNE(LabelRef("narrowOdd"))
	CMPB(indexed(k.p, k.i, -1), I8(0))
	JLT(LabelRef("narrowOdd"))
}

func (k *kernel) narrowRestOdd(s *narrowStep) {
	fine, bad, high, unseen := GP64(), GP64(), GP64(), GP64()
	b := &s.block
	MOVL(U32(32), b.shift.As32())
	k.narrowSet(uri.RowText, b, fine)
	MOVQ(I64(-1), unseen)
	SHLXQ(s.seen, unseen, unseen)
	ANDNQ(unseen, fine, bad)
	k.narrowHigh(b, high)
	CMPB(indexed(k.p, k.i, -1), I8(0))
	JLT(LabelRef("narrowRestHigh"))
	TESTQ(high, high)
	JNZ(LabelRef("narrowRestHigh"))
	Label("narrowRestASCII")
	k.shiftCarry(s)
	k.narrowPctEncoded(big, b, fine, bad)
	k.narrowEqual(uri.DelimQuery, b, k.tail)
	k.narrowEqual(uri.DelimFragment, b, k.fragment)
	ORQ(k.fragment, k.tail)
	ANDQ(unseen, k.fragment)
	ANDQ(unseen, k.tail)
	JZ(LabelRef("narrowAdvance"))
	SUBQ(k.p, s.base)
	k.restTails(s.base)
	k.outOfLine(func() {
		Label("narrowRestHigh")
		CMPQ(s.left, U8(32))
		JBE(LabelRef("narrowSecondHalf"))
		k.narrowSuspect(s.base, 0)
		Label("narrowSecondHalf")
		k.narrowSuspect(s.base, 32)
		ANDNQ(bad, high, bad)
		JMP(LabelRef("narrowRestASCII"))
	})
	JMP(LabelRef("narrowAdvance"))
	k.emitOutOfLine()
}

// shiftCarry shifts the digits that the block before requires to their position in this one. If the string ends before
// them, it is invalid.
func (k *kernel) shiftCarry(s *narrowStep) {
	shifted, back := GP64(), GP64()
	SHLXQ(s.seen, k.carry, shifted)
	SHRXQ(s.seen, shifted, back)
	CMPQ(back, k.carry)
	JNE(LabelRef("invalid"))
	MOVQ(shifted, k.carry)
}
