// Command bytescan writes the vector kernel of package internal/bytescan as Go assembly.
//
// A set of bytes is a table indexed by the low four bits and the highest bit of a byte. An entry has a bit for each
// value of the other three bits. So one shuffle looks up the entries of the bytes below 0x80 in a block of 32, one
// those of the other bytes, and one makes the bits to test.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri/scan/_asm/cpu"
)

type kernel struct {
	low, high, top, nibble, bit, zero reg.VecVirtual
}

const block = 32

func main() {
	ConstraintExpr("!purego")
	cpu.Detect(cpu.Wide)
	TEXT("length", NOSPLIT, "func(set, p *byte, n int) int")
	Doc("length returns how many of the n bytes at p, at least 32, are in the set until one is not; -1",
		"without AVX2.")
	Label("begin")
	CMPB(cpu.Level, U8(cpu.Narrow))
	JB(LabelRef("none"))
	k := load()
	p, n, i := Load(Param("p"), GP64()), Load(Param("n"), GP64()), GP64()
	XORL(i.As32(), i.As32())
	k.pairs(p, n, i)
	k.last(p, n, i)
	Label("none")
	Comment("level is also 0 before the first detection")
	CMPB(cpu.Level, U8(cpu.Unknown))
	JNE(LabelRef("leave"))
	CALL(LabelRef("·detect(SB)"))
	JMP(LabelRef("begin"))
	Label("leave")
	minus := GP64()
	MOVQ(I32(-1), minus)
	Store(minus, ReturnIndex(0))
	RET()
	Generate()
}

func load() *kernel {
	k := &kernel{YMM(), YMM(), YMM(), YMM(), YMM(), YMM()}
	set := Load(Param("set"), GP64())
	VBROADCASTI128(Mem{Base: set}, k.low)
	VBROADCASTI128(Mem{Base: set, Disp: 16}, k.high)
	VPBROADCASTQ(constant("top", 0x8080808080808080), k.top)
	VPBROADCASTQ(constant("nibble", 0x0f0f0f0f0f0f0f0f), k.nibble)
	VPBROADCASTQ(constant("bit", 0x8040201008040201), k.bit)
	VPXOR(k.zero, k.zero, k.zero)
	return k
}

func constant(name string, word uint64) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	DATA(0, U64(word))
	return m
}

// outside returns 0xff for each byte of the block at p+i+disp that is not in the set.
func (k *kernel) outside(p, i reg.Register, disp int) reg.VecVirtual {
	text, low, high, bits := YMM(), YMM(), YMM(), YMM()
	VMOVDQU(Mem{Base: p, Index: i, Scale: 1, Disp: disp}, text)
	VPSHUFB(text, k.low, low) // 0 for bytes from 0x80 up
	VPXOR(text, k.top, high)
	VPSHUFB(high, k.high, high) // 0 for bytes below 0x80
	VPOR(low, high, low)
	VPSRLW(U8(4), text, bits)
	VPAND(bits, k.nibble, bits)
	VPSHUFB(bits, k.bit, bits)
	VPAND(low, bits, low)
	VPCMPEQB(low, k.zero, low)
	return low
}

func (k *kernel) pairs(p, n, i reg.Register) {
	end, found := GP64(), GP64()
	Label("pair")
	LEAQ(Mem{Base: i, Disp: 2 * block}, end)
	CMPQ(end, n)
	JA(LabelRef("single"))
	first, second := k.outside(p, i, 0), k.outside(p, i, block)
	any := YMM()
	VPOR(first, second, any)
	VPTEST(any, any)
	JNZ(LabelRef("inPair"))
	MOVQ(end, i)
	JMP(LabelRef("pair"))
	Label("inPair")
	rest := GP64()
	VPMOVMSKB(first, found.As32())
	VPMOVMSKB(second, rest.As32())
	SHLQ(U8(block), rest)
	ORQ(rest, found)
	k.found(i, found)
}

// last reads a block, and then the block that ends with the string.
func (k *kernel) last(p, n, i reg.Register) {
	end, found := GP64(), GP64()
	Label("single")
	LEAQ(Mem{Base: i, Disp: block}, end)
	CMPQ(end, n)
	JA(LabelRef("tail"))
	VPMOVMSKB(k.outside(p, i, 0), found.As32())
	TESTL(found.As32(), found.As32())
	JNZ(LabelRef("inBlock"))
	MOVQ(end, i)
	Label("tail")
	Comment("bytes that are read again are in the set")
	LEAQ(Mem{Base: n, Disp: -block}, i)
	VPMOVMSKB(k.outside(p, i, 0), found.As32())
	TESTL(found.As32(), found.As32())
	JNZ(LabelRef("inBlock"))
	VZEROUPPER()
	Store(n, ReturnIndex(0))
	RET()
	Label("inBlock")
	k.found(i, found)
}

func (k *kernel) found(i, bits reg.Register) {
	VZEROUPPER()
	at := GP64()
	TZCNTQ(bits, at)
	ADDQ(i, at)
	Store(at, ReturnIndex(0))
	RET()
}
