package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri/tracks"
)

// emitAuthorities writes the function that finds authorities as findAuthorities of package batch
// does. It tells which groups have one with a colon or a delimiter of userinfos.
func emitAuthorities() {
	TEXT("narrowAuthorities", NOSPLIT, "func(t *byte, relative bool, groups int)")
	g, special := newGroups(), GP64()
	LEAQ(at(g.tracks, specialTrack), special)
	scheme, segment, authority := counter(), counter(), counter()
	hiers, slashes, seconds := zeros(), zeros(), zeros()
	g.each(func() {
		starts, colon, slash := g.load(startsTrack), g.load(colonTrack), g.load(slashTrack)
		inner := without(ones(), g.load(stopTrack))
		run := g.load(schemeTrack)
		mark := without(sum(run, g.load(firstTrack), scheme), run)
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
		Comment("a colon in a first segment has to end a scheme")
		VPAND(colon, sum(without(inner, colon), starts, segment), wrong)
		VPANDN(wrong, mark, wrong)
		Label("hier")
		VPOR(g.at(wrongTrack), wrong, wrong)
		g.store(wrong, wrongTrack)
		first := and(or(next(and(mark, colon), hiers), starts), slash)
		begins := next(and(next(first, slashes), slash), seconds)
		g.store(begins, beginsTrack)
		span := without(inner, sum(inner, begins, authority))
		g.store(span, spanTrack)
		g.tellSpecial(and(span, or(colon, g.load(atTrack))), special)
	})
	VZEROUPPER()
	RET()
}

// tellSpecial sets the next of a list of bools to whether a stream has bits.
func (g *groups) tellSpecial(x reg.VecVirtual, list reg.GPVirtual) {
	VPTEST(x, x)
	SETNE(at(list, 0))
	ADDQ(U8(1), list)
}

// emitWrong writes the function that finds and counts wrong lines, as findWrong and count of package
// batch do.
func emitWrong() {
	TEXT("narrowWrong", NOSPLIT, "func(t *byte, groups int)")
	g, fragment, line, hashes := newGroups(), counter(), counter(), zeros()
	count, spoilt, asked := counter(), GP64(), zeros()
	LEAQ(at(g.tracks, invalidTrack), spoilt)
	g.first()
	Label("groups")
	MOVQ(count, g.at(beforeTrack))
	bad := zeros()
	for range tracks.Group / tracks.NarrowGroup {
		hash, ends, wrong := g.load(fragmentTrack), g.load(endsTrack), g.load(wrongTrack)
		second := and(sum(without(ones(), or(hash, ends)), next(hash, hashes), fragment), hash)
		VPOR(second, wrong, wrong)
		good := sum(without(ones(), or(wrong, ends)), g.load(startsTrack), line)
		wrong = without(ends, without(good, wrong))
		g.store(wrong, wrongTrack)
		VPOR(wrong, bad, bad)
		VPOR(g.at(undecidedTrack), asked, asked)
		g.count(count)
		ADDQ(U8(tracks.NarrowGroup/8), g.word)
	}
	tell(bad, at(spoilt, 0))
	ADDQ(U8(8), spoilt)
	CMPQ(g.word, g.end)
	JB(LabelRef("groups"))
	MOVQ(count, g.at(beforeTrack))
	tell(asked, at(g.tracks, anyUndecidedTrack))
	VZEROUPPER()
	RET()
}

// count adds the ends of lines of a group.
func (g *groups) count(sum reg.GPVirtual) {
	for i := range tracks.NarrowGroup / 64 {
		n := GP64()
		POPCNTQ(g.at(endsTrack+8*i), n)
		ADDQ(n, sum)
	}
}

// tell sets a word to whether a stream has bits.
func tell(x reg.VecVirtual, to Mem) {
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
