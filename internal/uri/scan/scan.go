// Package scan holds the fast paths of packages iri and rule. They validate whole references and
// tell where the components lie. They go by the plan of an automaton (type uri.Plan), and do not
// step through the automaton. They give a final answer or leave the text to the automaton; they
// never guess.
package scan

import "example.org/iri/internal/uri/find"

//go:generate go -C _asm run . -out ../kernel_amd64.s
//go:generate go -C _asm run ./batch -out ../batch_amd64.s

// Cut and Offsets have where the components of a string lie.
type (
	Cut     = find.Cut
	Offsets = find.Offsets
)

// A Verdict is what a fast path has to say of a text.
type Verdict int

const (
	Invalid     Verdict = iota // not in the language
	Valid                      // in the language; offsets are set
	Ask                        // another has to decide: Portable after a kernel, the automaton after Portable
	AskPath                    // so far so good: the automaton has to decide from offset End, in a path;
	AskQuery                   // in a query;
	AskFragment                // in a fragment. Offsets up to there are set.
	NoKernel                   // Ask, as there is no kernel for this processor or length
)

// A Level is a set of instructions that kernels use.
type Level uint8

const (
	NoVectors Level = iota + 1
	AVX2
	AVX512      // with VBMI
	AVX512Batch // with VBMI2, GFNI and VPOPCNTDQ, too, which kernels for many values need
)

// Best is the highest level.
const Best = AVX512Batch
