// Command batch writes the batch kernels of package scan as Go assembly. It is the source to edit;
// batch_amd64.s is what it prints.
//
// A batch kernel validates all lines of a chunk at once. It takes 512 bytes at once, whatever lines
// they belong to, and turns them into streams of bits, a bit a byte: package bitmaps. Bytes become
// codes of four bits (codes.go), and the planes of these become streams. The first loop goes
// through the groups of a chunk as far as no group waits for the one before; the second (lines.go)
// has the scans, which are additions with a carry from group to group. The algebra is that of
// package batch in internal/uri, which package plan proves right about each language.
//
// The kernels know nothing of IRIs but what the plan has. They read the chunk and no byte beside
// it, and write to the bitmaps and to their own frame.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri/bitmap"
)

// kernel is what the parts of the function share.
type kernel struct {
	bitmaps reg.GPVirtual // where they lie
	word    reg.GPVirtual // number of the first word of the group
	text    reg.GPVirtual // where the group lies
	left    reg.GPVirtual // bytes from there on

	tail   Mem // room for a group that is not as it lies in memory
	source Mem // where the bytes of the next group lie, if there are gaps

	ones vector

	cold []func() // code to put after that which most groups run through
}

func main() {
	ConstraintExpr("!purego")
	constants()
	makeBitmaps()
	numberWrong()

	Generate()
}

// makeBitmaps writes the function that makes the bitmaps of n bytes at p.
func makeBitmaps() {
	TEXT("wideBitmaps", 0, "func(t *byte, plan *byte, codes *byte, returns bool, feeds *byte, p *byte, n int)")
	k := &kernel{bitmaps: GP64(), word: GP64(), text: GP64(), left: GP64(), ones: ZMM()}
	k.tail, k.source = AllocLocal(bitmap.Group), AllocLocal(8)
	Load(Param("t"), k.bitmaps)
	VPTERNLOGQ(U8(0xff), k.ones, k.ones, k.ones)
	k.classes()
	k.lines()
	VZEROUPPER()
	RET()
	k.flush()
}

// later puts code off that few groups need.
func (k *kernel) later(code func()) { k.cold = append(k.cold, code) }

func (k *kernel) flush() {
	for len(k.cold) > 0 {
		code := k.cold[0]
		k.cold = k.cold[1:]
		code()
	}
}
