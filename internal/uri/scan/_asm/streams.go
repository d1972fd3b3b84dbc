package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// This file writes the first half of batches with AVX2: the streams of bytes, as in classify of package batch. The
// other half is in scans.go.

type streams struct {
	groups
	text reg.GPVirtual
	rule reg.GPVirtual // masks of the language

	ends, percents, returns reg.VecVirtual // streams of the group before, shifted by a word
}

// emitStreams writes the function that sets the streams of groups and reports whether there are non-ASCII bytes.
func emitStreams() {
	TEXT("narrowStreams", NOSPLIT, "func(t *byte, rows *byte, r *byte, p *byte, groups int) (high bool)")
	s := &streams{groups: newGroups(), text: GP64(), rule: GP64()}
	Load(Param("p"), s.text)
	s.planes()
	s.begin()
	s.each(s.group)
	VZEROUPPER()
	RET()
}

// emitSuspects writes the function that marks the bytes that make suspect pairs as undecided.
func emitSuspects() {
	TEXT("narrowSuspects", NOSPLIT, "func(t *byte, plan *byte, p *byte, blocks int)")
	k := &kernel{plan: GP64()}
	undecided, text, left, last, open := GP64(), GP64(), GP64(), zeros(), GP32()
	Load(Param("t"), undecided)
	LEAQ(at(undecided, undecidedBitmap), undecided)
	Load(Param("plan"), k.plan)
	Load(Param("p"), text)
	Load(Param("blocks"), left)
	XORL(open, open)
	Label("block")
	block, high, some := YMM(), GP32(), GP32()
	VMOVDQU(at(text, 0), block)
	VPMOVMSKB(block, high)
	MOVL(high, some)
	ORL(open, some)
	JZ(LabelRef("next"))
	k.suspectBlock(block, last, undecided)
	MOVL(high, open)
	Comment("the next block may have continuations of the last three bytes")
	SHRL(U8(32-3), open)
	Label("next")
	VMOVDQU(at(text, 0), last)
	ADDQ(U8(32), text)
	ADDQ(U8(4), undecided)
	DECQ(left)
	JNZ(LabelRef("block"))
	VZEROUPPER()
	RET()
}

func (k *kernel) suspectBlock(block, last reg.VecVirtual, undecided reg.GPVirtual) {
	middle, mask := YMM(), GP32()
	VPERM2I128(U8(0x21), block, last, middle)
	var before [4]reg.VecVirtual
	for i := 1; i < len(before); i++ {
		before[i] = YMM()
		VPALIGNR(U8(16-i), middle, block, before[i])
	}
	suspects := k.suspects(narrowVectors, block, before[1], before[2], before[3])
	VPCMPEQB(zeros(), suspects, suspects)
	VPMOVMSKB(suspects, mask)
	NOTL(mask)
	ORL(mask, at(undecided, 0))
}

// planeBitmaps has the bitmaps that store the planes of codes until streams replace them.
var planeBitmaps = [4]int{startsBitmap, firstBitmap, schemeBitmap, digitBitmap}

// planes stores the inverted planes of all groups. It is a separate loop, because a wide load soon after narrow stores
// to the same words would stall.
func (s *streams) planes() {
	var rows [4]reg.VecVirtual
	from := Load(Param("rows"), GP64()).(reg.GPVirtual)
	for k := range rows {
		rows[k] = YMM()
		VBROADCASTI128(at(from, 16*k), rows[k])
	}
	bits, low, zero, high := YMM(), YMM(), zeros(), zeros()
	VBROADCASTI128(nibbleBits, bits)
	VMOVDQU(lowNibbles, low)
	s.first()
	Label("planes")
	for half := range 2 {
		bytes, bit := YMM(), YMM()
		VMOVDQU(at(s.text, 32*half), bytes)
		VPOR(bytes, high, high)
		VPSRLW(U8(4), bytes, bit)
		VPAND(low, bit, bit)
		VPSHUFB(bit, bits, bit)
		for k, row := range rows {
			found, mask := YMM(), GP32()
			VPSHUFB(bytes, row, found)
			VPAND(bit, found, found)
			VPCMPEQB(zero, found, found)
			VPMOVMSKB(found, mask)
			MOVL(mask, s.at(planeBitmaps[k]+4*half))
		}
	}
	ADDQ(U8(64), s.text)
	ADDQ(U8(8), s.word)
	CMPQ(s.word, s.end)
	JB(LabelRef("planes"))
	s.returnHigh(high)
}

func (s *streams) returnHigh(bytes reg.VecVirtual) {
	mask := GP32()
	VPMOVMSKB(bytes, mask)
	TESTL(mask, mask)
	result, err := Return("high").Resolve()
	if err != nil {
		panic(err)
	}
	SETNE(result.Addr)
}

func (s *streams) begin() {
	s.ends, s.percents, s.returns = ones(), zeros(), zeros()
	Load(Param("r"), s.rule)
}

func (s *streams) group() {
	not0, not1, not2, not3 := s.load(planeBitmaps[0]), s.load(planeBitmaps[1]), s.load(planeBitmaps[2]), s.load(planeBitmaps[3])
	is0 := without(ones(), not0)
	odd := without(is0, not3)
	undecided := next(without(odd, not2), s.returns)
	VPAND(not2, odd, odd)
	wrong, rare := and(odd, not1), without(odd, not1)

	stop := without(or(not3, is0), not2)
	s.store(stop, stopBitmap)
	s.store(and(stop, and(not0, not1)), slashBitmap)
	low, upper, both := and(not2, not3), without(not0, not1), without(is0, not1)
	s.store(and(low, and(is0, not1)), colonBitmap)
	s.store(and(low, upper), atBitmap)
	s.store(and(stop, upper), fragmentBitmap)
	ends, percent := and(stop, both), and(low, both)
	s.store(ends, endsBitmap)
	VPANDN(undecided, ends, undecided)
	VPOR(rare, undecided, undecided)
	s.store(undecided, undecidedBitmap)

	scheme := without(not0, not3)
	first, hex := without(scheme, not2), without(scheme, not1)
	s.store(scheme, schemeBitmap)
	s.store(and(hex, not2), digitBitmap)
	s.addWrong(wrong, ends, percent, first, hex)
}

func (s *streams) addWrong(wrong, ends, percent, first, hex reg.VecVirtual) {
	starts := next(ends, s.ends)
	s.store(starts, startsBitmap)
	missing := without(starts, first)
	VPAND(at(s.rule, 0), missing, missing)
	VPOR(missing, wrong, wrong)
	VPAND(starts, first, first)
	VPAND(at(s.rule, 32), first, first)
	s.store(first, firstBitmap)
	before := front(percent, s.percents)
	digit, second := moved(percent, before, 1), without(moved(percent, before, 2), starts)
	VPOR(digit, second, second)
	VPOR(without(second, hex), wrong, wrong)
	s.store(wrong, wrongBitmap)
}
