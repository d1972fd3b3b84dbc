package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vector is 512 bits of a stream. The lowest bit of the lowest word is the first byte.
type vector = reg.VecVirtual

// Operands of logic, as columns of a truth table: A|B&^C denotes that function.
const (
	A uint8 = 0xf0
	B uint8 = 0xcc
	C uint8 = 0xaa
)

// logic returns a function of three streams, the last of which may be in memory.
func logic(f uint8, a, b vector, c Op) vector {
	result := ZMM()
	VMOVDQA64(a, result)
	fold(f, result, b, c)
	return result
}

func fold(f uint8, a, b vector, c Op) { VPTERNLOGQ(U8(f), c, b, a) }

func and(a, b vector) vector {
	result := ZMM()
	VPANDQ(a, b, result)
	return result
}

func without(a, b vector) vector {
	result := ZMM()
	VPANDNQ(a, b, result)
	return result
}

func or(a, b vector) vector {
	result := ZMM()
	VPORQ(a, b, result)
	return result
}

func (k *kernel) zero() vector { return without(k.ones, k.ones) }

// before returns x shifted by a word. Its first word is the last word of last, which becomes x.
func before(x, last vector) vector {
	words := ZMM()
	VALIGNQ(U8(7), last, x, words)
	VMOVDQA64(x, last)
	return words
}

// shifted returns x shifted by some bits; words is x shifted by a word.
func shifted(x, words vector, bytes int) vector {
	result := ZMM()
	VPSHLDQ(U8(bytes), words, x, result)
	return result
}

// next returns x shifted by a bit. Its first bit is the last bit of last, which becomes x.
func next(x, last vector) vector { return shifted(x, before(x, last), 1) }

// sum adds two streams and a carry as numbers of 512 bits, and sets the carry. A word passes a carry on if it
// overflows, or if it is all ones and receives one. So adding the masks of these words yields the words that receive a
// carry.
func (k *kernel) sum(a, b vector, carry reg.GPVirtual) vector {
	s, carries, full := ZMM(), K(), K()
	VPADDQ(a, b, s)
	VPCMPUQ(U8(1), b, s, carries)
	VPCMPEQQ(k.ones, s, full)
	gets, ones, incremented := GP64(), GP64(), K()
	KMOVB(carries, gets.As32())
	KMOVB(full, ones.As32())
	LEAQ(Mem{Base: carry, Index: gets, Scale: 2}, gets)
	ADDQ(ones, gets)
	MOVQ(gets, carry)
	SHRQ(U8(8), carry)
	XORQ(ones, gets)
	KMOVB(gets.As32(), incremented)
	VPSUBQ(k.ones, s, incremented, s)
	return s
}

// runEnds returns the first byte after the run of each seed, by the carry of an addition.
func (k *kernel) runEnds(run, seeds vector, carry reg.GPVirtual) vector {
	return without(k.sum(run, seeds, carry), run)
}

func counter() reg.GPVirtual {
	r := GP64()
	XORL(r.As32(), r.As32())
	return r
}
