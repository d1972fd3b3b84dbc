package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri/bitmap"
)

// emitAuthorities writes findAuthorities of package batch. It also finds the groups that need Authorities.
func emitAuthorities() {
	TEXT("narrowAuthorities", NOSPLIT, "func(t *byte, relative bool, groups int)")
	g, special := newGroups(), GP64()
	LEAQ(at(g.bitmaps, specialBitmap), special)
	scheme, segment, authority := counter(), counter(), counter()
	hiers, slashes, seconds := zeros(), zeros(), zeros()
	g.each(func() {
		starts, colon, slash := g.load(startsBitmap), g.load(colonBitmap), g.load(slashBitmap)
		inner := without(ones(), g.load(stopBitmap))
		run := g.load(schemeBitmap)
		mark := without(sum(run, g.load(firstBitmap), scheme), run)
		wrong := YMM()
		relative, err := Param("relative").Resolve()
		if err != nil {
			panic(err)
		}
		CMPB(relative.Addr, U8(0))
		JNE(LabelRef("relative"))
		VPXOR(starts, starts, starts)
		VPANDN(mark, colon, wrong)
		JMP(LabelRef("hier"))
		Label("relative")
		Comment("wrong: a colon in a first segment that ends no scheme")
		VPAND(colon, sum(without(inner, colon), starts, segment), wrong)
		VPANDN(wrong, mark, wrong)
		Label("hier")
		VPOR(g.at(wrongBitmap), wrong, wrong)
		g.store(wrong, wrongBitmap)
		first := and(or(next(and(mark, colon), hiers), starts), slash)
		begins := next(and(next(first, slashes), slash), seconds)
		g.store(begins, beginsBitmap)
		span := without(inner, sum(inner, begins, authority))
		g.store(span, spanBitmap)
		g.appendAny(and(span, or(colon, g.load(atBitmap))), special)
	})
	VZEROUPPER()
	RET()
}

// appendAny sets the next of a list of bools to whether x has bits.
func (g *groups) appendAny(x reg.VecVirtual, list reg.GPVirtual) {
	VPTEST(x, x)
	SETNE(at(list, 0))
	ADDQ(U8(1), list)
}

// emitWrong writes findWrong and count of package batch.
func emitWrong() {
	TEXT("narrowWrong", NOSPLIT, "func(t *byte, groups int)")
	g, fragment, line, hashes := newGroups(), counter(), counter(), zeros()
	count, spoilt, undecided := counter(), GP64(), zeros()
	LEAQ(at(g.bitmaps, invalidBitmap), spoilt)
	g.first()
	Label("groups")
	MOVQ(count, g.at(beforeBitmap))
	bad := zeros()
	for range bitmap.Group / bitmap.NarrowGroup {
		hash, ends, wrong := g.load(fragmentBitmap), g.load(endsBitmap), g.load(wrongBitmap)
		second := and(sum(without(ones(), or(hash, ends)), next(hash, hashes), fragment), hash)
		VPOR(second, wrong, wrong)
		good := sum(without(ones(), or(wrong, ends)), g.load(startsBitmap), line)
		wrong = without(ends, without(good, wrong))
		g.store(wrong, wrongBitmap)
		VPOR(wrong, bad, bad)
		VPOR(g.at(undecidedBitmap), undecided, undecided)
		g.count(count)
		ADDQ(U8(bitmap.NarrowGroup/8), g.word)
	}
	storeAny(bad, at(spoilt, 0))
	ADDQ(U8(8), spoilt)
	CMPQ(g.word, g.end)
	JB(LabelRef("groups"))
	MOVQ(count, g.at(beforeBitmap))
	storeAny(undecided, at(g.bitmaps, anyUndecidedBitmap))
	VZEROUPPER()
	RET()
}

func (g *groups) count(sum reg.GPVirtual) {
	for i := range bitmap.NarrowGroup / 64 {
		n := GP64()
		POPCNTQ(g.at(endsBitmap+8*i), n)
		ADDQ(n, sum)
	}
}

func storeAny(x reg.VecVirtual, to Mem) {
	is := GP64()
	XORL(is.As32(), is.As32())
	VPTEST(x, x)
	SETNE(is.As8())
	MOVQ(is, to)
}

func counter() reg.GPVirtual {
	r := GP64()
	XORL(r.As32(), r.As32())
	return r
}
