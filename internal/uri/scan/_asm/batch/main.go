// Command batch writes the batch kernel of package scan as Go assembly. Edit this program, not its output
// batch_amd64.s.
//
// The kernel validates all lines of a chunk at once, in groups of 512 bytes, regardless of where lines begin. It turns
// bytes into codes of four bits (codes.go), the codes into planes, and the planes into the streams of package bitmap.
// The first loop does all that needs no other group; the second loop (lines.go) does the scans, which are additions
// with a carry from group to group. The algebra is that of package batch in internal/uri, which package plan proves for
// each language.
//
// Everything about IRIs comes from the plan. The kernel reads only the chunk, and writes only the bitmaps and its
// frame.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri/bitmap"
)

type kernel struct {
	bitmaps reg.GPVirtual
	word    reg.GPVirtual // index of the first word of the group
	text    reg.GPVirtual
	left    reg.GPVirtual // number of bytes from text on

	tail   Mem // memory for a group that differs from the text
	source Mem // address of the next bytes, if there are gaps

	ones vector

	cold []func() // code that few groups need, placed after the rest
}

func main() {
	ConstraintExpr("!purego")
	constants()
	makeBitmaps()
	numberWrong()

	Generate()
}

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
	k.emitOutOfLine()
}

func (k *kernel) outOfLine(code func()) { k.cold = append(k.cold, code) }

func (k *kernel) emitOutOfLine() {
	for len(k.cold) > 0 {
		code := k.cold[0]
		k.cold = k.cold[1:]
		code()
	}
}
