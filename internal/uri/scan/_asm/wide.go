package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri/scan/_asm/cpu"
)

type wideBlock struct {
	bytes, class reg.VecVirtual
	high         reg.OpmaskVirtual // the non-ASCII bytes
	all          reg.GPVirtual     // the bytes that the string has
}

// wide makes the masks of the first block with AVX-512 if the string is shorter.
func (k *kernel) wide() {
	Comment("AVX-512")
	b := k.newWideBlock()
	n := GP64()
	MOVQ(k.length(), n)
	MOVQ(I64(-1), b.all)
	CMPQ(n, U8(64))
	JAE(LabelRef("wideLong"))
	BZHIQ(n, b.all, b.all)
	k.wideFirst(small, b)
	LEAQ(at(b.all, 1), k.end)
}

// wideFirst makes the masks of the first block, except the end.
func (k *kernel) wideFirst(e extent, b *wideBlock) {
	k.loadWide(b, at(k.text(), 0))
	KORTESTQ(b.high, b.high)
	JNZ(e.ref("wideHigh"))
	Label(e.label("wideMasks"))
	text, plain := k.wideMasks(b), GP64()
	MOVQ(text, plain)
	ORQ(k.tail, plain)
	CMPQ(plain, b.all)
	JNE(e.ref("wideOdd"))
	Label(e.label("wideFine"))
	k.outOfLine(func() {
		Label(e.label("wideHigh"))
		k.wideCharacters(b, k.text(), nil)
		JMP(e.ref("wideMasks"))
		Label(e.label("wideOdd"))
		bad := GP64()
		ANDNQ(b.all, plain, bad)
		if e != small {
			k.clearCarry()
		}
		k.widePctEncoded(e, b, U8(0), text, bad, e.ref("wideFine"))
	})
}

// widePair makes the masks of both blocks of a string of 64 to 127 bytes. Such strings are frequent in lists of shorter
// ones, so their length should cost only one mispredicted branch.
func (k *kernel) widePair() {
	b, c := k.newWideBlock(), k.newWideBlock()
	n := GP64()
	Label("wideLong")
	MOVQ(k.length(), n)
	MOVQ(I64(-1), b.all)
	CMPQ(n, U32(128))
	JAE(LabelRef("wideMany"))
	SUBQ(U8(64), n)
	BZHIQ(n, b.all, c.all)
	p := k.text()
	k.loadWide(b, at(p, 0))
	k.loadWide(c, at(p, 64))
	KORTESTQ(b.high, c.high)
	JNZ(LabelRef("pairHigh"))
	Label("pairMasks")
	bad, bad2 := GP64(), GP64()
	notPlain(b, k.wideMasks(b), k.tail, bad)
	text2 := GP64()
	k.wideTest(textBit, c, text2)
	wideTail(c, k.tail2)
	ANDNQ(k.tail2, text2, k.fragment2)
	notPlain(c, text2, k.tail2, bad2)
	odd := GP64()
	MOVQ(bad, odd)
	ORQ(bad2, odd)
	JNZ(LabelRef("pairOdd"))
	k.outOfLine(func() {
		Label("pairHigh")
		k.wideCharacters(b, k.text(), nil)
		second := GP64()
		MOVL(U32(64), second.As32())
		k.wideCharacters(c, k.text(), second)
		JMP(LabelRef("pairMasks"))
		Label("pairOdd")
		k.pairPctEncoded(b, c, bad, bad2)
	})
}

// wideBig makes the masks of the first block of a string of 128 bytes or more.
func (k *kernel) wideBig() {
	Label("wideMany")
	b := k.newWideBlock()
	k.refuseLong()
	k.clearCarry()
	MOVQ(I64(-1), b.all)
	k.wideFirst(big, b)
}

// pairPctEncoded requires two hexadecimal digits after each percent sign of two blocks. Other bytes in bad are wrong or
// undecided.
func (k *kernel) pairPctEncoded(b, c *wideBlock, bad, bad2 reg.GPVirtual) {
	saved := k.pathAt // unused in a pair
	MOVQ(bad2, saved)
	percent, digits := k.percents(b)
	want := digitsAfter(percent)
	ANDNQ(bad, percent, bad)
	k.setCarry(percent)
	ANDNQ(want, digits, want)
	ORQ(want, bad)
	percent, digits = k.percents(c)
	want = digitsAfter(percent)
	ORQ(k.carry, want)
	ANDNQ(want, digits, want)
	ORQ(want, bad)
	ANDNQ(saved, percent, percent)
	ORQ(percent, bad)
	JZ(pair.ref("head"))
	k.pairLeave(b, c)
}

// pairLeave rejects a pair of blocks, or leaves it to the automaton if it has a rare byte.
func (k *kernel) pairLeave(b, c *wideBlock) {
	for _, block := range []*wideBlock{b, c} {
		rare, which := K(), GP64()
		VPCMPEQB(rareRole, block.class, rare)
		KMOVQ(rare, which)
		TESTQ(which, which)
		JNZ(LabelRef("undecided"))
	}
	JMP(LabelRef("invalid"))
}

func (k *kernel) percents(b *wideBlock) (percent, digits reg.GPVirtual) {
	text := GP64()
	percent, digits = GP64(), GP64()
	k.wideTest(hexBit, b, digits)
	k.wideTest(textBit, b, text)
	ANDNQ(digits, text, percent)
	ANDQ(text, digits)
	return percent, digits
}

func digitsAfter(percent reg.GPVirtual) reg.GPVirtual {
	once, both := GP64(), GP64()
	LEAQ(indexed(percent, percent, 0), once)
	LEAQ(indexed(once, once, 0), both)
	ORQ(once, both)
	return both
}

// present returns the bytes that the string has in the block at an offset.
func (k *kernel) present(begin Op) reg.GPVirtual {
	left, all, full := GP64(), GP64(), k.label("full")
	MOVQ(k.length(), left)
	SUBQ(begin, left)
	MOVQ(I64(-1), all)
	CMPQ(left, U8(64))
	JAE(LabelRef(full))
	BZHIQ(left, all, all)
	Label(full)
	return all
}

// notPlain sets bad to the bytes that have neither role text nor delimit a query or fragment.
func notPlain(b *wideBlock, text, tail, bad reg.GPVirtual) {
	MOVQ(text, bad)
	ORQ(tail, bad)
	ANDNQ(b.all, bad, bad)
}

func (k *kernel) newWideBlock() *wideBlock {
	return &wideBlock{bytes: ZMM(), class: ZMM(), high: K(), all: GP64()}
}

// loadWide loads the bytes of b.all, with zeros for the others, and their roles, which are wrong for non-ASCII bytes.
func (k *kernel) loadWide(b *wideBlock, m Mem) {
	load := K()
	KMOVQ(b.all, load)
	VMOVDQU8_Z(m, load, b.bytes)
	VMOVDQU64(k.classes(0), b.class)
	VPMOVB2M(b.bytes, b.high)
	VPERMT2B(k.classes(64), b.bytes, b.class)
}

// wideMasks sets the masks of the first block, except the end, and returns the mask of role text. Three bits of the
// roles distinguish delimiters.
func (k *kernel) wideMasks(b *wideBlock) (text reg.GPVirtual) {
	text = GP64()
	middle := GP64()
	k.wideTest(schemeBit, b, k.scheme)
	first := GP64()
	VMOVD(b.class.AsX(), first.As32())
	k.schemeRun(first)
	k.wideTest(lowBit, b, k.special)
	k.wideTest(middleBit, b, middle)
	k.wideTest(textBit, b, text)
	wideTail(b, k.tail)
	ANDNQ(k.special, middle, k.colon)
	ANDNQ(middle, k.special, k.slash)
	ANDNQ(k.tail, text, k.fragment)
	return text
}

func (k *kernel) wideTest(bits Mem, b *wideBlock, mask reg.GPVirtual) {
	m := K()
	VPTESTMB(bits, b.class, m)
	KMOVQ(m, mask)
}

func wideTail(b *wideBlock, mask reg.GPVirtual) {
	m := K()
	VPMOVB2M(b.class, m)
	KMOVQ(m, mask)
}

// widePctEncoded requires two hexadecimal digits after each percent sign of the block at begin. Other bytes in bad are
// wrong or undecided.
func (k *kernel) widePctEncoded(e extent, b *wideBlock, begin Op, text, bad reg.GPVirtual, done LabelRef) {
	hex, percent, other := GP64(), GP64(), GP64()
	only := k.label("wideOnlyPctEncoded")
	k.wideTest(hexBit, b, hex)
	ANDNQ(hex, text, percent)
	ANDNQ(bad, percent, other)
	JZ(LabelRef(only))
	Comment("invalid if a byte is in no string of the language, undecided if it is rare")
	never, all := K(), k.present(begin)
	VPTESTNMB(anyBits, b.class, never)
	KMOVQ(never, other)
	TESTQ(all, other)
	JNZ(LabelRef("invalid"))
	JMP(LabelRef("undecided"))
	Label(only)
	ANDQ(text, hex)
	k.pctEncoded(e, percent, hex)
	JMP(done)
}

// wideCharacters leaves a string to the automaton if a byte of the block makes a suspect pair. It sets the role of
// non-ASCII bytes to text. Index is the offset of the block, or nil for the first, before which there are zeros.
func (k *kernel) wideCharacters(b *wideBlock, base, index reg.GPVirtual) {
	var prior [4]reg.VecVirtual
	lanes := GP64()
	MOVQ(b.all, lanes)
	for distance := 1; distance <= 3; distance++ {
		LEAQ(indexed(lanes, lanes, 0), lanes)
		if index != nil {
			INCQ(lanes)
		}
		load := K()
		KMOVQ(lanes, load)
		prior[distance] = ZMM()
		if index != nil {
			VMOVDQU8_Z(indexed(base, index, -distance), load, prior[distance])
		} else {
			VMOVDQU8_Z(at(base, -distance), load, prior[distance])
		}
	}
	suspects := k.suspects(wideVectors, b.bytes, prior[1], prior[2], prior[3])
	flagged := K()
	VPTESTMB(suspects, suspects, flagged)
	KORTESTQ(flagged, flagged)
	JNZ(LabelRef("undecided"))
	VMOVDQU8(textBit, b.high, b.class)
}

// wideRest reads the blocks after the first, which begin in a path, query or fragment.
func (k *kernel) wideRest() {
	Label("rest")
	Load(Param("p"), k.p)
	Load(Param("n"), k.n)
	MOVL(U32(64), k.i.As32())
	CMPB(cpu.Level, U8(cpu.Wide))
	JB(LabelRef("narrowRest"))
	b := k.newWideBlock()
	left := GP64()
	Label("wideNext")
	MOVQ(k.n, left)
	SUBQ(k.i, left)
	JZ(LabelRef("end"))
	MOVQ(I64(-1), b.all)
	CMPQ(left, U8(64))
	JAE(LabelRef("wideLoad"))
	BZHIQ(left, b.all, b.all)
	Label("wideLoad")
	k.loadWide(b, indexed(k.p, k.i, 0))
	KORTESTQ(b.high, b.high)
	JNZ(LabelRef("wideRestHigh"))
	CMPB(indexed(k.p, k.i, -1), I8(0))
	JLT(LabelRef("wideRestHigh"))
	Label("wideRestMasks")
	bad := GP64()
	k.wideTest(plainBits, b, bad)
	wideTail(b, k.tail)
	ANDNQ(b.all, bad, bad)
	ORQ(k.carry, bad)
	JNZ(LabelRef("wideRestOdd"))
	Label("wideRestFine")
	TESTQ(k.tail, k.tail)
	JNZ(LabelRef("wideTails"))
	Label("wideAdvance")
	ADDQ(U8(64), k.i)
	CMPQ(k.i, k.n)
	JB(LabelRef("wideNext"))
	JMP(LabelRef("end"))
	k.outOfLine(func() {
		text := GP64()
		Label("wideTails")
		k.wideTest(textBit, b, text)
		ANDNQ(k.tail, text, k.fragment)
		k.restTails(k.i)
		JMP(LabelRef("wideAdvance"))
		Label("wideRestHigh")
		k.wideCharacters(b, k.p, k.i)
		JMP(LabelRef("wideRestMasks"))
		Label("wideRestOdd")
		k.wideTest(textBit, b, text)
		notPlain(b, text, k.tail, bad)
		k.widePctEncoded(big, b, k.i, text, bad, LabelRef("wideRestFine"))
	})
	k.emitOutOfLine()
}
