package dfa_test

import (
	"strconv"
	"strings"
	"testing"

	. "example.org/iri/dfa"
)

// BenchmarkLoops matches a run of one byte, with and without Loops.
func BenchmarkLoops(b *testing.B) {
	with := looping()
	without := withoutLoops(with)
	for _, n := range []int{30, 50, 100, 64 << 10} {
		text := strings.Repeat("a", n)
		for name, a := range map[string]*Automaton{"loops": with, "steps": without} {
			b.Run(name+"/"+strconv.Itoa(n), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					Match(a, text)
				}
			})
		}
	}
}

// BenchmarkHead matches the fixed prefix, with and without Head.
func BenchmarkHead(b *testing.B) {
	with := stamp()
	without := clone(with)
	without.Head = Head{}
	for name, a := range map[string]*Automaton{"head": with, "steps": without} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Match(a, "1985-WAFxq\x7f!")
			}
		})
	}
}
