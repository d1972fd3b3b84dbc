package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// pctEncoded requires two hexadecimal digits after each percent sign of a block, including those that the block before
// requires. It carries digits that are missing at the end. A small block has room for the first missing digit.
func (k *kernel) pctEncoded(e extent, percent, hex reg.GPVirtual) {
	want := places(percent)
	if e != small {
		ORQ(k.carry, want)
	}
	ANDNQ(want, hex, want)
	JNZ(LabelRef("invalid"))
	if e != small {
		k.carryOn(percent)
	}
}

// refuseLong leaves strings to the automaton if their offsets do not fit into 32 bits.
func (k *kernel) refuseLong() {
	if !k.offsets {
		return
	}
	n := GP64()
	MOVQ(k.length(), n)
	SHRQ(U8(32), n)
	JNZ(LabelRef("undecided"))
}

func (k *kernel) clearCarry() { MOVQ(I32(0), k.carry) }

// carryOn sets k.carry to the first two bytes of the next block that must be hexadecimal digits.
func (k *kernel) carryOn(percent reg.GPVirtual) {
	half := GP64()
	SHRQ(U8(62), percent)
	MOVQ(percent, half)
	SHRQ(U8(1), half)
	ORQ(half, percent)
	MOVQ(percent, k.carry)
}

// restTails finds query and fragment in a later block with a delimiter of one of them; base is the offset of the block.
func (k *kernel) restTails(base reg.GPVirtual) {
	done, first := k.label("tails"), k.label("first")
	more := GP64()
	CMPQ(k.frag, U8(0))
	JEQ(LabelRef(first))
	TESTQ(k.fragment, k.fragment)
	JNZ(LabelRef("invalid"))
	JMP(LabelRef(done))
	Label(first)
	BLSRQ(k.fragment, more)
	JNZ(LabelRef("invalid"))
	if k.offsets {
		k.restOffsets(base)
	} else {
		MOVQ(k.fragment, k.frag)
	}
	Label(done)
}

// restOffsets sets the offsets of a query and a fragment that begin in this block.
func (k *kernel) restOffsets(base reg.GPVirtual) {
	fragment, done := k.label("fragment"), k.label("found")
	CMPQ(k.query, U8(0))
	JNE(LabelRef(fragment))
	query := GP64()
	BLSIQ(k.tail, query)
	ANDNQ(query, k.fragment, query)
	JZ(LabelRef(fragment))
	past(query, query)
	ADDQ(base, query)
	MOVQ(query, k.query)
	Label(fragment)
	TESTQ(k.fragment, k.fragment)
	JZ(LabelRef(done))
	offset := GP64()
	past(k.fragment, offset)
	ADDQ(base, offset)
	MOVQ(offset, k.frag)
	Label(done)
}

// endOfText accepts a string of 64 bytes or more, unless it ends within a percent-encoded octet or a character.
func (k *kernel) endOfText() {
	Label("end")
	CMPQ(k.carry, U8(0))
	JNE(LabelRef("invalid"))
	CMPB(indexed(k.p, k.n, -1), I8(0))
	JLT(LabelRef("endHigh"))
	Label("endFine")
	if k.offsets {
		pathQuery, fragment := GP64(), GP64()
		MOVQ(k.query, pathQuery)
		SHLQ(U8(32), pathQuery)
		ORQ(k.path, pathQuery)
		k.store("pathQuery", pathQuery)
		MOVQ(k.frag, fragment)
		k.storeEnd(fragment)
	}
	k.leave(valid)
	k.later(func() {
		Label("endHigh")
		for i, lead := range []uint8{0xc0, 0xe0, 0xf0} { // of two, three, four bytes
			CMPB(indexed(k.p, k.n, -1-i), U8(lead))
			JAE(LabelRef("undecided"))
		}
		JMP(LabelRef("endFine"))
	})
	k.flush()
}
