package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri/bitmap"
)

// classes writes the first loop: from bytes to bitmaps, with the errors that need no scan.
func (k *kernel) classes() {
	l := newLookup()
	c := k.newContext()
	Load(Param("p"), k.text)
	Load(Param("n"), k.left)
	XORL(k.word.As32(), k.word.As32())
	MOVQ(k.text, k.source)
	Label("classes")
	CMPQ(k.gaps(), U8(0))
	JNE(LabelRef("gaps"))
	CMPQ(k.left, U32(bitmap.Group))
	JL(LabelRef("last"))
	Label("group")
	bytes := k.bytes()
	Label("loaded")
	high := highBytes(bytes)
	ORQ(c.open, high)
	JNZ(LabelRef("highBytes"))
	VMOVDQA64(bytes[blocks-1], c.block)
	l.codes(bytes)
	Label("codes")
	c.makeBitmaps(decode(l.transpose(bytes)))
	TESTQ(high, high)
	JNZ(LabelRef("characters"))
	Label("classified")
	ADDQ(U32(bitmap.Group), k.text)
	ADDQ(U8(lanes), k.word)
	SUBQ(U32(bitmap.Group), k.left)
	JG(LabelRef("classes"))
	Label("all")
	k.outOfLine(func() {
		Label("highBytes")
		CMPQ(k.gaps(), U8(0))
		JEQ(LabelRef("mixed"))
		Comment("store the group, which has inserted line feeds")
		LEAQ(k.tail, k.text)
		for i, b := range bytes {
			VMOVDQU64(b, Mem{Base: k.text, Disp: 64 * i})
		}
		Label("mixed")
		l.mixed(bytes)
		JMP(LabelRef("codes"))
		k.lastGroup()
		k.insertGaps(bytes)
		c.characters()
	})
}

func (k *kernel) bytes() (bytes []vector) {
	for i := range blocks {
		b := ZMM()
		VMOVDQU64(Mem{Base: k.text, Disp: 64 * i}, b)
		bytes = append(bytes, b)
	}
	return bytes
}

func highBytes(bytes []vector) (high reg.GPVirtual) {
	any, m := logic(A|B|C, bytes[0], bytes[1], bytes[2]), K()
	fold(A|B|C, any, bytes[3], bytes[4])
	fold(A|B|C, any, bytes[5], bytes[6])
	VPORQ(bytes[7], any, any)
	VPMOVB2M(any, m)
	high = GP64()
	KMOVQ(m, high)
	return high
}

// lastGroup copies the rest, less than a group, to memory with zeros after it.
func (k *kernel) lastGroup() {
	Label("last")
	TESTQ(k.left, k.left)
	JLE(LabelRef("all"))
	room, rest, present, all := GP64(), GP64(), GP64(), GP64()
	LEAQ(k.tail, room)
	MOVQ(k.left, rest)
	for i := range blocks {
		m, b := K(), ZMM()
		Comment("mask of up to 64 remaining bytes")
		XORL(present.As32(), present.As32())
		MOVQ(I64(-1), all)
		TESTQ(rest, rest)
		CMOVQLE(present, all)
		BZHIQ(rest, all, present)
		CMPQ(rest, U8(64))
		CMOVQGE(all, present)
		KMOVQ(present, m)
		VMOVDQU8_Z(Mem{Base: k.text, Disp: 64 * i}, m, b)
		VMOVDQU64(b, Mem{Base: room, Disp: 64 * i})
		SUBQ(U8(64), rest)
	}
	MOVQ(room, k.text)
	JMP(LabelRef("group"))
}

const lineFeed = '\n'

// insertGaps loads the bytes of a group, and inserts line feeds at the gaps.
func (k *kernel) insertGaps(group []vector) {
	Label("gaps")
	gaps, source, feed, feeds := Load(Param("feeds"), GP64()).(reg.GPVirtual), GP64(), GP64(), ZMM()
	MOVL(U32(lineFeed*0x01010101), feed.As32())
	VPBROADCASTD(feed.As32(), feeds)
	MOVQ(k.source, source)
	for i, b := range group {
		bytes, m, places := ZMM(), K(), GP64()
		MOVQ(Mem{Base: gaps, Index: k.word, Scale: 8, Disp: 8 * i}, places)
		NOTQ(places)
		KMOVQ(places, m)
		VMOVDQU64(Mem{Base: source}, bytes)
		VMOVDQA64(feeds, b)
		VPEXPANDB(bytes, m, b)
		POPCNTQ(places, places)
		ADDQ(places, source)
	}
	MOVQ(source, k.source)
	JMP(LabelRef("loaded"))
}

func (k *kernel) gaps() Mem {
	g, err := Param("feeds").Resolve()
	if err != nil {
		panic(err)
	}
	return g.Addr
}

// context is the state that a group leaves to the next: streams of a whole group.
type context struct {
	*kernel
	ends, percents, returns vector
	block                   vector        // the previous 64 bytes
	open                    reg.GPVirtual // not 0 if one of the last three bytes is not ASCII
	mayReturn               Mem           // parameter returns: carriage returns belong to the ends of lines

	relative, schemes vector // all ones if the plan has the property
}

func (k *kernel) newContext() *context {
	c := &context{kernel: k, ends: ZMM(), percents: k.zero(), returns: k.zero(), block: k.zero(), open: counter()}
	Comment("the first byte begins a line")
	VMOVDQA64(k.ones, c.ends)
	c.relative, c.schemes = ifSet(relativeOffset), ifSet(schemesOffset)
	returns, err := Param("returns").Resolve()
	if err != nil {
		panic(err)
	}
	c.mayReturn = returns.Addr
	return c
}

func ifSet(offset int) vector {
	plan, is, v := Load(Param("plan"), GP64()), GP64(), ZMM()
	MOVBQZX(Mem{Base: plan.(reg.GPVirtual), Disp: offset}, is)
	NEGQ(is)
	VPBROADCASTQ(is, v)
	return v
}

func (c *context) makeBitmaps(s sets) {
	starts := next(s.end, c.ends)
	bad := logic(A&^B&^C, starts, s.alpha, c.relative)
	VPORQ(s.never, bad, bad)
	percents := before(s.percent, c.percents)
	wanted := logic(A&^B|C, shifted(s.percent, percents, 2), starts, shifted(s.percent, percents, 1))
	fold(A|B&^C, bad, wanted, s.hex)
	c.store(s.end, endsBitmap)
	c.store(starts, startsBitmap)
	c.store(logic(A&B&C, starts, s.alpha, c.schemes), firstBitmap)
	c.store(bad, wrongBitmap)
	c.store(s.scheme, schemeBitmap)
	c.store(s.digit, digitBitmap)
	c.store(s.colon, colonBitmap)
	c.store(s.slash, slashBitmap)
	c.store(s.at, atBitmap)
	c.store(s.stop, stopBitmap)
	c.store(s.fragment, fragmentBitmap)
	CMPB(c.mayReturn, U8(0))
	JNE(LabelRef("returns"))
	Label("undecided")
	c.store(s.rare, undecidedBitmap)
	c.outOfLine(func() {
		Label("returns")
		Comment("undecided: a carriage return without a line feed")
		fold(A|B&^C, s.rare, next(s.returns, c.returns), s.end)
		JMP(LabelRef("undecided"))
	})
}
