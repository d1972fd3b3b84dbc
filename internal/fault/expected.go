package fault

import (
	"bytes"
	"math/bits"

	"example.org/iri/dfa"

	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/walk"
)

// Words describes a set of bytes, and the end of the string if end is true, in the words of the grammar: first rules
// whose strings may follow, then characters. For a compact list, a greedy set cover chooses the rules.
func Words(set dfa.ByteSet, end bool) string { return string(appendWords(nil, set, end)) }

func appendWords(buf []byte, set dfa.ByteSet, end bool) []byte {
	begin := len(buf)
	taken, rest := foldRules(set)
	for i := range language.FirstSets {
		if taken>>i&1 != 0 {
			buf = append(append(buf, language.FirstSets[i].Rule...), comma...)
		}
	}
	buf = describe(buf, rest)
	if end {
		buf = append(buf, "end"+comma...)
	}
	if len(buf) == begin {
		return append(buf, "nothing"...) // the zero Rule
	}
	buf = buf[:len(buf)-len(comma)]
	last := begin + bytes.LastIndex(buf[begin:], []byte(comma))
	if last < begin {
		return buf
	}
	buf = append(buf, or[len(comma):]...) // room, since or is longer
	copy(buf[last+len(or):], buf[last+len(comma):])
	copy(buf[last:], or)
	return buf
}

// Separators of names, and the one before the last name.
const (
	comma = ", "
	or    = " or "
)

// foldRules covers a set by rules whose first bytes are a subset of it, each time by the rule that covers most of the
// rest. It returns these FirstSets as bits, and the bytes that no rule covers.
func foldRules(set dfa.ByteSet) (taken uint, rest dfa.ByteSet) {
	rest = set
	for {
		best, most := -1, 0
		for i := range language.FirstSets {
			first := &language.FirstSets[i].Bytes
			if n := common(first, &rest); n > most && walk.Minus(*first, set) == (dfa.ByteSet{}) {
				best, most = i, n
			}
		}
		if best < 0 {
			return taken, rest
		}
		taken |= 1 << best
		rest = walk.Minus(rest, language.FirstSets[best].Bytes)
	}
}

func common(x, y *dfa.ByteSet) int {
	return bits.OnesCount64(x[0]&y[0]) + bits.OnesCount64(x[1]&y[1]) + bits.OnesCount64(x[2]&y[2]) + bits.OnesCount64(x[3]&y[3])
}

// describe appends bytes with commas: literals of rules in the order of the grammar, then others, letters without case.
func describe(buf []byte, rest dfa.ByteSet) []byte {
	for i := range language.FirstSets {
		for _, b := range []byte(language.FirstSets[i].Literals) {
			if rest.Has(b) {
				buf = appendByte(buf, b)
				remove(&rest, b)
			}
		}
	}
	if rest == (dfa.ByteSet{}) {
		return buf
	}
	for b := byte('A'); b <= 'Z'; b++ {
		if rest.Has(char.Lower(b)) {
			remove(&rest, b)
		}
	}
	for r := range rest.Ranges() {
		buf = describeRange(buf, r)
	}
	return buf
}

// describeRange names one or two characters each, longer ranges by their ends.
func describeRange(buf []byte, r dfa.ByteRange) []byte {
	if r.Hi-r.Lo > 1 || r.Hi >= 0x80 {
		return append(append(buf, r.String()...), comma...)
	}
	for b := int(r.Lo); b <= int(r.Hi); b++ {
		buf = appendByte(buf, byte(b))
	}
	return buf
}

func appendByte(buf []byte, b byte) []byte {
	return append(append(char.AppendEscaped(append(buf, '"'), []byte{b}), '"'), comma...)
}

func remove(set *dfa.ByteSet, b byte) { set[b>>6] &^= 1 << (b & 63) }

func firstSet(rule string) *dfa.ByteSet {
	for i := range language.FirstSets {
		if f := &language.FirstSets[i]; f.Rule == rule {
			return &f.Bytes
		}
	}
	return new(dfa.ByteSet)
}
