// Package cpu writes the detection of the processor. A package with kernels has a byte variable level, and a function
// detect that sets it.
package cpu

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Values of level: the kernels that the processor, the operating system and tests allow.
const (
	Unknown = 0
	None    = 1
	Narrow  = 2
	Wide    = 3
	Batch   = 4
)

// Level is the address of the variable level.
var Level = Mem{Symbol: Symbol{Name: "·level"}, Base: reg.StaticBase}

// Bits of CPUID and XCR0, Intel SDM volume 2A (CPUID) and volume 1, section 13.1.
const (
	leaf1ECX  = 1<<27 | 1<<28                 // OSXSAVE, AVX
	leaf7AVX2 = 1<<5 | 1<<3 | 1<<8            // leaf 7, EBX: AVX2, BMI1, BMI2
	leaf7Wide = 1<<16 | 1<<30 | 1<<31 | 1<<17 // leaf 7, EBX: AVX-512 F, BW, VL, DQ
	leaf7VBMI = 1 << 1                        // leaf 7, ECX: AVX-512 VBMI
	leaf7Bits = 1<<6 | 1<<8 | 1<<14           // leaf 7, ECX: AVX-512 VBMI2, GFNI, AVX-512 VPOPCNTDQ
	stateYMM  = 1<<1 | 1<<2                   // XCR0: SSE, AVX
	stateZMM  = stateYMM | 1<<5 | 1<<6 | 1<<7 // XCR0: and masks, upper halves, upper registers
)

// Detect writes the function detect, which sets level, up to Wide or Batch. It always stores the same value, so it may
// be called at any time. Since CPUID traps on virtual machines, it is called as few times as possible: a processor with
// AVX has leaf 7, and LZCNT is detected by its result, because older processors decode it as BSR.
func Detect(most int) {
	TEXT("detect", NOSPLIT, "func()")
	found, ebx7, ecx7, zeros := GP32(), GP32(), GP32(), GP32()
	MOVL(U32(None), found)
	MOVL(U32(1), zeros)
	LZCNTL(zeros, zeros)
	CMPL(zeros, U8(31))
	JNE(LabelRef("store"))
	cpuid(1)
	need(reg.ECX, leaf1ECX)
	cpuid(7)
	MOVL(reg.EBX, ebx7)
	MOVL(reg.ECX, ecx7)
	XORL(reg.ECX, reg.ECX)
	XGETBV()
	need(reg.EAX, stateYMM)
	need(ebx7, leaf7AVX2)
	MOVL(U32(Narrow), found)
	need(reg.EAX, stateZMM)
	need(ebx7, leaf7Wide)
	need(ecx7, leaf7VBMI)
	MOVL(U32(Wide), found)
	if most == Batch {
		need(ecx7, leaf7Bits)
		MOVL(U32(Batch), found)
	}
	Label("store")
	MOVB(found.As8(), Level)
	RET()
}

func cpuid(leaf uint32) {
	MOVL(U32(leaf), reg.EAX)
	XORL(reg.ECX, reg.ECX)
	CPUID()
}

func need(r reg.Register, bits uint32) {
	t := GP32()
	MOVL(r, t)
	ANDL(U32(bits), t)
	CMPL(t, U32(bits))
	JNE(LabelRef("store"))
}
