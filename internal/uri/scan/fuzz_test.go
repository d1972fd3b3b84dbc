package scan

import (
	"math/rand/v2"
	"testing"
)

// FuzzLocate compares all paths for any bytes, and for all automata with plans.
func FuzzLocate(f *testing.F) {
	for _, c := range components {
		for _, n := range []int{0, 30, 62, 63, 64, 66, 127} {
			for _, odd := range []string{"", "%44", "\u4e2d", "#?", "//", "@", "\xe4\xb8"} {
				f.Add(append(pumped(c.head, c.fill, max(n, len(c.head))), odd...))
			}
		}
	}
	for _, odd := range oddities {
		f.Add([]byte("a:" + odd))
	}
	list := paths(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		x := trial{TB: t, paths: list, automata: tops, undecided: make([]int, len(list))}
		x.try(text)
		x.try(append([]byte("http://example.org/a/b/c?d=e&f=g&hijklmnopqrstuvwxyzabcdef"), text...))
	})
}

// FuzzLong compares them for generated strings of many words, with some changes.
func FuzzLong(f *testing.F) {
	for s := range uint64(20) {
		f.Add(s, s, byte(s))
	}
	list := paths(f)
	f.Fuzz(func(t *testing.T, seed, other uint64, texts byte) {
		r := rand.New(rand.NewPCG(seed, other))
		var text []byte
		for range texts%16 + 1 {
			text = append(text, anyText(r)...)
		}
		x := trial{TB: t, paths: list, automata: tops, undecided: make([]int, len(list))}
		x.try(text)
		x.try(mutate(r, text))
	})
}
