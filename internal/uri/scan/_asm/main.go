// Command _asm writes the vector kernels of package scan as Go assembly. Edit this program, not its output
// kernel_amd64.s.
//
// A kernel takes a fast-path table (type uri.Plan) and a string. It turns the first 64 bytes into masks with a bit for
// each byte, finds the components in them by a few dozen operations (head.go), and reads the rest in blocks of 64
// bytes. The masks are made by AVX-512 with byte permutes (wide.go) or by AVX2 (narrow.go). Each kernel has a form with
// offsets and one without.
//
// Everything about IRIs comes from the table. A kernel reads no byte outside the 4 KB pages of the string, and writes
// only its results, its frame, and the count of skipped bytes before the processor is detected. Its vector instructions
// are in VEX and EVEX encodings; after them, it executes VZEROUPPER before it returns.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"example.org/iri/internal/uri/scan/_asm/cpu"
)

// Values of scan.Result.
const (
	invalid   = 0
	valid     = 1
	undecided = 2
	noKernel  = 6
)

type kernel struct {
	offsets bool // returns the offsets of components

	plan reg.GPVirtual

	// Masks of the first block: the bit after the scheme, delimiters (special: colons and at signs), the bit after the
	// last byte if it is in the block.
	scheme, colon, special, slash, tail, fragment, end reg.GPVirtual

	tail2, fragment2 reg.GPVirtual // of the second block of a pair

	// Parameters; and in later blocks, the offset of the first byte not yet read.
	p, n, i reg.GPVirtual

	// In memory, because registers are few: bits 0 and 1 for the first bytes of the next block that must be hexadecimal
	// digits; the offsets of path, query and fragment, 0 if absent so far. Without offsets, fragmentAt is 0 or not.
	carry, pathAt, queryAt, fragmentAt Mem

	frame Mem

	cold   []func() // code that few strings need, placed after the rest
	labels int
}

func main() {
	ConstraintExpr("!purego")
	constants()
	cpu.Detect(cpu.Batch)
	emit("locate", true)
	emit("check", false)
	emitStreams()
	emitSuspects()
	emitAuthorities()
	emitWrong()
	Generate()
}

func emit(name string, offsets bool) {
	k := &kernel{offsets: offsets}
	signature := "func(plan *byte, p *byte, n int) (v int)"
	if offsets {
		signature = "func(plan *byte, p *byte, n int) (x struct{" +
			"hierAuthority, hostPort, pathQuery, fragmentEnd uint64}, v int)"
	}
	TEXT(name, NOSPLIT, signature)
	k.frame = AllocLocal(frameSize)
	k.carry, k.pathAt, k.queryAt, k.fragmentAt = AllocLocal(8), AllocLocal(8), AllocLocal(8), AllocLocal(8)
	for _, r := range []*reg.GPVirtual{
		&k.plan, &k.scheme, &k.colon, &k.special, &k.slash, &k.tail, &k.fragment, &k.end, &k.tail2, &k.fragment2, &k.p, &k.n, &k.i,
	} {
		*r = GP64()
	}
	k.dispatch()
	k.wide()
	k.head(small)
	k.widePair()
	k.head(pair)
	k.wideBig()
	k.head(big)
	k.wideRest()
	k.narrow()
	k.narrowRest()
	k.endOfText()
	k.finish()
}

// dispatch leaves the string to the automaton if there is no table, and selects the kernel for the processor.
func (k *kernel) dispatch() {
	Label("begin")
	Load(Param("plan"), k.plan)
	TESTQ(k.plan, k.plan)
	JZ(LabelRef("noPlan"))
	CMPB(cpu.Level, U8(cpu.Wide))
	JB(LabelRef("notWide"))
}

// finish writes the returns. VZEROUPPER keeps the upper halves of vector registers from slowing down later code.
func (k *kernel) finish() {
	Label("invalid")
	k.leave(invalid)
	Label("undecided")
	k.leave(undecided)
	Label("noKernel")
	CMPB(cpu.Level, U8(cpu.None))
	JE(LabelRef("none"))
	Comment("another goroutine may have detected it since")
	CMPB(cpu.Level, U8(cpu.Unknown))
	JNE(LabelRef("begin"))
	k.detectLate()
	Comment("without VZEROUPPER, which the processor may lack")
	Label("none")
	k.answer(noKernel)
	Label("noPlan")
	k.answer(undecided)
}

// detectLate calls detect after enough strings. The portable path of a few strings takes less time than CPUID, which
// traps on virtual machines; a program with many strings pays at most twice. Goroutines may race to count.
func (k *kernel) detectLate() {
	const (
		text   = 64      // bytes that take as long as a call
		enough = 1 << 15 // bytes that take about as long as CPUID
	)
	seen := GP64()
	MOVQ(k.length(), seen)
	ADDQ(U8(text), seen)
	ADDQ(skipped, seen)
	MOVQ(seen, skipped)
	CMPQ(seen, U32(enough))
	JB(LabelRef("none"))
	CALL(LabelRef("·detect(SB)"))
	JMP(LabelRef("begin"))
}

// skipped is the number of bytes that kernels have skipped before detection.
var skipped = Mem{Symbol: Symbol{Name: "·skipped"}, Base: reg.StaticBase}

func (k *kernel) leave(result int) {
	VZEROUPPER()
	k.answer(result)
}

func (k *kernel) answer(result int) {
	v, err := Return("v").Resolve()
	if err != nil {
		panic(err)
	}
	MOVQ(I32(result), v.Addr)
	RET()
}

// text loads the address of the string, again at each use, because registers are few.
func (k *kernel) text() reg.GPVirtual { return Load(Param("p"), GP64()).(reg.GPVirtual) }

func (k *kernel) length() Mem {
	n, err := Param("n").Resolve()
	if err != nil {
		panic(err)
	}
	return n.Addr
}

// store stores two offsets, the first in the lower half of a word.
func (k *kernel) store(pair string, offsets reg.GPVirtual) { Store(offsets, Return("x").Field(pair)) }

func (k *kernel) outOfLine(code func()) { k.cold = append(k.cold, code) }

func (k *kernel) emitOutOfLine() {
	for len(k.cold) > 0 {
		code := k.cold[0]
		k.cold = k.cold[1:]
		code()
	}
}

// label returns a unique name for code that is written more than once.
func (k *kernel) label(name string) string {
	k.labels++
	return fmt.Sprint(name, k.labels)
}
