package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri"
)

// extent tells whether the first block holds the whole text.
type extent string

const (
	small extent = "small" // it does, and has a bit to spare for the end
	pair  extent = "pair"  // it is full, and the second has a bit to spare
	big   extent = "big"   // it is full, and others follow
)

func (e extent) label(name string) string { return name + string(e) }
func (e extent) ref(name string) LabelRef { return LabelRef(e.label(name)) }

// head finds the components in the masks of the first block, whose bytes have all
// been found in place for some component. Positions are single bits of a register,
// and 64 minus the leading zeros of one is the offset just past it, or 0 if it is
// not there; so nothing is shifted by a variable and the 64th byte is like others.
func (k *kernel) head(e extent) {
	Label(e.label("head"))
	hier := k.schemeEnd(e)
	path := k.authority(e, hier)
	switch e {
	case small:
		k.tails(path)
		k.leave(valid)
	case pair:
		k.pairTails(path)
		k.leave(valid)
	case big:
		k.firstTails(path)
		JMP(LabelRef("rest"))
	}
	k.flush()
}

// schemeEnd leaves in k.scheme the bit behind the colon of the scheme, or bit 0
// if there is no scheme and none is needed, and returns how many zeros lead the
// bit of the colon.
func (k *kernel) schemeEnd(e extent) (hier reg.GPVirtual) {
	mark := GP64()
	MOVQ(k.scheme, mark)
	ANDQ(k.colon, mark)
	JZ(e.ref("noScheme"))
	hier = GP64()
	if k.offsets {
		LZCNTQ(mark, hier)
	}
	LEAQ(indexed(mark, mark, 0), k.scheme)
	if e != small {
		Comment("two slashes must be in the block, or not there")
		TESTQ(k.scheme, k.scheme)
		JLE(LabelRef("ask"))
	}
	Label(e.label("behindScheme"))
	k.later(func() { k.noScheme(e, hier) })
	return hier
}

// noScheme is for texts whose first component does not end in a colon that could
// be that of a scheme.
func (k *kernel) noScheme(e extent, hier reg.GPVirtual) {
	Label(e.label("noScheme"))
	delims, below := GP64(), GP64()
	MOVQ(k.slash, delims)
	ORQ(k.tail, delims)
	Comment("no colon in the first segment of a relative path; without a delimiter, in none")
	LEAQ(at(delims, -1), below)
	ANDNQ(below, delims, below)
	TESTQ(k.colon, below)
	JNZ(e.ref("early"))
	if e != small {
		TESTQ(delims, delims)
		JZ(LabelRef("ask"))
	}
	CMPB(k.relative(), U8(0))
	JEQ(LabelRef("invalid"))
	MOVL(U32(1), k.scheme.As32())
	if k.offsets {
		MOVL(U32(64), hier.As32())
	}
	JMP(e.ref("behindScheme"))
	Label(e.label("early"))
	Comment("a run of scheme bytes as long as narrow.go looks for may go on to the colon")
	BTQ(U8(32), k.scheme)
	JCS(LabelRef("ask"))
	JMP(LabelRef("invalid"))
}

// authority finds what "//" begins and what ends it. Without one, all its masks
// are empty. It returns how many zeros lead the bit in front of the path.
func (k *kernel) authority(e extent, hier reg.GPVirtual) (path reg.GPVirtual) {
	second, begin, delims := GP64(), GP64(), GP64()
	Comment("the second of two slashes")
	MOVQ(k.scheme, second)
	ANDQ(k.slash, second)
	ADDQ(second, second)
	ANDQ(k.slash, second)
	LEAQ(indexed(second, second, 0), begin)
	Comment("the first delimiter from there on ends it")
	MOVQ(begin, delims)
	NEGQ(delims)
	ORQ(k.tail, k.slash)
	if e == small {
		ORQ(k.end, k.slash)
	}
	ANDQ(k.slash, delims)
	stop, within, before := GP64(), GP64(), GP64()
	BLSIQ(delims, stop)
	MOVQ(stop, before)
	SHRQ(U8(1), before)
	if e != small {
		TESTQ(stop, stop)
		JZ(e.ref("open"))
		Label(e.label("closed"))
		k.later(func() { k.openAuthority(e, second, before) })
	}
	path = GP64()
	hostPort := GP64()
	if k.offsets {
		zeros := GP64()
		LZCNTQ(second, zeros)
		MOVL(U32(64), hostPort.As32())
		SUBL(zeros.As32(), hostPort.As32())
		k.store("hierAuthority", past2(hier, zeros))
		LZCNTQ(before, path)
	}
	Comment("all bytes between are fine but for these two delimiters")
	MOVQ(stop, within)
	SUBQ(begin, within)
	TESTQ(within, k.special)
	JNZ(e.ref("special"))
	Label(e.label("behindAuthority"))
	if k.offsets {
		k.store("hostPort", hostPort)
	}
	k.later(func() { k.userinfoOrPort(e, stop, within, hostPort) })
	return path
}

// openAuthority is for an authority that the block does not end: a text of 64
// bytes does, longer ones are left to the automaton.
func (k *kernel) openAuthority(e extent, second, before reg.GPVirtual) {
	Label(e.label("open"))
	TESTQ(second, second)
	JZ(e.ref("closed"))
	CMPQ(k.length(), U8(64))
	JNE(LabelRef("ask"))
	MOVQ(U64(1<<63), before)
	JMP(e.ref("closed"))
}

// userinfoOrPort cuts an authority that has a colon or an at sign.
func (k *kernel) userinfoOrPort(e extent, stop, within, hostPort reg.GPVirtual) {
	Label(e.label("special"))
	userinfo, behind, more := GP64(), GP64(), GP64()
	ANDNQ(k.special, k.colon, userinfo)
	ANDQ(within, userinfo)
	JZ(e.ref("host"))
	BLSRQ(userinfo, more)
	JNZ(LabelRef("invalid"))
	if k.offsets {
		past(userinfo, hostPort)
	}
	LEAQ(indexed(userinfo, userinfo, 0), behind)
	MOVQ(stop, within)
	SUBQ(behind, within)
	Label(e.label("host"))
	Comment("the port")
	colon, digit, last, text := GP64(), GP64(), GP64(), k.text()
	MOVQ(within, colon)
	ANDQ(k.colon, colon)
	JZ(e.ref("behindAuthority"))
	BLSRQ(colon, more)
	JNZ(LabelRef("invalid"))
	if k.offsets {
		port := GP64()
		past(colon, port)
		SHLQ(U8(32), port)
		ORQ(port, hostPort)
	}
	TZCNTQ(colon, digit)
	TZCNTQ(stop, last)
	Label(e.label("digits"))
	INCQ(digit)
	CMPQ(digit, last)
	JAE(e.ref("behindAuthority"))
	class := GP32()
	MOVBLZX(indexed(text, digit, 0), class)
	TESTB(U8(uri.Digit), Mem{Base: k.plan, Index: class.As64(), Scale: 1, Disp: classOffset})
	JNZ(e.ref("digits"))
	JMP(LabelRef("invalid"))
}

// tails finds query and fragment; a second delimiter of a fragment is an error.
func (k *kernel) tails(path reg.GPVirtual) {
	k.oneFragment()
	if !k.offsets {
		return
	}
	query, zeros, end := firstQuery(k.tail, k.fragment), GP64(), GP64()
	LZCNTQ(query, query)
	k.store("pathQuery", past2(path, query))
	MOVQ(k.length(), end)
	SHLQ(U8(32), end)
	LZCNTQ(k.fragment, zeros)
	SUBQ(zeros, end)
	ADDQ(U8(64), end)
	k.store("fragmentEnd", end)
}

// pairTails does so in two blocks.
func (k *kernel) pairTails(path reg.GPVirtual) {
	Comment("at most one fragment")
	count, second := GP64(), GP64()
	POPCNTQ(k.fragment, count)
	POPCNTQ(k.fragment2, second)
	ADDL(second.As32(), count.As32())
	CMPL(count.As32(), U8(1))
	JA(LabelRef("invalid"))
	if !k.offsets {
		return
	}
	Comment("a query begins in the second block if nothing does in the first")
	none := GP64()
	first, other := firstQuery(k.tail, k.fragment), firstQuery(k.tail2, k.fragment2)
	XORL(none.As32(), none.As32())
	TESTQ(k.tail, k.tail)
	CMOVQNE(none, other)
	query := past128(first, other)
	SHLQ(U8(32), query)
	NEGQ(path)
	LEAQ(Mem{Base: path, Index: query, Scale: 1, Disp: 64}, query)
	k.store("pathQuery", query)
	k.storeEnd(past128(k.fragment, k.fragment2))
}

// firstTails does so in the first of many blocks.
func (k *kernel) firstTails(path reg.GPVirtual) {
	k.oneFragment()
	if !k.offsets {
		MOVQ(k.fragment, k.frag)
		return
	}
	NEGQ(path)
	ADDQ(U8(64), path)
	MOVQ(path, k.path)
	query, fragment := firstQuery(k.tail, k.fragment), GP64()
	past(query, query)
	MOVQ(query, k.query)
	past(k.fragment, fragment)
	MOVQ(fragment, k.frag)
}

func (k *kernel) oneFragment() {
	more := GP64()
	BLSRQ(k.fragment, more)
	JNZ(LabelRef("invalid"))
}

// firstQuery returns the lowest bit of tail if it is that of a query.
func firstQuery(tail, fragment reg.GPVirtual) reg.GPVirtual {
	query := GP64()
	BLSIQ(tail, query)
	ANDNQ(query, fragment, query)
	return query
}

// storeEnd sets where the fragment begins and the text ends.
func (k *kernel) storeEnd(fragment reg.GPVirtual) {
	n := GP64()
	MOVQ(k.length(), n)
	SHLQ(U8(32), n)
	ORQ(fragment, n)
	k.store("fragmentEnd", n)
}

// past sets offset to that just past a bit, 0 if there is none.
func past(bit, offset reg.GPVirtual) {
	zeros := GP64()
	LZCNTQ(bit, zeros)
	MOVL(U32(64), offset.As32())
	SUBL(zeros.As32(), offset.As32())
}

// past128 returns the offset just past a bit in one of two blocks, 0 if both are 0.
func past128(low, high reg.GPVirtual) reg.GPVirtual {
	first, zeros, offset := GP64(), GP64(), GP64()
	past(low, first)
	MOVL(U32(128), offset.As32())
	LZCNTQ(high, zeros)
	CMOVQCS(offset, zeros)
	SUBL(zeros.As32(), offset.As32())
	ORQ(first, offset)
	return offset
}

// past2 returns two offsets just past bits that so many zeros lead, in one word.
func past2(first, second reg.GPVirtual) reg.GPVirtual {
	pair := GP64()
	SHLQ(U8(32), second)
	ORQ(first, second)
	MOVQ(U64(64<<32|64), pair)
	SUBQ(second, pair)
	return pair
}

func log2(bit int) int {
	n := 0
	for bit > 1 {
		bit >>= 1
		n++
	}
	return n
}

// schemeRun leaves in k.scheme the bit behind the run of scheme bytes, k.scheme
// so far, if it begins with a byte that begins a scheme (first is 1): adding that
// to the run carries to its end.
func (k *kernel) schemeRun(first reg.GPVirtual) {
	SHRL(U8(log2(uri.First)), first.As32())
	ANDL(U8(1), first.As32())
	ADDQ(k.scheme, first)
	ANDNQ(first, k.scheme, k.scheme)
}
