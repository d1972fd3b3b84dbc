package main

import (
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri/bitmap"
)

// splitter is the function that finds the components of all lines of a chunk. Single bits stand for
// places, as in head.go of the folder above.
type splitter struct {
	*kernel
	ends, behind Mem           // where lines end, two bytes each; the place after the last of these
	end          reg.GPVirtual // of the line, in ends
	cut          reg.GPVirtual // where its components go
	from, length reg.GPVirtual // of the line

	colon, slash, stop, fragment reg.GPVirtual // its first 64 bytes
}

const (
	atOnce    = 4 // ends of lines
	cutSize   = 32
	entrySize = uint8(unsafe.Sizeof(bitmap.Long{}))
)

// split writes the function, which takes eight lines at once, if wide. If fewer are left, these are
// the last of the last eight.
func split(name string, wide bool) {
	TEXT(name, 0, "func(t *byte, words int, cuts *byte, long *byte) (n int)")
	c := &splitter{kernel: &kernel{bitmaps: GP64()}, end: GP64(), cut: GP64(), from: GP64(), length: GP64()}
	c.ends, c.behind = AllocLocal(2*(atOnce+bitmap.Size+atOnce)).Offset(2*atOnce), AllocLocal(8)
	Load(Param("t"), c.bitmaps)
	c.flatten()
	Load(Param("cuts"), c.cut)
	LEAQ(c.ends, c.end)
	MOVQ(I32(0), result("n"))
	if wide {
		c.eights()
	} else {
		c.lines()
	}
	VZEROUPPER() // as all kernels
	RET()
	c.flush()
}

// lines takes line by line.
func (c *splitter) lines() {
	XORL(c.from.As32(), c.from.As32())
	Label("line")
	CMPQ(c.end, c.behind)
	JAE(LabelRef("cut"))
	MOVWQZX(Mem{Base: c.end}, c.length)
	SUBQ(c.from, c.length)
	c.head()
	Label("next")
	LEAQ(Mem{Base: c.from, Index: c.length, Scale: 1, Disp: 1}, c.from)
	ADDQ(U8(2), c.end)
	ADDQ(U8(cutSize), c.cut)
	JMP(LabelRef("line"))
	Label("cut")
}

// flatten lists where lines end. So the loop over lines does not depend on how many of them end in
// a word, which no processor could predict.
func (c *splitter) flatten() {
	to, word, words, base := GP64(), counter(), GP64(), counter()
	Load(Param("words"), words)
	LEAQ(c.ends, to)
	Label("word")
	bits, count, next, place := GP64(), GP64(), GP64(), GP64()
	MOVQ(Mem{Base: c.bitmaps, Index: word, Scale: 8, Disp: endsBitmap}, bits)
	POPCNTQ(bits, count)
	LEAQ(Mem{Base: to, Index: count, Scale: 2}, next)
	Label("places")
	for i := range atOnce {
		TZCNTQ(bits, place)
		ADDQ(base, place)
		MOVW(place.As16(), Mem{Base: to, Disp: 2 * i})
		BLSRQ(bits, bits)
	}
	ADDQ(U8(2*atOnce), to)
	CMPQ(to, next)
	JB(LabelRef("places"))
	MOVQ(next, to)
	ADDQ(U8(64), base)
	INCQ(word)
	CMPQ(word, words)
	JB(LabelRef("word"))
	MOVQ(to, c.behind)
}

// window returns the bits of bitmaps from the beginning of the line on: those of eight bytes moved
// down, and those of eight bytes seven bytes after moved up.
func (c *splitter) window(offsets ...int) (windows []reg.GPVirtual) {
	base, down, up := GP64(), GP64(), GP64()
	MOVQ(c.from, base)
	SHRQ(U8(3), base)
	ADDQ(c.bitmaps, base)
	MOVL(c.from.As32(), down.As32())
	ANDL(U8(7), down.As32())
	MOVL(U32(56), up.As32())
	SUBL(down.As32(), up.As32())
	for _, offset := range offsets {
		low, high := GP64(), GP64()
		SHRXQ(down, Mem{Base: base, Disp: offset}, low)
		SHLXQ(up, Mem{Base: base, Disp: offset + 7}, high)
		ORQ(high, low)
		windows = append(windows, low)
	}
	return windows
}

// head finds the components of the line.
func (c *splitter) head() {
	w := c.window(colonBitmap, slashBitmap, stopBitmap, fragmentBitmap)
	c.colon, c.slash, c.stop, c.fragment = w[0], w[1], w[2], w[3]
	scheme, second, path := GP64(), GP64(), GP64()
	Comment("the first delimiter, if that of a scheme, and what is after it")
	one := GP64()
	MOVQ(c.colon, scheme)
	ORQ(c.stop, scheme)
	BLSIQ(scheme, scheme)
	MOVL(U32(1), one.As32())
	ANDQ(c.colon, scheme)
	LEAQ(Mem{Base: scheme, Index: scheme, Scale: 1}, second)
	CMOVQEQ(one, second)
	Comment("the second of two slashes, and what ends an authority")
	ANDQ(c.slash, second)
	ADDQ(second, second)
	ANDQ(c.slash, second)
	LEAQ(Mem{Base: second, Index: second, Scale: 1}, path)
	NEGQ(path)
	ANDQ(c.stop, path)
	BLSIQ(path, path)
	word := pair(scheme, second)
	MOVQ(word, c.field(0))
	SHRQ(U8(32), word)
	MOVQ(word, c.field(1))
	CMPQ(Mem{Base: c.bitmaps, Disp: specialOffset}, U8(0))
	JNE(LabelRef("special"))
	Label("path")
	CMPQ(c.length, U8(64))
	JAE(LabelRef("long"))
	c.tail(path)
	c.later(func() { c.userinfoOrPort(second, path) })
	c.later(func() { c.long(scheme, second, path) })
}

// userinfoOrPort splits an authority that has delimiters.
func (c *splitter) userinfoOrPort(second, path reg.GPVirtual) {
	Label("special")
	host, port, within := c.window(atBitmap)[0], GP64(), GP64()
	MOVQ(path, within)
	SUBQ(second, within)
	SUBQ(second, within)
	ORQ(c.colon, host)
	ANDQ(within, host)
	JZ(LabelRef("path"))
	ANDNQ(host, c.colon, host)
	CMOVQEQ(second, host)
	MOVQ(host, port)
	NEGQ(port)
	ANDQ(c.colon, port)
	ANDQ(within, port)
	MOVQ(pair(host, port), c.field(1))
	JMP(LabelRef("path"))
}

// tail finds query and fragment of a line of less than 64 bytes.
func (c *splitter) tail(path reg.GPVirtual) {
	fragment, query, end := c.fragment, GP64(), GP64()
	BZHIQ(c.length, fragment, fragment)
	ANDNQ(c.stop, c.slash, query)
	BLSIQ(query, query)
	ANDNQ(query, fragment, query)
	BZHIQ(c.length, query, query)
	SHRQ(U8(1), path)
	MOVQ(pair(path, query), c.field(2))
	LZCNTQ(fragment, fragment)
	MOVQ(c.length, end)
	SHLQ(U8(32), end)
	ADDQ(U8(64), end)
	SUBQ(fragment, end)
	MOVQ(end, c.field(3))
}

// long leaves query and fragment of a line to others. If a scheme or an authority does not end in 64
// bytes, it leaves everything to them, with zeros for all that there is.
func (c *splitter) long(scheme, second, path reg.GPVirtual) {
	Label("long")
	entry, list, end := GP64(), GP64(), GP64()
	Load(Param("long"), list)
	MOVQ(result("n"), entry)
	INCQ(result("n"))
	LEAQ(Mem{Base: list, Index: entry, Scale: entrySize}, list)
	MOVL(c.from.As32(), Mem{Base: list})
	MOVQ(c.cut, entry)
	SUBQ(c.list(), entry)
	SHRQ(U8(5), entry)
	MOVL(entry.As32(), Mem{Base: list, Disp: 4})
	MOVQ(c.length, end)
	SHLQ(U8(32), end)
	MOVQ(end, c.field(3))
	TESTQ(second, second)
	JZ(LabelRef("noAuthority"))
	TESTQ(path, path)
	JZ(LabelRef("open"))
	SHRQ(U8(1), path)
	none := counter()
	MOVQ(pair(path, none), c.field(2))
	JMP(LabelRef("next"))
	Label("noAuthority")
	MOVQ(I32(0), c.field(2))
	SHRQ(U8(62), scheme)
	JZ(LabelRef("next"))
	Label("open")
	for i := range 3 {
		MOVQ(I32(0), c.field(i))
	}
	JMP(LabelRef("next"))
}

// field is a word of the line's components.
func (c *splitter) field(i int) Mem { return Mem{Base: c.cut, Disp: 8 * i} }

// list is where the components of all lines go.
func (c *splitter) list() Mem {
	p, err := Param("cuts").Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

func result(name string) Mem {
	p, err := Return(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

// pair returns the offsets just past two bits, 0 if one is not there, in a word.
func pair(first, second reg.GPVirtual) reg.GPVirtual {
	low, high, offsets := GP64(), GP64(), GP64()
	LZCNTQ(first, low)
	LZCNTQ(second, high)
	SHLQ(U8(32), high)
	ORQ(low, high)
	MOVQ(U64(64<<32|64), offsets)
	SUBQ(high, offsets)
	return offsets
}
