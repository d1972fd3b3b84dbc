// Command _asm writes the vector kernels of package scan as Go assembly. It is
// the source to edit; kernel_amd64.s is what it prints.
//
// A kernel takes a fast-path table (type uri.Plan) and a string. It turns the first 64 bytes into masks, a bit
// a byte, finds the components in them by a few dozen operations (head.go), and
// goes through what follows in blocks of 64 (blocks in wide.go and narrow.go).
// There are two ways to make masks: wide.go uses AVX-512 with byte permutes,
// narrow.go AVX2. Each is there twice, with offsets and without.
//
// What a kernel knows of IRIs comes from that table. It reads no byte outside the 4 KB pages of the
// text and writes nothing but its results and its own frame, and counts what it leaves to others
// while the processor is not detected. It uses VEX and EVEX forms only, and VZEROUPPER on every
// way out.
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

// kernel is what the parts of one function share: virtual registers and labels.
type kernel struct {
	offsets bool // tells where components begin

	plan reg.GPVirtual

	// Masks of the first block: the bit after the bytes that may be a scheme,
	// delimiters (special: colons and at signs), the bit after the last byte if that
	// is in the block.
	scheme, colon, special, slash, tail, fragment, end reg.GPVirtual

	tail2, fragment2 reg.GPVirtual // of the second, if there are two

	// Parameters and, in the blocks after the first, the offset of the first byte
	// that none has had.
	p, n, i reg.GPVirtual

	// In memory, registers being few: which of the two bytes after a block must be
	// hex digits; where path, query and fragment begin (0 if none so far).
	carry, path, query, frag Mem

	frame Mem // scratch memory of narrow.go

	cold   []func() // code to put after that which most strings run through
	labels int      // made so far by label
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

// emit writes a function.
func emit(name string, offsets bool) {
	k := &kernel{offsets: offsets}
	signature := "func(plan *byte, p *byte, n int) (v int)"
	if offsets {
		signature = "func(plan *byte, p *byte, n int) (x struct{" +
			"hierAuthority, hostPort, pathQuery, fragmentEnd uint64}, v int)"
	}
	TEXT(name, NOSPLIT, signature)
	k.frame = AllocLocal(frameSize)
	k.carry, k.path, k.query, k.frag = AllocLocal(8), AllocLocal(8), AllocLocal(8), AllocLocal(8)
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

// dispatch leaves strings to the automaton if there is no table, and goes on where
// the processor can.
func (k *kernel) dispatch() {
	Label("begin")
	Load(Param("plan"), k.plan)
	TESTQ(k.plan, k.plan)
	JZ(LabelRef("noPlan"))
	CMPB(cpu.Level, U8(cpu.Wide))
	JB(LabelRef("notWide"))
}

// finish has the ways out. Upper halves of vector registers are cleaned on each:
// left dirty, they would slow down everything that follows.
func (k *kernel) finish() {
	Label("invalid")
	k.leave(invalid)
	Label("undecided")
	k.leave(undecided)
	Label("noKernel")
	CMPB(cpu.Level, U8(cpu.None))
	JE(LabelRef("none"))
	Comment("or another goroutine has just detected it")
	CMPB(cpu.Level, U8(cpu.Unknown))
	JNE(LabelRef("begin"))
	k.detectLate()
	Comment("with clean registers, and maybe on a processor without AVX")
	Label("none")
	k.answer(noKernel)
	Label("noPlan")
	k.answer(undecided)
}

// detectLate detects what the processor can, but not for the first strings, whose portable path takes
// less time than CPUID, which is a trap on virtual machines. So a program with a few strings
// never does, and one with many pays for it twice at most. Goroutines may count past each other.
func (k *kernel) detectLate() {
	const (
		text   = 64      // bytes that take as long as a call
		enough = 1 << 15 // that take about as long as CPUID
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

// skipped is how many bytes kernels have left alone since the processor is not detected.
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

// text loads where the string begins: once more at each place, as registers are few.
func (k *kernel) text() reg.GPVirtual { return Load(Param("p"), GP64()).(reg.GPVirtual) }

// length is the number of bytes of the string, in memory.
func (k *kernel) length() Mem {
	n, err := Param("n").Resolve()
	if err != nil {
		panic(err)
	}
	return n.Addr
}

// store sets two offsets, the first in the lower half of a word.
func (k *kernel) store(pair string, offsets reg.GPVirtual) { Store(offsets, Return("x").Field(pair)) }

// later puts code off that few strings need.
func (k *kernel) later(code func()) { k.cold = append(k.cold, code) }

func (k *kernel) flush() {
	for len(k.cold) > 0 {
		code := k.cold[0]
		k.cold = k.cold[1:]
		code()
	}
}

// label makes a name for a place in code that is there more than once.
func (k *kernel) label(name string) string {
	k.labels++
	return fmt.Sprint(name, k.labels)
}
