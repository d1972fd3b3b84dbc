package layout

import (
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/bytescan"
)

// addLoops sets the bytes on which states loop. States with the same bytes share a set.
func addLoops(a *dfa.Automaton) {
	const most = 255 // limit of sets, so that an index fits into a byte; other loops are dropped
	loops := make([]uint8, a.NumStates())
	for s := range a.States() {
		set := loopSet(a, s)
		if s == dfa.Dead || set == (bytescan.Set{}) {
			continue
		}
		k := slices.Index(a.LoopSets, [32]uint8(set))
		if k < 0 && len(a.LoopSets) < most {
			k = len(a.LoopSets)
			a.LoopSets = append(a.LoopSets, set)
		}
		loops[a.Number(s)] = uint8(k + 1)
	}
	if len(a.LoopSets) > 0 {
		a.Loops = loops
	}
}

func loopSet(a *dfa.Automaton, s dfa.State) (set bytescan.Set) {
	for r, t := range a.Edges(s) {
		for b := int(r.Lo); t == s && b <= int(r.Hi); b++ {
			set.Add(byte(b))
		}
	}
	return set
}
