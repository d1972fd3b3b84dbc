// Package scan has the fast paths of packages iri and rule. They validate whole references and return
// where the components lie. They use the fast-path table of a language (type uri.Plan), and do not step
// through the automaton. They return a final result or leave the string to the automaton; they never
// guess.
package scan

//go:generate go -C _asm run . -out ../kernel_amd64.s
//go:generate go -C _asm run ./batch -out ../batch_amd64.s

// A Result is the result of a fast path.
type Result int

const (
	Invalid           Result = iota // not in the language
	Valid                           // in the language; offsets are set
	Undecided                       // Portable decides after a kernel, the automaton after Portable
	UndecidedPath                   // valid up to offset End, which is in a path: the automaton decides from there on;
	UndecidedQuery                  // likewise in a query;
	UndecidedFragment               // likewise in a fragment. The offsets before End are set.
	NoKernel                        // Undecided, as there is no kernel for this processor or length
)

// A Level is a set of instructions that kernels use.
type Level uint8

const (
	NoVectors Level = iota + 1
	AVX2
	AVX512      // with VBMI
	AVX512Batch // with VBMI2, GFNI and VPOPCNTDQ, too, which kernels for batches need
)

// Best is the highest level.
const Best = AVX512Batch
