package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// pctEncoded requires two hexadecimal digits after each percent sign of a block, and the digits of k.carry at its
// start. A small block has no carry: its masks have a bit for the byte after the string, which is no digit.
func (k *kernel) pctEncoded(e extent, percent, hex reg.GPVirtual) {
	want := digitsAfter(percent)
	if e != small {
		ORQ(k.carry, want)
	}
	ANDNQ(want, hex, want)
	JNZ(LabelRef("invalid"))
	if e != small {
		k.setCarry(percent)
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

// setCarry sets k.carry, and destroys percent. A percent sign in byte 62 requires a digit in byte 0 of the next block,
// one in byte 63 requires digits in bytes 0 and 1.
func (k *kernel) setCarry(percent reg.GPVirtual) {
	half := GP64()
	SHRQ(U8(62), percent)
	MOVQ(percent, half)
	SHRQ(U8(1), half)
	ORQ(half, percent)
	MOVQ(percent, k.carry)
}

// restTails records the query and fragment that begin in the block at base, and rejects a second number sign.
func (k *kernel) restTails(base reg.GPVirtual) {
	done, first := k.label("tails"), k.label("first")
	CMPQ(k.fragmentAt, U8(0))
	JEQ(LabelRef(first))
	TESTQ(k.fragment, k.fragment)
	JNZ(LabelRef("invalid"))
	JMP(LabelRef(done))
	Label(first)
	k.oneFragment()
	if k.offsets {
		k.restOffsets(base)
	} else {
		MOVQ(k.fragment, k.fragmentAt)
	}
	Label(done)
}

// restOffsets sets the offsets of a query and a fragment that begin in this block.
func (k *kernel) restOffsets(base reg.GPVirtual) {
	fragment, done := k.label("fragment"), k.label("found")
	CMPQ(k.queryAt, U8(0))
	JNE(LabelRef(fragment))
	query := firstQuery(k.tail, k.fragment)
	JZ(LabelRef(fragment))
	indexAfter(query, query)
	ADDQ(base, query)
	MOVQ(query, k.queryAt)
	Label(fragment)
	TESTQ(k.fragment, k.fragment)
	JZ(LabelRef(done))
	offset := GP64()
	indexAfter(k.fragment, offset)
	ADDQ(base, offset)
	MOVQ(offset, k.fragmentAt)
	Label(done)
}

// endOfText ends a string of 64 bytes or more: invalid within a percent-encoded octet, undecided within a character.
func (k *kernel) endOfText() {
	Label("end")
	CMPQ(k.carry, U8(0))
	JNE(LabelRef("invalid"))
	CMPB(indexed(k.p, k.n, -1), I8(0))
	JLT(LabelRef("endHigh"))
	Label("endFine")
	if k.offsets {
		pathQuery, fragment := GP64(), GP64()
		MOVQ(k.queryAt, pathQuery)
		SHLQ(U8(32), pathQuery)
		ORQ(k.pathAt, pathQuery)
		k.store("pathQuery", pathQuery)
		MOVQ(k.fragmentAt, fragment)
		k.storeEnd(fragment)
	}
	k.leave(valid)
	k.outOfLine(func() {
		Label("endHigh")
		for i, lead := range []uint8{0xc0, 0xe0, 0xf0} { // of two, three, four bytes
			CMPB(indexed(k.p, k.n, -1-i), U8(lead))
			JAE(LabelRef("undecided"))
		}
		JMP(LabelRef("endFine"))
	})
	k.emitOutOfLine()
}
