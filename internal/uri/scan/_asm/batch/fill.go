package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri/bitmap"
)

const (
	longValue = 700 // see batch_amd64.go
	copied    = 32  // bytes at once
	always    = 3   // so many of these: as much as most values have
)

// fill writes the function that copies the values of a column to a chunk, for processors with AVX2. Three registers hold most values. So three are always copied, and no length is mispredicted.
func fill() {
	TEXT("fill", NOSPLIT, "func(t *byte, data []byte, offsets []int32) (n, size int)")
	t, data, last := GP64(), Load(Param("data").Base(), GP64()).(reg.GPVirtual), GP64()
	offsets, n, from, size := GP64(), GP64(), GP64(), counter()
	Load(Param("t"), t)
	Load(Param("offsets").Base(), offsets)
	Load(Param("offsets").Len(), n)
	Load(Param("data").Len(), last)
	SUBQ(U32(always*copied), last)
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
	CMPQ(behind, U32(bitmap.Size))
	JA(LabelRef("filled"))
	source, target := GP64(), GP64()
	LEAQ(Mem{Base: data, Index: from, Scale: 1}, source)
	LEAQ(Mem{Base: t, Index: size, Scale: 1}, target)
	var bytes [always]reg.VecVirtual
	for i := range bytes {
		bytes[i] = YMM()
		VMOVDQU(Mem{Base: source, Disp: copied * i}, bytes[i])
	}
	for i, b := range bytes {
		VMOVDQU(b, Mem{Base: target, Disp: copied * i})
	}
	CMPQ(length, U32(always*copied))
	JBE(LabelRef("end"))
	i := GP64()
	MOVL(U32(always*copied), i.As32())
	Label("more")
	VMOVDQU(Mem{Base: source, Index: i, Scale: 1}, bytes[0])
	VMOVDQU(bytes[0], Mem{Base: target, Index: i, Scale: 1})
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
