package dfa

import (
	"slices"
	"strconv"
)

// Head describes the first Bytes bytes of a language whose strings all begin in the same form, such as dates. Any bytes
// that are valid there lead to the state End, so that a run can check eight bytes at once. Each byte leads to one state,
// except in a fork, where the first of two bytes decides which second bytes are valid, as in hours from 00 to 23. No
// state before End has an event, which a run over words would not record. Words covers the bytes, eight at a time; the
// last word ends with them.
type Head struct {
	Bytes int
	End   State
	Words []HeadWord
	Forks []struct { // in the order of their offsets
		Offset   int
		From, To State
	}
}

// A fork is two bytes of a prefix that lead from one state to another by different states in between. A word can say
// which bytes are valid at each position, but not which pairs are.
type fork = struct {
	Offset   int
	From, To State
}

// HeadWord has the valid bytes at eight positions. Each number has a byte for each position, the lowest byte for the
// first. An ASCII character c is valid if c|Fold is in a range: Low is 0x80 minus the first character of the range, High
// is 0x7f minus the last one.
type HeadWord struct{ Fold, Low, High uint64 }

const highBits = 0x8080808080808080

// right sets the highest bit of each byte that is valid; the other bits are arbitrary. No sum carries into the next byte:
// a byte of folded is at most 0x7f, and one of Low or High at most 0x80.
func (w *HeadWord) right(text uint64) uint64 {
	folded := (text | w.Fold) &^ highBits
	return (folded + w.Low) &^ (folded + w.High) &^ text
}

// begins reports whether text, which must be long enough, begins with the fixed prefix.
func begins[Bytes ~[]byte | ~string](a *Automaton, text Bytes) bool {
	n, right := a.Head.Bytes, uint64(highBits)
	for i := range a.Head.Words {
		w, t := &a.Head.Words[i], word(text, min(8*i, n-8))
		folded := (t | w.Fold) &^ highBits // as in HeadWord.right, which is not inlined here
		right &= (folded + w.Low) &^ (folded + w.High) &^ t
	}
	classes, trans, other := a.Classes, a.Trans, State(0)
	for i := range a.Head.Forks { // forks do not depend on each other
		f := &a.Head.Forks[i]
		t := text[f.Offset : f.Offset+2]
		middle := int(trans[int(f.From)+int(classes[t[0]])])
		other |= State(trans[middle+int(classes[t[1]])]) ^ f.To
	}
	return right == highBits && other == 0
}

// carries reports whether a byte of Low or High is so large that a sum in right could carry.
func (w *HeadWord) carries() bool {
	return w.High&highBits != 0 || w.Low&highBits>>7*0x7f&w.Low != 0
}

func word[Bytes ~[]byte | ~string](text Bytes, offset int) uint64 {
	t := text[offset : offset+8]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}

// checkHead tries each byte at each position. It returns the first mistake, or "".
func checkHead(a *Automaton) string {
	n := a.Head.Bytes
	if n == 0 && len(a.Head.Words) == 0 && len(a.Head.Forks) == 0 {
		return ""
	}
	if len(a.Head.Words) != (n+7)/8 || n < 8 {
		return "wrong number of words in the head"
	}
	positions, forks, end := a.head(n)
	if end != a.Head.End || len(positions) != n {
		return "the head does not lead to its end"
	}
	if !slices.Equal(forks, a.Head.Forks) {
		return "the forks of the head disagree with the table"
	}
	for k, w := range a.Head.Words {
		if w.carries() {
			return "word " + strconv.Itoa(k) + " of the head has sums that carry"
		}
		offset := min(8*k, n-8)
		for i := range 8 {
			for b := range 256 {
				if w.right(uint64(b)<<(8*i))>>(8*i+7)&1 != 0 != positions[offset+i].Has(byte(b)) {
					return "byte " + strconv.Itoa(offset+i) + " of the head disagrees with the table"
				}
			}
		}
	}
	return ""
}

// head returns the bytes at the first n positions of strings, the forks, and the state after them. It stops before a byte
// that leads to several states which the next byte does not join again, or to a state with an event.
func (a *Automaton) head(n int) (positions []ByteSet, forks []fork, end State) {
	end = a.Start
	states := []State{end}
	for len(positions) < n {
		set, next := a.step(states)
		if len(next) == 0 || len(next) > 1 && len(states) > 1 {
			break
		}
		positions = append(positions, set)
		if len(states) > 1 {
			forks = append(forks, fork{len(positions) - 2, end, next[0]})
		}
		if states = next; len(states) == 1 {
			end = states[0]
		}
	}
	if len(states) > 1 { // a fork that is not joined
		positions = positions[:len(positions)-1]
	}
	return positions, forks, end
}

// step returns the transitions of some states: the bytes, and the states they lead to. It returns no states if a byte
// is not ASCII or leads to a state with an event.
func (a *Automaton) step(states []State) (set ByteSet, next []State) {
	for _, s := range states {
		for r, t := range a.Edges(s) {
			if r.Hi > 0x7f || a.low(a.Number(t)) != 0 {
				return set, nil
			}
			if !slices.Contains(next, t) {
				next = append(next, t)
			}
		}
		for w, word := range a.Follow(s) {
			set[w] |= word
		}
	}
	return set, next
}
