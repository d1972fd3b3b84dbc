package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vectors has the instructions that differ between widths of registers.
type vectors struct {
	new       func() reg.VecVirtual
	load      func(ops ...Op)
	broadcast func(ops ...Op) // of 16 bytes
	and       func(ops ...Op)
	or        func(ops ...Op)
	xor       func(ops ...Op)
}

var (
	wideVectors   = vectors{ZMM, VMOVDQU64, VBROADCASTI32X4, VPANDQ, VPORQ, VPXORQ}
	narrowVectors = vectors{YMM, func(ops ...Op) { VMOVDQU(ops[0], ops[1]) }, func(ops ...Op) { VBROADCASTI128(ops[0], ops[1]) },
		func(ops ...Op) { VPAND(ops[0], ops[1], ops[2]) }, func(ops ...Op) { VPOR(ops[0], ops[1], ops[2]) },
		func(ops ...Op) { VPXOR(ops[0], ops[1], ops[2]) }}
)

// suspects returns a vector in which a byte is not 0 if it makes a suspect pair with the byte before: a pair in the
// boxes of the plan, or a continuation byte too few or too many. Back1, back2 and back3 are the bytes one, two and
// three before text. The method is that of Keiser and Lemire, Validating UTF-8 In Less Than One
// Instruction Per Byte, 2020, section 6, with other tables.
func (k *kernel) suspects(v vectors, text, back1, back2, back3 reg.VecVirtual) reg.VecVirtual {
	low := v.new()
	v.load(lowNibbles, low)
	nibbles := []reg.VecVirtual{v.high(back1, low), v.low(back1, low), v.high(text, low), v.low(text, low)}
	result := k.boxes(v, 0, nibbles)
	Comment("a lead byte two or three bytes before requires a continuation byte here")
	VPSUBUSB(thirdByte, back2, back2)
	VPSUBUSB(fourthByte, back3, back3)
	v.or(back2, back3, back3)
	v.and(highBit, back3, back3)
	v.xor(back3, result, result)
	v.or(k.boxes(v, 4, nibbles), result, result)
	return result
}

// boxes returns the boxes of four rows of Pairs that contain each pair.
func (k *kernel) boxes(v vectors, first int, nibbles []reg.VecVirtual) reg.VecVirtual {
	result := v.new()
	for i, nibble := range nibbles {
		row := v.new()
		v.broadcast(k.box(first+i), row)
		VPSHUFB(nibble, row, row)
		if i == 0 {
			result = row
		} else {
			v.and(row, result, result)
		}
	}
	return result
}

func (v vectors) high(bytes, low reg.VecVirtual) reg.VecVirtual {
	nibble := v.new()
	VPSRLW(U8(4), bytes, nibble)
	v.and(low, nibble, nibble)
	return nibble
}

func (v vectors) low(bytes, low reg.VecVirtual) reg.VecVirtual {
	nibble := v.new()
	v.and(low, bytes, nibble)
	return nibble
}
