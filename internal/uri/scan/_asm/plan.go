package main

import (
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri"
)

// Offsets of the fields of a plan.
var (
	classOffset    = int(unsafe.Offsetof(uri.Plan{}.Class))
	rowsOffset     = int(unsafe.Offsetof(uri.Plan{}.Rows))
	delimsOffset   = int(unsafe.Offsetof(uri.Plan{}.Delims))
	boxesOffset    = int(unsafe.Offsetof(uri.Plan{}.Pairs))
	relativeOffset = int(unsafe.Offsetof(uri.Plan{}.Relative))
)

func (k *kernel) classes(i int) Mem { return Mem{Base: k.plan, Disp: classOffset + i} }
func (k *kernel) row(i int) Mem     { return Mem{Base: k.plan, Disp: rowsOffset + 16*i} }
func (k *kernel) delim(i int) Mem   { return Mem{Base: k.plan, Disp: delimsOffset + 32*i} }
func (k *kernel) box(i int) Mem     { return Mem{Base: k.plan, Disp: boxesOffset + 16*i} }
func (k *kernel) relative() Mem     { return Mem{Base: k.plan, Disp: relativeOffset} }

func at(base reg.Register, disp int) Mem { return Mem{Base: base, Disp: disp} }

func indexed(base, index reg.Register, disp int) Mem {
	return Mem{Base: base, Index: index, Scale: 1, Disp: disp}
}

// Constants in memory; most repeat a byte 64 times.
var (
	textBit, schemeBit, plainBits      Mem // roles to test for
	hexBit, anyBits, lowBit, middleBit Mem
	lowNibbles                         Mem
	thirdByte, fourthByte, highBit     Mem // saturated subtraction leaves bit 7 of lead bytes from 0xe0, from 0xf0 up
	nibbleBits                         Mem // 1<<k for nibbles 0-7; for others 0xff, which no row has
	prefix                             Mem // 32 times 0xff, then 32 times 0
	rareRole                           Mem // the role of a rare byte
	lowSix                             Mem // the lowest six bits of both offsets in a word
	increments                         Mem // 1 in each of a set of four words, for all sets
)

func constants() {
	fill := func(name string, value byte) Mem { return data(name, 64, func(int) byte { return value }) }
	textBit = fill("text", uri.Text)
	schemeBit = fill("scheme", uri.Scheme)
	plainBits = fill("plain", uri.Text|uri.Tail)
	hexBit = fill("hex", uri.Hex)
	anyBits = fill("any", 0xff)
	lowBit = fill("low", uri.Colon&^uri.Text)
	middleBit = fill("middle", uri.Slash&^uri.Text)
	rareRole = fill("rare", uri.Rare)
	lowNibbles = fill("nibbles", 0x0f)
	thirdByte = fill("third", 0xe0-0x80)
	fourthByte = fill("fourth", 0xf0-0x80)
	highBit = fill("high", 0x80)
	nibbleBits = data("bits", 16, func(i int) byte {
		if i < 8 {
			return 1 << i
		}
		return 0xff
	})
	increments = data("increments", 16*32, func(i int) byte {
		if i%8 == 0 {
			return byte(i / 32 >> (i / 8 % 4) & 1)
		}
		return 0
	})
	prefix = data("prefix", 64, func(i int) byte {
		if i < 32 {
			return 0xff
		}
		return 0
	})
	lowSix = data("six", 8, func(i int) byte {
		if i%4 == 0 {
			return 63
		}
		return 0
	})
}

func data(name string, size int, value func(i int) byte) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := 0; i < size; i += 8 {
		var word uint64
		for b := range 8 {
			word |= uint64(value(i+b)) << (8 * b)
		}
		DATA(i, U64(word))
	}
	return m
}
