package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vector is 512 bits of a stream: the lowest bit of the lowest word is that of the first byte.
type vector = reg.VecVirtual

// Operands of logic, as columns of their truth table: A|B&^C is that function of three.
const (
	A uint8 = 0xf0
	B uint8 = 0xcc
	C uint8 = 0xaa
)

// logic returns a function of three streams; the last may be in memory.
func logic(f uint8, a, b vector, c Op) vector {
	result := ZMM()
	VMOVDQA64(a, result)
	fold(f, result, b, c)
	return result
}

// fold sets the first of three streams to a function of all.
func fold(f uint8, a, b vector, c Op) { VPTERNLOGQ(U8(f), c, b, a) }

func and(a, b vector) vector {
	result := ZMM()
	VPANDQ(a, b, result)
	return result
}

// without returns a &^ b.
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

// before returns a stream with each word in the place of the one after. The first is the last of
// the group before, which x replaces in last.
func before(x, last vector) vector {
	words := ZMM()
	VALIGNQ(U8(7), last, x, words)
	VMOVDQA64(x, last)
	return words
}

// shifted returns a stream, given with the words before, moved on by some bytes.
func shifted(x, words vector, bytes int) vector {
	result := ZMM()
	VPSHLDQ(U8(bytes), words, x, result)
	return result
}

// next returns a stream moved on by a byte. Last holds it of the group before, and does of this one
// afterwards.
func next(x, last vector) vector { return shifted(x, before(x, last), 1) }

// sum adds two streams as numbers of 512 bits, and a carry, which becomes that of this addition. A
// word passes a carry on if it overflows (carries), or if it is all ones (full) and gets one: so
// the addition of the two masks finds which words get a carry.
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

// behind returns, for each seed, the first byte after its run: adding the seed to the run carries to
// the end of the run.
func (k *kernel) behind(run, seeds vector, carry reg.GPVirtual) vector {
	return without(k.sum(run, seeds, carry), run)
}

func counter() reg.GPVirtual {
	r := GP64()
	XORL(r.As32(), r.As32())
	return r
}
