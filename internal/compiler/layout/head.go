package layout

import (
	"encoding/binary"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/bytescan"
)

const (
	wordBytes = 8
	mostHead  = 64
)

// addHead sets the fixed prefix of all strings, if it has at least a word: positions whose bytes all lead to one state,
// or pairs of positions (forks) whose bytes do. Each position must be representable in a HeadWord.
func addHead(a *dfa.Automaton) {
	var positions []position
	forks := a.Head.Forks
	end := a.Start
	states := []dfa.State{end}
	seen := map[dfa.State]bool{end: true} // a cycle is no prefix
	for len(positions) < mostHead {
		next, p, ok := step(a, states)
		if !ok || len(next) == 1 && seen[next[0]] || len(next) > 1 && len(states) > 1 {
			break
		}
		positions = append(positions, p)
		if len(states) > 1 {
			forks = append(forks, struct {
				Offset   int
				From, To dfa.State
			}{len(positions) - 2, end, next[0]})
		}
		if states = next; len(states) == 1 {
			end = states[0]
			seen[end] = true
		}
	}
	if len(states) > 1 { // the second byte of a fork did not fit
		positions = positions[:len(positions)-1]
	}
	if len(positions) < wordBytes {
		return
	}
	a.Head = dfa.Head{Bytes: len(positions), End: end, Forks: forks}
	for offset := 0; offset < len(positions); offset += wordBytes {
		a.Head.Words = append(a.Head.Words, newWord(positions, min(offset, len(positions)-wordBytes)))
	}
}

func hasEvent(a *dfa.Automaton, s dfa.State) bool {
	return a.InState && a.Outputs[a.Number(s)] != 0
}

// A position has the bytes at an offset of the head: those from least to most after the bits of fold are set.
type position struct{ fold, least, most byte }

// step returns the successors of some states and the bytes that lead there. It is not ok if there are none, if the
// bytes are no position, or if a successor has an event.
func step(a *dfa.Automaton, states []dfa.State) (next []dfa.State, p position, ok bool) {
	var bytes dfa.ByteSet
	for _, s := range states {
		for _, t := range a.Edges(s) {
			if hasEvent(a, t) {
				return nil, p, false
			}
			if !slices.Contains(next, t) {
				next = append(next, t)
			}
		}
		for w, word := range a.Follow(s) {
			bytes[w] |= word
		}
	}
	for _, fold := range []byte{0, 'a' - 'A'} {
		if p, ok := newPosition(bytes, fold); ok {
			return next, p, len(next) > 0
		}
	}
	return nil, p, false
}

// newPosition returns the position with fold for a set of bytes, if there is one.
func newPosition(bytes dfa.ByteSet, fold byte) (position, bool) {
	p := position{fold, 0x7f, 0}
	for b := range byte(0x80) {
		if bytes.Has(b) {
			p.least, p.most = min(p.least, b|fold), max(p.most, b|fold)
		}
	}
	for b := range 256 {
		folded := byte(b) | fold
		if bytes.Has(byte(b)) != (b < 0x80 && p.least <= folded && folded <= p.most) {
			return position{}, false
		}
	}
	return p, true
}

func newWord(positions []position, offset int) dfa.HeadWord {
	var fold, low, high [wordBytes]byte
	for i, p := range positions[offset : offset+wordBytes] {
		fold[i], low[i], high[i] = p.fold, 0x80-p.least, 0x7f-p.most
	}
	number := binary.LittleEndian.Uint64
	return dfa.HeadWord{Fold: number(fold[:]), Low: number(low[:]), High: number(high[:])}
}

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
