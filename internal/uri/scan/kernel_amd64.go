//go:build !purego

package scan

import (
	"unsafe"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// level is the best level of this processor, or 0 before a kernel has called detect. The function detect always stores
// the same value; only Limit may store a lower one.
var level Level

// skipped counts the bytes of strings, plus 64 for each string, that kernels skipped while level is 0. At a threshold
// they call detect.
//
//lint:ignore U1000 only kernels use it
var skipped uint64

// detect sets level from the processor and the state that the operating system saves.
func detect()

// Limit makes kernels above a level unavailable, and returns the best remaining level. It is for tests and benchmarks,
// which must not run in parallel.
func Limit(to Level) Level {
	detect()
	level = min(level, to)
	return level
}

// locate and check are the kernels in kernel_amd64.s. Offsets are meaningful only if v is Valid.
//
//go:noescape
func locate(plan *uri.Plan, p *byte, n int) (x find.Cut, v Result)

//go:noescape
func check(plan *uri.Plan, p *byte, n int) (v Result)

// Bytes validates p with a kernel, and returns its Cut if the result is Valid. Strings of 4 GiB or more are Undecided.
func Bytes(a *uri.Language, p []byte) (x find.Cut, v Result) {
	return locate(a.Plan, unsafe.SliceData(p), len(p))
}

func String(a *uri.Language, s string) (x find.Cut, v Result) {
	return locate(a.Plan, unsafe.StringData(s), len(s))
}

// CheckBytes is Bytes without the Cut.
func CheckBytes(a *uri.Language, p []byte) Result {
	return check(a.Plan, unsafe.SliceData(p), len(p))
}

func CheckString(a *uri.Language, s string) Result {
	return check(a.Plan, unsafe.StringData(s), len(s))
}
