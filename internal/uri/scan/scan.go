// Package scan implements the fast paths of packages iri and rule. They validate a reference and find its components by
// the fast-path table of a language (type uri.Plan), without stepping the automaton. They either return a final result
// or leave the string to the automaton.
package scan

//go:generate go -C _asm run . -out ../kernel_amd64.s
//go:generate go -C _asm run ./batch -out ../batch_amd64.s

// A Result is the result of a fast path.
type Result int

const (
	Invalid           Result = iota
	Valid                    // in the language; offsets are set
	Undecided                // a kernel leaves the string to Portable, and Portable leaves it to the automaton
	UndecidedPath            // valid up to offset End, which is within a path; the offsets before it are set
	UndecidedQuery           // likewise in a query
	UndecidedFragment        // likewise in a fragment
	NoKernel                 // Undecided, because there is no kernel for this processor or length
)

// A Level is a set of instructions.
type Level uint8

const (
	NoVectors Level = iota + 1
	AVX2
	AVX512      // with VBMI
	AVX512Batch // and VBMI2, GFNI and VPOPCNTDQ, which the kernel for batches needs
)

// Best is the highest level.
const Best = AVX512Batch
