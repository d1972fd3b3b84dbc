package dfa_test

import (
	"slices"
	"strings"
	"testing"

	. "example.org/iri/dfa"
)

// TestListMoves compares occurrences with and without ListMoves.
func TestListMoves(t *testing.T) {
	for grammar, want := range map[string]bool{
		"r = x *( \",\" x ) [ \";\" y ]\nx = 1*DIGIT\ny = *%x61\n":                         true,
		"r = *( %x61 x *%x63 %x65 / %x61 y *%x63 %x66 ) [ x *%x63 ]\nx = %x62\ny = %x62\n": true, // known later
		"r = *( x %x63 / 1*%x61 %x64 )\nx = 1*%x61\ny = %x62\n":                            true,
		"r = *( x 5x %x63 / 6%x61 %x64 )\nx = %x61\ny = %x62\n":                            false, // several commits of one event
		"r = x\nx = 1*DIGIT\ny = %x62\n":                                                   false, // no lists
		"r = 9( 9( x / *%x62 y ) %x63 )\nx = 1*%x61 %x2D\ny = 1*%x61 %x2E\n":               true,
	} {
		with := spansOf(t, grammar, "r", "x", "y")
		if got := with.ListMoves != nil; got != want {
			t.Errorf("%q: moves: %t, want %t", grammar, got, want)
		}
		without := *with
		without.ListMoves = nil
		for n := range 40 {
			for _, part := range []string{",12", "abce", "abccf", "aac", "ad", "aaaaaac", "a-", "bba.", "a-a-a-a-a-a-a-a-a-c"} {
				text := strings.TrimPrefix(strings.Repeat(part, n), ",")
				for _, text := range []string{text, text + ";a", text + "abc"} {
					for k := range with.Names {
						got, want := slices.Collect(FindAll(with, text, k)), slices.Collect(FindAll(&without, text, k))
						if !slices.Equal(got, want) {
							t.Fatalf("%q: %q: %v, want %v", grammar, text, got, want)
						}
					}
				}
			}
		}
	}
}
