//go:build !purego

package scan

import (
	"unsafe"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// level is the best of the kernels that this processor has, 0 until a call of one lets detect find
// it. Detect always stores the same; only Limit may store less.
var level Level

// skipped counts the bytes of strings, and 64 more for each string, that kernels skip while level is 0.
// When it is large enough, they call detect.
//
//lint:ignore U1000 only kernels use it
var skipped uint64

// detect sets level from the processor and what the operating system saves.
func detect()

// Limit makes kernels above a level unavailable and returns the best level that
// is left. It is for tests and benchmarks, which must not run in parallel.
func Limit(to Level) Level {
	detect()
	level = min(level, to)
	return level
}

// locate and check are the kernels in kernel_amd64.s. Offsets mean something only
// if v is Valid.
//
//go:noescape
func locate(plan *uri.Plan, p *byte, n int) (x find.Cut, v Result)

//go:noescape
func check(plan *uri.Plan, p *byte, n int) (v Result)

// Bytes returns where the components of p lie, or that they must be found
// otherwise. Strings of 4 GiB or more it leaves alone.
func Bytes(a *uri.Language, p []byte) (x find.Cut, v Result) {
	return locate(a.Plan, unsafe.SliceData(p), len(p))
}

// String is Bytes for a string.
func String(a *uri.Language, s string) (x find.Cut, v Result) {
	return locate(a.Plan, unsafe.StringData(s), len(s))
}

// CheckBytes is Bytes without offsets.
func CheckBytes(a *uri.Language, p []byte) Result {
	return check(a.Plan, unsafe.SliceData(p), len(p))
}

// CheckString is String without offsets.
func CheckString(a *uri.Language, s string) Result {
	return check(a.Plan, unsafe.StringData(s), len(s))
}
