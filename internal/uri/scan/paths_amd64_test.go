//go:build !purego

package scan

import (
	"testing"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// kernels returns the kernels that this processor supports. Each call sets the level directly, because Limit detects
// the processor, which takes longer than a string.
func kernels(t testing.TB) (list []path) {
	for _, k := range []struct {
		name string
		is   Level
	}{{"AVX2", AVX2}, {"AVX512", AVX512}} {
		if Limit(k.is) != k.is {
			t.Logf("%s: this processor has no such instructions", k.name)
			continue
		}
		locate := func(a *uri.Language, text []byte) (find.Cut, Result) {
			level = k.is
			return Bytes(a, text)
		}
		check := func(a *uri.Language, text []byte) Result {
			level = k.is
			return CheckBytes(a, text)
		}
		list = append(list, path{name: k.name, locate: locate, check: check})
	}
	t.Cleanup(func() { Limit(Best) })
	return list
}

// forget resets detection, so that a kernel detects the processor some hundred bytes later.
func forget() { level, skipped = 0, enough-1000 }

const enough = 1 << 15 // as in _asm

// batchLevels returns the levels that treat batches differently.
func batchLevels(t testing.TB) (list []Level) {
	for _, l := range []Level{AVX2, AVX512, AVX512Batch} {
		if Limit(Best); Limit(l) == l {
			list = append(list, l)
		}
	}
	t.Cleanup(func() { Limit(Best) })
	return list
}

// setLevel is Limit without detecting the processor.
func setLevel(l Level) { level = l }
