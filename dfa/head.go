package dfa

import (
	"slices"
	"strconv"
)

// Head is the fixed prefix of all strings of a language, such as dates: Bytes bytes that lead to the state End,
// whichever valid bytes they are. A state on the way depends only on the offset, or on two bytes in between, as for
// hours from 00 to 23. So a run can check eight bytes at once, while the steps of an automaton wait for each other. No
// state on the way has an event in its low bits. Words covers the prefix, eight bytes at a time; the last word ends
// with the prefix.
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
// first. Valid are the ASCII characters that are in a range when the bits of Fold are set: Low is 0x80 minus the first
// character of the range, High is 0x7f minus the last one.
type HeadWord struct{ Fold, Low, High uint64 }

const highBits = 0x8080808080808080

// right sets the highest bit of each byte that is valid. No sum carries into the next byte: without the highest bits,
// both terms are at most 0x7f and 0x80.
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

// head returns the bytes at the first n positions of strings, the forks, and the state after them. It stops at a
// position whose bytes lead to several states that are not a fork, or to a state with an event.
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
	if len(states) > 1 {
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
