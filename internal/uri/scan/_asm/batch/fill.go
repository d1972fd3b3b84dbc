package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri/tracks"
)

const (
	lineFeed  = '\n'
	longValue = 700 // see abreast.go
	copied    = 64  // bytes at once
)

// fill writes the function that copies the values of a column to a chunk. Four registers of AVX2 hold
// most values. So it always copies as many, which no value of another length mispredicts.
func fill() {
	TEXT("fill", NOSPLIT, "func(t *byte, data []byte, offsets []int32) (n, size int)")
	t, data, last := GP64(), Load(Param("data").Base(), GP64()).(reg.GPVirtual), GP64()
	offsets, n, from, size := GP64(), GP64(), GP64(), counter()
	Load(Param("t"), t)
	Load(Param("offsets").Base(), offsets)
	Load(Param("offsets").Len(), n)
	Load(Param("data").Len(), last)
	SUBQ(U8(2*copied), last)
	JL(LabelRef("filled"))
	MOVLQSX(Mem{Base: offsets}, from)
	Label("value")
	DECQ(n)
	JLE(LabelRef("filled"))
	to, length, behind := GP64(), GP64(), GP64()
	MOVLQSX(Mem{Base: offsets, Disp: 4}, to)
	MOVQ(to, length)
	SUBQ(from, length)
	CMPQ(length, U32(longValue))
	JA(LabelRef("filled"))
	CMPQ(to, last)
	JG(LabelRef("filled"))
	LEAQ(Mem{Base: size, Index: length, Scale: 1, Disp: 1}, behind)
	CMPQ(behind, U32(tracks.Size))
	JA(LabelRef("filled"))
	source, target, values := GP64(), GP64(), []reg.VecVirtual{YMM(), YMM(), YMM(), YMM()}
	LEAQ(Mem{Base: data, Index: from, Scale: 1}, source)
	LEAQ(Mem{Base: t, Index: size, Scale: 1}, target)
	for i, v := range values {
		VMOVDQU(Mem{Base: source, Disp: 32 * i}, v)
	}
	for i, v := range values {
		VMOVDQU(v, Mem{Base: target, Disp: 32 * i})
	}
	CMPQ(length, U32(2*copied))
	JBE(LabelRef("end"))
	i := GP64()
	MOVL(U32(2*copied), i.As32())
	Label("more")
	for k, v := range values[:copied/32] {
		VMOVDQU(Mem{Base: source, Index: i, Scale: 1, Disp: 32 * k}, v)
		VMOVDQU(v, Mem{Base: target, Index: i, Scale: 1, Disp: 32 * k})
	}
	ADDQ(U8(copied), i)
	CMPQ(i, length)
	JB(LabelRef("more"))
	Label("end")
	MOVB(U8(lineFeed), Mem{Base: target, Index: length, Scale: 1})
	MOVQ(behind, size)
	MOVQ(to, from)
	ADDQ(U8(4), offsets)
	JMP(LabelRef("value"))
	Label("filled")
	begin, count := Load(Param("offsets").Base(), GP64()).(reg.GPVirtual), GP64()
	MOVQ(offsets, count)
	SUBQ(begin, count)
	SHRQ(U8(2), count)
	Store(count, Return("n"))
	Store(size, Return("size"))
	VZEROUPPER()
	RET()
}
