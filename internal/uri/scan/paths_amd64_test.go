//go:build !purego

package scan

import (
	"testing"

	"example.org/iri/internal/uri"
)

// kernels returns those that this processor can run. Each call sets the level itself:
// Limit would ask the processor, which takes longer than the text does.
func kernels(t testing.TB) (list []path) {
	for _, k := range []struct {
		name string
		is   Level
	}{{"AVX2", AVX2}, {"AVX512", AVX512}} {
		if Limit(k.is) != k.is {
			t.Logf("%s: this processor has no such instructions", k.name)
			continue
		}
		locate := func(a *uri.Language, text []byte) (Cut, Verdict) {
			level = k.is
			return Bytes(a, text)
		}
		check := func(a *uri.Language, text []byte) Verdict {
			level = k.is
			return CheckBytes(a, text)
		}
		list = append(list, path{name: k.name, locate: locate, check: check})
	}
	t.Cleanup(func() { Limit(Best) })
	return list
}

// forget makes the next call of a kernel the first one.
func forget() { level = 0 }
