package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri/bitmap"
)

// characters marks as undecided each byte of a group that makes a suspect pair with the byte before: a pair in the
// boxes of the plan, or a continuation byte too few or too many. See chars.go in the parent directory for the method.
// Ends of lines are not special: at worst, they make the next line undecided.
func (c *context) characters() {
	Label("characters")
	plan, undecided, from, to, block := Load(Param("plan"), GP64()).(reg.GPVirtual), GP64(), GP64(), GP64(), ZMM()
	LEAQ(c.bitmap(undecidedBitmap), undecided)
	MOVQ(c.text, from)
	LEAQ(Mem{Base: from, Disp: bitmap.Group}, to)
	Label("suspects")
	VMOVDQU64(Mem{Base: from}, block)
	mask, m := GP64(), K()
	suspects := suspects(plan, block, c.block)
	VPTESTMB(suspects, suspects, m)
	KMOVQ(m, mask)
	ORQ(mask, Mem{Base: undecided})
	VMOVDQA64(block, c.block)
	ADDQ(U8(64), from)
	ADDQ(U8(8), undecided)
	CMPQ(from, to)
	JB(LabelRef("suspects"))
	VPMOVB2M(c.block, m)
	KMOVQ(m, c.open)
	SHRQ(U8(64-3), c.open)
	JMP(LabelRef("classified"))
}

// suspects returns a vector in which a byte is not 0 if it makes a suspect pair; last is the block before.
func suspects(plan reg.GPVirtual, block, last vector) vector {
	front, low := ZMM(), ZMM()
	VALIGNQ(U8(6), last, block, front)
	prior, second, third := back(block, front, 1), back(block, front, 2), back(block, front, 3)
	VMOVDQU64(lowNibbles, low)
	nibbles := []vector{upper(prior, low), and(prior, low), upper(block, low), and(block, low)}
	result := boxes(plan, 0, nibbles)
	VPSUBUSB(thirdByte, second, second)
	VPSUBUSB(fourthByte, third, third)
	fold((A|B)&C, third, second, highBit)
	fold((A^B)|C, result, third, boxes(plan, 4, nibbles))
	return result
}

// back returns the bytes at a distance before those of block; front has the bytes at distance 16.
func back(block, front vector, places int) vector {
	bytes := ZMM()
	VPALIGNR(U8(16-places), front, block, bytes)
	return bytes
}

func upper(bytes, low vector) vector {
	nibbles := ZMM()
	VPSRLW(U8(4), bytes, nibbles)
	VPANDQ(low, nibbles, nibbles)
	return nibbles
}

// boxes returns the boxes of four rows of Pairs that contain each pair.
func boxes(plan reg.GPVirtual, first int, nibbles []vector) vector {
	var found [4]vector
	for i, nibble := range nibbles {
		found[i] = ZMM()
		VBROADCASTI32X4(Mem{Base: plan, Disp: boxesOffset + 16*(first+i)}, found[i])
		VPSHUFB(nibble, found[i], found[i])
	}
	fold(A&B&C, found[0], found[1], found[2])
	VPANDQ(found[3], found[0], found[0])
	return found[0]
}
