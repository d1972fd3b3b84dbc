package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri"
)

// extent is whether the first block holds the whole string.
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
// and nothing is shifted by a variable. The zeros below a bit are the offset of its
// byte. If there is none they are 64, and its lowest six bits are the 0 that offsets
// have then: this serves a string that does not fill the block. Otherwise 64 may be an
// offset, and 64 minus the zeros above the bit before tells it from 0.
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
	k.flush()
}

// schemeEnd leaves in k.scheme the bit after the colon of the scheme, or bit 0
// if there is no scheme and none is needed.
func (k *kernel) schemeEnd(e extent) {
	mark := GP64()
	MOVQ(k.scheme, mark)
	ANDQ(k.colon, mark)
	JZ(e.ref("noScheme"))
	LEAQ(indexed(mark, mark, 0), k.scheme)
	if e != small {
		Comment("two slashes must be in the block, or not there")
		TESTQ(k.scheme, k.scheme)
		JLE(LabelRef("undecided"))
	}
	Label(e.label("behindScheme"))
	k.later(func() { k.noScheme(e) })
}

// noScheme is for strings whose first component does not end in a colon that could
// be that of a scheme.
func (k *kernel) noScheme(e extent) {
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
		JZ(LabelRef("undecided"))
	}
	CMPB(k.relative(), U8(0))
	JEQ(LabelRef("invalid"))
	MOVL(U32(1), k.scheme.As32())
	JMP(e.ref("behindScheme"))
	Label(e.label("early"))
	Comment("a run of scheme bytes as long as narrow.go looks for may go on to the colon")
	BTQ(U8(32), k.scheme)
	JCS(LabelRef("undecided"))
	JMP(LabelRef("invalid"))
}

// authority finds what "//" begins and what ends it. Without one, all its masks
// are empty. It returns the offset of the path after it, which is 64 instead of 0 in a
// small block if there is no authority.
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
	Comment("the first delimiter from there on ends it: a carry runs up to it")
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
		k.later(func() { k.openAuthority(e, second, path) })
	}
	if k.offsets {
		k.storeAuthority(e, second, begin, hier, hostPort)
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

// storeAuthority sets the offsets after the scheme and "//". It leaves in hostPort that of a host
// without a userinfo.
func (k *kernel) storeAuthority(e extent, second, begin, hier, hostPort reg.GPVirtual) {
	pair := GP64()
	if e == small {
		TZCNTQ(begin, hostPort)
		ANDL(U8(63), hostPort.As32())
	} else {
		past(second, hostPort)
	}
	RORXQ(U8(32), hostPort, pair)
	ORQ(hier, pair)
	k.store("hierAuthority", pair)
}

// openAuthority is for an authority that the block does not end: a string of 64
// bytes does, longer ones are left to the automaton.
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

// userinfoOrPort splits an authority that has a colon or an at sign.
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
	below := GP64()
	LEAQ(at(k.fragment, -1), below)
	TESTQ(k.fragment, below)
	JNZ(LabelRef("invalid"))
	if !k.offsets {
		return
	}
	Comment("the bytes before the delimiter of a fragment, or all, may have that of a query")
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
	Comment("the first delimiter of query and fragment, unless that is the one of the fragment")
	none := GP64()
	XORL(none.As32(), none.As32())
	fragment, query := past128(k.fragment, k.fragment2, none), past128(k.tail, k.tail2, none)
	CMPQ(query, fragment)
	CMOVQEQ(none, query)
	SHLQ(U8(32), query)
	ORQ(path, query)
	k.store("pathQuery", query)
	k.storeEnd(fragment)
}

// firstTails does so in the first of many blocks.
func (k *kernel) firstTails(path reg.GPVirtual) {
	k.oneFragment()
	if !k.offsets {
		MOVQ(k.fragment, k.frag)
		return
	}
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

// storeEnd sets where the fragment begins and the string ends.
func (k *kernel) storeEnd(fragment reg.GPVirtual) {
	n := GP64()
	RORXQ(U8(32), k.length(), n)
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

// past128 returns the offset just past the lowest bit of two blocks, none, which is 0, if both are 0.
func past128(low, high, none reg.GPVirtual) reg.GPVirtual {
	offset, second := GP64(), GP64()
	TZCNTQ(high, second)
	LEAQ(at(second, 65), second)
	CMOVQCS(none, second)
	TZCNTQ(low, offset)
	LEAQ(at(offset, 1), offset)
	CMOVQCS(second, offset)
	return offset
}

func log2(bit int) int {
	n := 0
	for bit > 1 {
		bit >>= 1
		n++
	}
	return n
}

// schemeRun leaves in k.scheme the bit after the run of scheme bytes, k.scheme
// so far, if it begins with a byte that begins a scheme (first is 1): adding that
// to the run carries to its end.
func (k *kernel) schemeRun(first reg.GPVirtual) {
	SHRL(U8(log2(uri.First)), first.As32())
	ANDL(U8(1), first.As32())
	ADDQ(k.scheme, first)
	ANDNQ(first, k.scheme, k.scheme)
}
