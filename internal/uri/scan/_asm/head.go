package main

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri"
)

// extent is the relation of a string to its first block.
type extent string

const (
	small extent = "small" // shorter than the block, so that a bit marks its end
	pair  extent = "pair"  // fills the block and is shorter than two
	big   extent = "big"   // fills at least two blocks
)

func (e extent) label(name string) string { return name + string(e) }
func (e extent) ref(name string) LabelRef { return LabelRef(e.label(name)) }

// head finds the components in the masks of the first block, if each byte is in a set of some component. Positions are
// single bits of a register, because shifts by a variable are slow. The number of zeros below a bit is an offset.
// Without a bit it is 64, whose lowest six bits are 0, the offset of an absent component. In a string that fills the
// block, 64 may be an offset; then 64 minus the number of zeros above the bit before is used.
func (k *kernel) head(e extent) {
	Label(e.label("head"))
	k.schemeEnd(e)
	path := k.authority(e)
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
	k.emitOutOfLine()
}

// schemeEnd sets k.scheme to the bit after the scheme and its colon, or to bit 0 for a relative reference.
func (k *kernel) schemeEnd(e extent) {
	mark := GP64()
	MOVQ(k.scheme, mark)
	ANDQ(k.colon, mark)
	JZ(e.ref("noScheme"))
	LEAQ(indexed(mark, mark, 0), k.scheme)
	if e != small {
		Comment("undecided if two slashes may begin after the block")
		TESTQ(k.scheme, k.scheme)
		JLE(LabelRef("undecided"))
	}
	Label(e.label("afterScheme"))
	k.outOfLine(func() { k.noScheme(e) })
}

func (k *kernel) noScheme(e extent) {
	Label(e.label("noScheme"))
	delims, below := GP64(), GP64()
	MOVQ(k.slash, delims)
	ORQ(k.tail, delims)
	Comment("invalid if the first segment has a colon; it ends at the first delimiter")
	LEAQ(at(delims, -1), below)
	ANDNQ(below, delims, below)
	TESTQ(k.colon, below)
	JNZ(e.ref("early"))
	if e != small {
		TESTQ(delims, delims)
		JZ(LabelRef("undecided"))
	}
	CMPB(k.relative(), U8(0))
	JEQ(LabelRef("invalid"))
	MOVL(U32(1), k.scheme.As32())
	JMP(e.ref("afterScheme"))
	Label(e.label("early"))
	Comment("undecided if the scheme may be longer than narrow.go looks for")
	BTQ(U8(32), k.scheme)
	JCS(LabelRef("undecided"))
	JMP(LabelRef("invalid"))
}

// authority finds the authority; without one, all its masks are empty. It returns the offset of the path after it. In a
// small block without an authority, this is 64 instead of 0.
func (k *kernel) authority(e extent) (path reg.GPVirtual) {
	second, begin, stop, within := GP64(), GP64(), GP64(), GP64()
	path = GP64()
	hier, hostPort := GP64(), GP64()
	if k.offsets {
		TZCNTQ(k.scheme, hier)
	}
	Comment("the second of two slashes")
	MOVQ(k.scheme, second)
	ANDQ(k.slash, second)
	ADDQ(second, second)
	ANDQ(k.slash, second)
	LEAQ(indexed(second, second, 0), begin)
	Comment("subtraction borrows up to the first delimiter, which ends the authority")
	ORQ(k.tail, k.slash)
	if e == small {
		ORQ(k.end, k.slash)
	}
	LEAQ(at(begin, -1), stop)
	SUBQ(k.slash, stop)
	ANDQ(k.slash, stop)
	if e != small {
		JZ(e.ref("open"))
	}
	if k.offsets {
		TZCNTQ(stop, path)
	}
	if e != small {
		Label(e.label("closed"))
		k.outOfLine(func() { k.openAuthority(e, second, path) })
	}
	if k.offsets {
		k.storeAuthority(e, second, begin, hier, hostPort)
	}
	Comment("validate only authorities with a colon or an at sign")
	MOVQ(stop, within)
	SUBQ(begin, within)
	TESTQ(within, k.special)
	JNZ(e.ref("special"))
	Label(e.label("afterAuthority"))
	if k.offsets {
		k.store("hostPort", hostPort)
	}
	k.outOfLine(func() { k.userinfoOrPort(e, stop, within, hostPort) })
	return path
}

// storeAuthority stores the offsets after the scheme and "//", and sets hostPort for a host without userinfo.
func (k *kernel) storeAuthority(e extent, second, begin, hier, hostPort reg.GPVirtual) {
	pair := GP64()
	if e == small {
		TZCNTQ(begin, hostPort)
		ANDL(U8(63), hostPort.As32())
	} else {
		indexAfter(second, hostPort)
	}
	RORXQ(U8(32), hostPort, pair)
	ORQ(hier, pair)
	k.store("hierAuthority", pair)
}

// openAuthority handles an authority that does not end in the block. It may end with a string of 64 bytes; longer ones
// are left to the automaton.
func (k *kernel) openAuthority(e extent, second, path reg.GPVirtual) {
	Label(e.label("open"))
	XORL(path.As32(), path.As32())
	TESTQ(second, second)
	JZ(e.ref("closed"))
	CMPQ(k.length(), U8(64))
	JNE(LabelRef("undecided"))
	MOVL(U32(64), path.As32())
	JMP(e.ref("closed"))
}

func (k *kernel) userinfoOrPort(e extent, stop, within, hostPort reg.GPVirtual) {
	Label(e.label("special"))
	userinfo, after, more := GP64(), GP64(), GP64()
	ANDNQ(k.special, k.colon, userinfo)
	ANDQ(within, userinfo)
	JZ(e.ref("host"))
	BLSRQ(userinfo, more)
	JNZ(LabelRef("invalid"))
	if k.offsets {
		indexAfter(userinfo, hostPort)
	}
	LEAQ(indexed(userinfo, userinfo, 0), after)
	MOVQ(stop, within)
	SUBQ(after, within)
	Label(e.label("host"))
	Comment("the port")
	colon, digit, last, text := GP64(), GP64(), GP64(), k.text()
	MOVQ(within, colon)
	ANDQ(k.colon, colon)
	JZ(e.ref("afterAuthority"))
	BLSRQ(colon, more)
	JNZ(LabelRef("invalid"))
	if k.offsets {
		port := GP64()
		indexAfter(colon, port)
		SHLQ(U8(32), port)
		ORQ(port, hostPort)
	}
	TZCNTQ(colon, digit)
	TZCNTQ(stop, last)
	Label(e.label("digits"))
	INCQ(digit)
	CMPQ(digit, last)
	JAE(e.ref("afterAuthority"))
	class := GP32()
	MOVBLZX(indexed(text, digit, 0), class)
	TESTB(U8(uri.Digit), Mem{Base: k.plan, Index: class.As64(), Scale: 1, Disp: classOffset})
	JNZ(e.ref("digits"))
	JMP(LabelRef("invalid"))
}

// tails finds query and fragment, and rejects a second number sign.
func (k *kernel) tails(path reg.GPVirtual) {
	below := GP64()
	LEAQ(at(k.fragment, -1), below)
	TESTQ(k.fragment, below)
	JNZ(LabelRef("invalid"))
	if !k.offsets {
		return
	}
	Comment("the query begins before the fragment")
	query, zeros, end := GP64(), GP64(), GP64()
	ANDQ(k.tail, below)
	LEAQ(indexed(below, below, 0), query)
	TZCNTQ(query, query)
	SHLQ(U8(32), query)
	ORQ(path, query)
	ANDQ(lowSix, query)
	k.store("pathQuery", query)
	RORXQ(U8(32), k.length(), end)
	LZCNTQ(k.fragment, zeros)
	SUBQ(zeros, end)
	ADDQ(U8(64), end)
	k.store("fragmentEnd", end)
}

// pairTails is tails for two blocks.
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
	Comment("the first delimiter, unless it begins the fragment")
	none := GP64()
	XORL(none.As32(), none.As32())
	fragment, query := indexAfter128(k.fragment, k.fragment2, none), indexAfter128(k.tail, k.tail2, none)
	CMPQ(query, fragment)
	CMOVQEQ(none, query)
	SHLQ(U8(32), query)
	ORQ(path, query)
	k.store("pathQuery", query)
	k.storeEnd(fragment)
}

// firstTails is tails for the first of many blocks.
func (k *kernel) firstTails(path reg.GPVirtual) {
	k.oneFragment()
	if !k.offsets {
		MOVQ(k.fragment, k.fragmentAt)
		return
	}
	MOVQ(path, k.pathAt)
	query, fragment := firstQuery(k.tail, k.fragment), GP64()
	indexAfter(query, query)
	MOVQ(query, k.queryAt)
	indexAfter(k.fragment, fragment)
	MOVQ(fragment, k.fragmentAt)
}

func (k *kernel) oneFragment() {
	more := GP64()
	BLSRQ(k.fragment, more)
	JNZ(LabelRef("invalid"))
}

// firstQuery returns the first delimiter of tail if it begins a query, not the fragment.
func firstQuery(tail, fragment reg.GPVirtual) reg.GPVirtual {
	query := GP64()
	BLSIQ(tail, query)
	ANDNQ(query, fragment, query)
	return query
}

func (k *kernel) storeEnd(fragment reg.GPVirtual) {
	n := GP64()
	RORXQ(U8(32), k.length(), n)
	ORQ(fragment, n)
	k.store("fragmentEnd", n)
}

// indexAfter sets offset to the index after a bit, or 0 without a bit.
func indexAfter(bit, offset reg.GPVirtual) {
	zeros := GP64()
	LZCNTQ(bit, zeros)
	MOVL(U32(64), offset.As32())
	SUBL(zeros.As32(), offset.As32())
}

// indexAfter128 returns the index after the lowest bit of two blocks, or none, which must be 0.
func indexAfter128(low, high, none reg.GPVirtual) reg.GPVirtual {
	offset, second := GP64(), GP64()
	TZCNTQ(high, second)
	LEAQ(at(second, 65), second)
	CMOVQCS(none, second)
	TZCNTQ(low, offset)
	LEAQ(at(offset, 1), offset)
	CMOVQCS(second, offset)
	return offset
}

// schemeRun replaces k.scheme, the bytes of schemes, by the bit after the run at the start, if the first byte begins a
// scheme. First is the role of this byte; adding its bit uri.First to the run carries to the end.
func (k *kernel) schemeRun(first reg.GPVirtual) {
	SHRL(U8(bits.TrailingZeros(uri.First)), first.As32())
	ANDL(U8(1), first.As32())
	ADDQ(k.scheme, first)
	ANDNQ(first, k.scheme, k.scheme)
}
