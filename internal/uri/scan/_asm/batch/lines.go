package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri/bitmap"
)

// scans is the state of the second loop.
type scans struct {
	*kernel
	last  Mem           // index of the word after the last group
	ahead reg.GPVirtual // address in the next chunk, to prefetch

	// Carries of the scans for the ends of schemes, authorities, fragments and lines.
	scheme, authority, fragment, line reg.GPVirtual

	// Streams of the previous group: the last bytes of schemes, of slashes and of number signs.
	lastScheme, lastSlash, lastSlashes, lastHash vector

	count     vector // number of lines so far, by lane
	undecided vector // all undecided bytes

	rare // in memory, since few groups need it

	starts, colon, slash, stop, bad vector // streams of the group
}

// rare has the carries of scans for the end of a first segment, for the end of a possible userinfo, for the end of a
// port, and for an at sign after an invalid port. Pending is not 0 if one of the last three scans continues in the next
// group.
type rare struct{ segment, userinfo, port, badPort, pending, colons Mem }

func (k *kernel) lines() {
	s := k.newScans()
	CMPQ(s.last, U8(0))
	JEQ(LabelRef("done"))
	Label("lines")
	for i := range blocks {
		PREFETCHT0(Mem{Base: s.ahead, Disp: 64 * i})
	}
	s.starts, s.colon, s.slash = k.load(startsBitmap), k.load(colonBitmap), k.load(slashBitmap)
	s.stop, s.bad = k.load(stopBitmap), k.load(wrongBitmap)
	s.authorities(s.schemes())
	s.oneFragment()
	s.results()
	ADDQ(U32(bitmap.Group), s.ahead)
	ADDQ(U8(lanes), k.word)
	CMPQ(k.word, s.last)
	JB(LabelRef("lines"))
	Label("done")
	s.finish()
}

func (k *kernel) newScans() *scans {
	s := &scans{kernel: k, last: AllocLocal(8), ahead: GP64()}
	MOVQ(k.word, s.last)
	XORL(k.word.As32(), k.word.As32())
	Load(Param("p"), s.ahead)
	ADDQ(U32(bitmap.Size), s.ahead)
	s.scheme, s.authority, s.fragment, s.line = counter(), counter(), counter(), counter()
	s.lastScheme, s.lastSlash, s.lastSlashes, s.lastHash = k.zero(), k.zero(), k.zero(), k.zero()
	s.count, s.undecided = k.zero(), k.zero()
	for _, m := range []*Mem{&s.segment, &s.userinfo, &s.port, &s.badPort, &s.pending} {
		*m = AllocLocal(8)
		MOVQ(I32(0), *m)
	}
	s.colons = AllocLocal(bitmap.Group / 8)
	VMOVDQU64(k.zero(), s.colons)
	return s
}

// schemes returns the first bytes after schemes, and of relative references.
func (s *scans) schemes() (hier vector) {
	mark := s.runEnds(s.load(schemeBitmap), s.load(firstBitmap), s.scheme)
	hier = next(and(mark, s.colon), s.lastScheme)
	plan := Load(Param("plan"), GP64())
	CMPB(Mem{Base: plan.(reg.GPVirtual), Disp: relativeOffset}, U8(0))
	JNE(LabelRef("relative"))
	fold(A|B&^C, s.bad, mark, s.colon)
	Label("hier")
	starts, colon, stop, bad := s.starts, s.colon, s.stop, s.bad
	s.outOfLine(func() {
		Label("relative")
		Comment("wrong: a colon in a first segment that ends no scheme")
		segment := logic(^(A | B), stop, colon, colon)
		found := s.rarely(s.segment, func(carry reg.GPVirtual) vector { return s.runEnds(segment, starts, carry) })
		VPANDQ(colon, found, found)
		fold(A|B&^C, bad, found, mark)
		VPORQ(starts, hier, hier)
		JMP(LabelRef("hier"))
	})
	return hier
}

// rarely writes a scan whose carry is in memory.
func (s *scans) rarely(carry Mem, scan func(carry reg.GPVirtual) vector) vector {
	r := GP64()
	MOVQ(carry, r)
	v := scan(r)
	MOVQ(r, carry)
	return v
}

// authorities finds authorities, and validates those with a colon or an at sign.
func (s *scans) authorities(hier vector) {
	second := and(next(and(hier, s.slash), s.lastSlash), s.slash)
	begins := next(second, s.lastSlashes)
	inside, carry := logic(^A, s.stop, s.stop, s.stop), GP64()
	MOVQ(s.authority, carry)
	sum := s.sum(inside, begins, s.authority)
	span := without(inside, sum)
	special, m := logic(A&(B|C), span, s.colon, s.bitmap(atBitmap)), K()
	VPTESTMQ(special, special, m)
	some := GP64()
	KMOVB(m, some.As32())
	ORQ(s.pending, some)
	JNZ(LabelRef("authority"))
	Label("path")
	group := *s
	s.outOfLine(func() {
		Label("authority")
		group.authorityOf(begins, span, carry)
		JMP(LabelRef("path"))
	})
}

// authorityOf validates userinfos and ports. Carry is the one of the scan for the ends of authorities, before this
// group: if nothing is pending, the scan for at signs has the same.
func (s *scans) authorityOf(begins, span vector, carry reg.GPVirtual) {
	userinfo, pending := GP64(), GP64()
	MOVQ(s.pending, pending)
	TESTQ(pending, pending)
	MOVQ(s.userinfo, pending)
	CMOVQNE(pending, carry)
	MOVQ(carry, userinfo)
	Comment("first at sign or end of each authority, and the bytes before it")
	at := and(span, s.load(atBitmap))
	others := without(span, at)
	sum := s.sum(others, begins, userinfo)
	MOVQ(userinfo, s.userinfo)
	first, front := without(sum, others), without(others, sum)
	Comment("digits after a colon are no port unless the authority ends after them")
	colons, last := and(s.colon, span), ZMM()
	VMOVDQU64(s.colons, last)
	ports := next(colons, last)
	VMOVDQU64(last, s.colons)
	digit := s.load(digitBitmap)
	noPort := s.rarely(s.port, func(carry reg.GPVirtual) vector { return s.runEnds(digit, ports, carry) })
	VPANDQ(span, noPort, noPort)
	Comment("then an at sign must follow: the colon is in a userinfo")
	ended := s.rarely(s.badPort, func(carry reg.GPVirtual) vector { return s.runEnds(others, and(noPort, front), carry) })
	fold(A|B&^C, s.bad, at, first)
	fold(A|B&C, s.bad, ended, s.stop)
	fold(A|B&^C, s.bad, noPort, or(front, first))
	XORQ(s.authority, userinfo)
	ORQ(s.port, userinfo)
	ORQ(s.badPort, userinfo)
	open, m := GP64(), K()
	VPMOVQ2M(colons, m)
	KMOVB(m, open.As32())
	SHRQ(U8(lanes-1), open)
	ORQ(open, userinfo)
	MOVQ(userinfo, s.pending)
}

// oneFragment marks second number signs.
func (s *scans) oneFragment() {
	hash := s.load(fragmentBitmap)
	others := logic(^(A | B), hash, s.load(endsBitmap), hash)
	sum := s.sum(others, next(hash, s.lastHash), s.fragment)
	fold(A|B&C, s.bad, sum, hash)
}

// results finds the ends of lines with a wrong byte.
func (s *scans) results() {
	ends, wrong, m := s.load(endsBitmap), ZMM(), K()
	good := logic(^(A | B), s.bad, ends, ends)
	sum := s.sum(good, s.starts, s.line)
	VMOVDQA64(ends, wrong)
	fold(A&(^B|C), wrong, sum, s.bad)
	s.store(wrong, wrongBitmap)
	VPTESTMQ(wrong, wrong, m)
	KMOVQ(m, Mem{Base: s.bitmaps, Index: s.word, Scale: 1, Disp: invalidOffset})
	s.store(s.count, beforeOffset)
	VPOPCNTQ(ends, ends)
	VPADDQ(ends, s.count, s.count)
	VPORQ(s.bitmap(undecidedBitmap), s.undecided, s.undecided)
}

func (s *scans) finish() {
	m := K()
	s.store(s.count, beforeOffset)
	VPTESTMQ(s.undecided, s.undecided, m)
	KMOVQ(m, Mem{Base: s.bitmaps, Disp: anyUndecidedOffset})
}

// numberWrong writes the function that compresses the bits of wrong lines: bit i of a word is its i-th line end.
func numberWrong() {
	TEXT("wideNumberWrong", NOSPLIT, "func(t *byte, group int)")
	k := &kernel{bitmaps: GP64(), word: GP64()}
	Load(Param("t"), k.bitmaps)
	Load(Param("group"), k.word)
	SHLQ(U8(3), k.word)
	for i := range lanes {
		wrong := GP64()
		MOVQ(k.bitmap(wrongBitmap+8*i), wrong)
		PEXTQ(k.bitmap(endsBitmap+8*i), wrong, wrong)
		MOVQ(wrong, k.bitmap(wrongBitmap+8*i))
	}
	VZEROUPPER()
	RET()
}
