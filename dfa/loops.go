package dfa

import (
	"strconv"

	"example.org/iri/internal/bytescan"
)

// longLoop is the number of remaining bytes from which on a search is worth its call.
const longLoop = 40

// loop returns the number of bytes at the start of text that lead from s to s, or 0 if the table has no self-loop of s.
// Runs call it when eight bytes have led from a state to itself and many remain; then vector instructions replace the
// steps. It first looks at four bytes, because some strings leave the state every few bytes.
func loop[Bytes ~[]byte | ~string](a *Automaton, s State, text Bytes) int {
	n := a.Number(s)
	if n >= len(a.Loops) || a.Loops[n] == 0 {
		return 0
	}
	set := (*bytescan.Set)(&a.LoopSets[a.Loops[n]-1])
	if !set.Has(text[0]) || !set.Has(text[1]) || !set.Has(text[2]) || !set.Has(text[3]) {
		return 0
	}
	return bytescan.Length(set, text)
}

func checkLoops(a *Automaton) string {
	if len(a.Loops) != 0 && len(a.Loops) != a.NumStates() {
		return "not every state has an entry for its loop"
	}
	for n, k := range a.Loops {
		if int(k) > len(a.LoopSets) {
			return "state " + strconv.Itoa(n) + " has a loop without a set"
		}
		for b := 0; k > 0 && b < 256; b++ {
			if s := a.state(n); (*bytescan.Set)(&a.LoopSets[k-1]).Has(byte(b)) && a.Next(s, byte(b)) != s {
				return "state " + strconv.Itoa(n) + " does not loop on " + byteName(byte(b))
			}
		}
	}
	return ""
}
