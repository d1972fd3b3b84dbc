package dfa

import "strconv"

// Strings of a language such as that of dates have a fixed prefix: each of its bytes leads to one state,
// whichever valid byte it is. So a run can check eight bytes at once. They need not wait for each other,
// as the steps of an automaton do.

// Head is the fixed prefix of all strings of a language: Bytes bytes that lead to End. No state on the way
// has an event in its low bits. Words covers the prefix, eight bytes at a time from the first on; the
// last word ends where the prefix does.
type Head struct {
	Bytes int
	End   State
	Words []HeadWord
}

// HeadWord is which bytes are valid at eight positions. Each of its numbers has a byte for each
// position, the lowest byte for the first one. Valid are the ASCII characters that lie in a range once
// the bits of Fold are set: Low is 0x80 less the first character of the range, High is 0x7f less the
// last one.
type HeadWord struct{ Fold, Low, High uint64 }

const highBits = 0x8080808080808080

// right returns a word with the highest bit of each byte that is valid. No sum carries from one
// byte to the next: with the highest bits out of the way, both terms are at most 0x80 and 0x7f.
func (w *HeadWord) right(text uint64) uint64 {
	folded := (text | w.Fold) &^ highBits
	return (folded + w.Low) &^ (folded + w.High) &^ text
}

// begins reports whether text begins with the fixed prefix. Text has as many bytes as that at least.
func begins[Bytes ~[]byte | ~string](a *Automaton, text Bytes) bool {
	n, right := a.Head.Bytes, uint64(highBits)
	for i := range a.Head.Words {
		w, t := &a.Head.Words[i], word(text, min(8*i, n-8))
		folded := (t | w.Fold) &^ highBits // as in HeadWord.right, which is not inlined here
		right &= (folded + w.Low) &^ (folded + w.High) &^ t
	}
	return right == highBits
}

// carries reports whether a byte of a term is larger than right assumes, so that a sum could carry.
func (w *HeadWord) carries() bool {
	return w.High&highBits != 0 || w.Low&highBits>>7*0x7f&w.Low != 0
}

// word returns the eight bytes of a string at an offset as a number.
func word[Bytes ~[]byte | ~string](text Bytes, offset int) uint64 {
	t := text[offset : offset+8]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}

func checkHead(a *Automaton) string {
	n := a.Head.Bytes
	if n == 0 && len(a.Head.Words) == 0 {
		return ""
	}
	if len(a.Head.Words) != (n+7)/8 || n < 8 {
		return "not as many words as the head needs"
	}
	positions, end := a.head(n)
	if end != a.Head.End || len(positions) != n {
		return "the head does not lead to its end"
	}
	for k, w := range a.Head.Words {
		if w.carries() {
			return "word " + strconv.Itoa(k) + " of the head has sums that carry"
		}
		offset := min(8*k, n-8)
		for i := range 8 {
			for b := range 256 {
				if w.right(uint64(b)<<(8*i))>>(8*i+7)&1 != 0 != positions[offset+i].Has(byte(b)) {
					return "byte " + strconv.Itoa(offset+i) + " of the head is not what the table says"
				}
			}
		}
	}
	return ""
}

// head returns the bytes that the strings may have at the first n positions, and the state after them.
// It stops at a position whose bytes lead to several states, or to one with an event.
func (a *Automaton) head(n int) (positions []ByteSet, end State) {
	end = a.Start
	for len(positions) < n {
		next := Dead
		for r, t := range a.Edges(end) {
			if next != Dead && next != t || r.Hi > 0x7f {
				return positions, end
			}
			next = t
		}
		if next == Dead || a.low(a.Number(next)) != 0 {
			break
		}
		positions, end = append(positions, a.Follow(end)), next
	}
	return positions, end
}
