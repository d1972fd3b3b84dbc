package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri/scan/_asm/cpu"

	"example.org/iri/internal/uri"
)

type narrowHalf struct {
	bytes reg.VecVirtual
	bits  reg.VecVirtual // 1<<k for each byte with high nibble k, to be tested in rows
}

// narrowBlock is up to 32 bytes, or two halves of 32 bytes, which may overlap.
type narrowBlock struct {
	low, high *narrowHalf   // high is nil for up to 32 bytes
	shift     reg.GPVirtual // offset of the second half
}

// The frame has zeros or other bytes before the string, and then the string.
const (
	frameFront = 0
	frameText  = 32
	frameSize  = 32 + 64
)

// narrow makes the masks of the first block with AVX2.
func (k *kernel) narrow() {
	Label("notWide")
	CMPB(cpu.Level, U8(cpu.Narrow))
	JNE(LabelRef("noKernel"))
	Comment("AVX2")
	n := GP64()
	MOVQ(k.length(), n)
	TESTQ(n, n)
	JZ(LabelRef("undecided"))
	CMPQ(n, U8(32))
	JB(LabelRef("short"))
	CMPQ(n, U8(64))
	JAE(LabelRef("narrowLong"))
	k.narrowTwo()
	k.narrowPair()
	k.narrowOne()
}

// narrowOne handles strings of up to 31 bytes.
func (k *kernel) narrowOne() {
	Label("short")
	b := &narrowBlock{low: newHalf()}
	k.loadShort(b.low.bytes)
	b.low.split()
	k.narrowMasks(b)
	k.setEnd()
	fine, all, bad := GP64(), GP64(), GP64()
	k.narrowSet(uri.RowText, b, fine)
	LEAQ(at(k.end, -1), all)
	ANDNQ(all, fine, bad)
	JZ(small.ref("head"))
	k.narrowOdd(small, b, fine, bad)
	JMP(small.ref("head"))
	k.emitOutOfLine()
}

// narrowTwo handles the first 64 bytes of longer strings.
func (k *kernel) narrowTwo() {
	b := &narrowBlock{low: newHalf(), high: newHalf(), shift: GP64()}
	Comment("the second half ends with the string, or with the block")
	MOVQ(k.length(), b.shift)
	SUBQ(U8(32), b.shift)
	Label("narrowBlock")
	p := k.text()
	VMOVDQU(at(p, 0), b.low.bytes)
	VMOVDQU(indexed(p, b.shift, 0), b.high.bytes)
	b.low.split()
	b.high.split()
	k.narrowMasks(b)
	found := k.allFine(b.low, b.high)
	JNE(LabelRef("twoOdd"))
	Label("twoFine")
	CMPQ(k.length(), U8(64))
	JAE(big.ref("head"))
	k.setEnd()
	JMP(small.ref("head"))
	k.outOfLine(func() {
		Label("twoOdd")
		fine, bad, n, full := GP64(), GP64(), GP64(), k.label("full")
		k.clearCarry()
		b.join(found[0], found[1], fine)
		MOVQ(I64(-1), bad)
		MOVQ(k.length(), n)
		CMPQ(n, U8(64))
		JAE(LabelRef(full))
		BZHIQ(n, bad, bad)
		Label(full)
		ANDNQ(bad, fine, bad)
		k.narrowOdd(big, b, fine, bad)
		JMP(LabelRef("twoFine"))
		Label("narrowMany")
		k.refuseLong()
		k.clearCarry()
		MOVL(U32(32), b.shift.As32())
		JMP(LabelRef("narrowBlock"))
	})
	k.emitOutOfLine()
}

// narrowPair handles strings of 64 to 127 bytes in which all bytes are of row text. The second block ends with the
// string and overlaps the first.
func (k *kernel) narrowPair() {
	b := &narrowBlock{low: newHalf(), high: newHalf(), shift: GP64()}
	c := &narrowBlock{low: newHalf(), high: newHalf(), shift: b.shift}
	Label("narrowLong")
	p, n := k.text(), GP64()
	MOVQ(k.length(), n)
	CMPQ(n, U32(128))
	JAE(LabelRef("narrowMany"))
	MOVL(U32(32), b.shift.As32())
	VMOVDQU(at(p, 0), b.low.bytes)
	VMOVDQU(at(p, 32), b.high.bytes)
	VMOVDQU(indexed(p, n, -64), c.low.bytes)
	VMOVDQU(indexed(p, n, -32), c.high.bytes)
	for _, h := range []*narrowHalf{b.low, b.high, c.low, c.high} {
		h.split()
	}
	k.allFine(b.low, b.high, c.low, c.high)
	JNE(LabelRef("narrowMany"))
	k.narrowMasks(b)
	k.narrowEqual(uri.DelimFragment, c, k.fragment2)
	masks := []reg.GPVirtual{k.fragment2}
	if k.offsets {
		k.narrowEqual(uri.DelimQuery, c, k.tail2)
		ORQ(k.fragment2, k.tail2)
		masks = append(masks, k.tail2)
	}
	Comment("remove the bytes that are in the first block, too")
	NEGQ(n)
	ADDQ(U8(127), n)
	for _, mask := range masks { // in two steps, because a shift by 64 does nothing
		SHRXQ(n, mask, mask)
		SHRQ(U8(1), mask)
	}
	JMP(pair.ref("head"))
}

// allFine sets the flag equal if all bytes are of row text. It returns the bytes that are.
func (k *kernel) allFine(halves ...*narrowHalf) (found []reg.VecVirtual) {
	table, all, mask := YMM(), YMM(), GP32()
	VBROADCASTI128(k.row(uri.RowText), table)
	for i, h := range halves {
		found = append(found, YMM())
		h.find(table, found[i])
		if i == 1 {
			VPAND(found[0], found[1], all)
		} else if i > 1 {
			VPAND(found[i], all, all)
		}
	}
	VPMOVMSKB(all, mask)
	CMPL(mask, I8(-1))
	return found
}

func (k *kernel) setEnd() {
	n := GP64()
	MOVQ(k.length(), n)
	MOVL(U32(1), k.end.As32())
	SHLXQ(n, k.end, k.end)
}

func newHalf() *narrowHalf { return &narrowHalf{bytes: YMM(), bits: YMM()} }

// loadShort loads a string of up to 31 bytes, and zeros after it. It reads the bytes after the string if they are in
// the same page, else the bytes before it.
func (k *kernel) loadShort(bytes reg.VecVirtual) {
	const page, load = 4096, 32
	p, n, offset, front := k.text(), GP64(), GP64(), GP64()
	MOVQ(k.length(), n)
	MOVQ(p, offset)
	ANDL(U32(page-1), offset.As32())
	CMPL(offset.As32(), U32(page-load))
	JA(LabelRef("pageEnd"))
	VMOVDQU(at(p, 0), bytes)
	Label("shortLoaded")
	LEAQ(prefix, front)
	SUBQ(n, front)
	VPAND(at(front, load), bytes, bytes)
	k.outOfLine(func() {
		Label("pageEnd")
		VMOVDQU(indexed(p, n, -load), bytes)
		VMOVDQU(bytes, k.frame)
		Comment("bytes after the string are cleared below")
		MOVL(U32(load), offset.As32())
		SUBQ(n, offset)
		LEAQ(k.frame, front)
		VMOVDQU(indexed(front, offset, 0), bytes)
		JMP(LabelRef("shortLoaded"))
	})
}

// split prepares a half for lookups in rows.
func (h *narrowHalf) split() {
	table := YMM()
	VBROADCASTI128(nibbleBits, table)
	VPSRLW(U8(4), h.bytes, h.bits)
	VPAND(lowNibbles, h.bits, h.bits)
	VPSHUFB(h.bits, table, h.bits)
}

// narrowMasks sets the masks of the first block, except the end. It looks for scheme bytes in the first 32 bytes only.
func (k *kernel) narrowMasks(b *narrowBlock) {
	scheme := &narrowBlock{low: b.low}
	first := k.text()
	MOVBLZX(at(first, 0), first.As32())
	MOVBLZX(Mem{Base: k.plan, Index: first, Scale: 1, Disp: classOffset}, first.As32())
	k.narrowSet(uri.RowScheme, scheme, k.scheme)
	k.schemeRun(first)
	k.narrowEqual(uri.DelimColon, b, k.colon)
	k.narrowEqual(uri.DelimSlash, b, k.slash)
	k.narrowEqual(uri.DelimQuery, b, k.tail)
	k.narrowEqual(uri.DelimFragment, b, k.fragment)
	k.narrowEqual(uri.DelimAt, b, k.special)
	ORQ(k.colon, k.special)
	ORQ(k.fragment, k.tail)
}

func (k *kernel) narrowSet(row int, b *narrowBlock, mask reg.GPVirtual) {
	table := YMM()
	VBROADCASTI128(k.row(row), table)
	b.mask(mask, func(h *narrowHalf, found reg.VecVirtual) { h.find(table, found) })
}

func (h *narrowHalf) find(row, found reg.VecVirtual) {
	VPSHUFB(h.bytes, row, found)
	VPAND(h.bits, found, found)
	VPCMPEQB(h.bits, found, found)
}

func (k *kernel) narrowEqual(delim int, b *narrowBlock, mask reg.GPVirtual) {
	b.mask(mask, func(h *narrowHalf, found reg.VecVirtual) {
		VPCMPEQB(k.delim(delim), h.bytes, found)
	})
}

func (k *kernel) narrowHigh(b *narrowBlock, mask reg.GPVirtual) {
	if b.high == nil {
		VPMOVMSKB(b.low.bytes, mask.As32())
	} else {
		b.join(b.low.bytes, b.high.bytes, mask)
	}
}

func (b *narrowBlock) mask(mask reg.GPVirtual, find func(h *narrowHalf, found reg.VecVirtual)) {
	low := YMM()
	find(b.low, low)
	if b.high == nil {
		VPMOVMSKB(low, mask.As32())
		return
	}
	high := YMM()
	find(b.high, high)
	b.join(low, high, mask)
}

func (b *narrowBlock) join(low, high reg.VecVirtual, mask reg.GPVirtual) {
	upper := GP64()
	VPMOVMSKB(low, mask.As32())
	VPMOVMSKB(high, upper.As32())
	SHLXQ(b.shift, upper, upper)
	ORQ(upper, mask)
}

// narrowOdd validates a first block with bytes outside row text. Each must begin a percent-encoded octet, or belong to
// a character without suspect pairs.
func (k *kernel) narrowOdd(e extent, b *narrowBlock, fine, bad reg.GPVirtual) {
	high, ascii := GP64(), k.label("ascii")
	k.narrowHigh(b, high)
	TESTQ(high, high)
	JZ(LabelRef(ascii))
	k.narrowCharacters(b)
	ANDNQ(bad, high, bad)
	Label(ascii)
	k.narrowPctEncoded(e, b, fine, bad)
}

// narrowPctEncoded requires two hexadecimal digits after each percent sign. Other bytes in bad are wrong or undecided.
func (k *kernel) narrowPctEncoded(e extent, b *narrowBlock, fine, bad reg.GPVirtual) {
	hex, percent, other := GP64(), GP64(), GP64()
	only := k.label("narrowOnlyPctEncoded")
	k.narrowSet(uri.RowHex, b, hex)
	ANDNQ(hex, fine, percent)
	ANDNQ(bad, percent, other)
	JZ(LabelRef(only))
	Comment("invalid if a byte is in no string of the language, undecided if it is rare")
	alive := GP64()
	k.narrowSet(uri.RowAlive, b, alive)
	ANDNQ(other, alive, other)
	JNZ(LabelRef("invalid"))
	JMP(LabelRef("undecided"))
	Label(only)
	ANDQ(bad, percent)
	ANDQ(fine, hex)
	k.pctEncoded(e, percent, hex)
}

// narrowCharacters leaves a string to the automaton if a copy of its first block has a suspect pair.
func (k *kernel) narrowCharacters(b *narrowBlock) {
	zero, text := YMM(), GP64()
	VPXOR(zero, zero, zero)
	VMOVDQU(zero, k.frame.Offset(frameFront))
	LEAQ(k.frame.Offset(frameText), text)
	VMOVDQU(b.low.bytes, at(text, 0))
	if b.high == nil {
		k.narrowSuspect(text, 0)
		return
	}
	VMOVDQU(zero, at(text, 32))
	VMOVDQU(b.high.bytes, indexed(text, b.shift, 0))
	k.narrowSuspect(text, 0)
	k.narrowSuspect(text, 32)
}

// narrowSuspect leaves a string to the automaton if one of the 32 bytes at base+disp makes a suspect pair.
func (k *kernel) narrowSuspect(base reg.GPVirtual, disp int) {
	var v [4]reg.VecVirtual
	for distance := range v {
		v[distance] = YMM()
		VMOVDQU(at(base, disp-distance), v[distance])
	}
	suspects := k.suspects(narrowVectors, v[0], v[1], v[2], v[3])
	VPTEST(suspects, suspects)
	JNZ(LabelRef("undecided"))
}
