package fault

import (
	"bytes"
	"math/bits"
	"strconv"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
)

// Words describes a set of bytes, and the end of the string if that is possible too, in the words of
// the grammar: rules whose strings may follow, then characters.
func Words(set dfa.ByteSet, end bool) string { return string(appendWords(nil, set, end)) }

// appendWords appends what Words returns: names with commas between, and "or" before the last.
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
	last := bytes.LastIndex(buf[begin:], []byte(comma))
	if last < 0 {
		return buf
	}
	last += begin
	return append(buf[:last], " or "+string(buf[last+len(comma):])...)
}

// comma stands between names.
const comma = ", "

// foldRules covers a set by rules all of whose first bytes are in it, always taking the one that
// covers most of what is left. It returns which of the FirstSets it took, as bits, and what no rule
// covers.
func foldRules(set dfa.ByteSet) (taken uint, rest dfa.ByteSet) {
	rest = set
	for {
		best, most := -1, 0
		for i := range language.FirstSets {
			if n := covered(&language.FirstSets[i].Bytes, &set, &rest); n > most {
				best, most = i, n
			}
		}
		if best < 0 {
			return taken, rest
		}
		taken |= 1 << best
		rest = rest.Minus(language.FirstSets[best].Bytes)
	}
}

// covered returns how many bytes of rest are in a subset of set, 0 if it is not a subset.
func covered(subset, set, rest *dfa.ByteSet) (n int) {
	for i, word := range subset {
		if word&^set[i] != 0 {
			return 0
		}
		n += bits.OnesCount64(word & rest[i])
	}
	return n
}

// describe appends bytes, each with a comma after it: first the characters that rules list one by one,
// in the order of the grammar, then the others. A letter in both cases is named once.
func describe(buf []byte, rest dfa.ByteSet) []byte {
	for i := range language.FirstSets {
		for _, b := range []byte(language.FirstSets[i].Literals) {
			if rest.Has(b) {
				buf = appendByte(buf, b)
				rest = rest.Minus(single(b))
			}
		}
	}
	if rest == (dfa.ByteSet{}) {
		return buf
	}
	for b := byte('A'); b <= 'Z'; b++ {
		if rest.Has(char.Lower(b)) {
			rest = rest.Minus(single(b))
		}
	}
	for r := range rest.Ranges() {
		buf = describeRange(buf, r)
	}
	return buf
}

// describeRange names one or two characters one by one, more bytes by their ends.
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
	return append(strconv.AppendQuote(buf, string(rune(b))), comma...)
}

func single(b byte) dfa.ByteSet {
	var set dfa.ByteSet
	set.Add(b)
	return set
}

// firstSet returns the bytes that the strings of a rule begin with.
func firstSet(rule string) *dfa.ByteSet {
	for i := range language.FirstSets {
		if f := &language.FirstSets[i]; f.Rule == rule {
			return &f.Bytes
		}
	}
	return new(dfa.ByteSet)
}

func digits() *dfa.ByteSet { return firstSet("DIGIT") }
func isDigit(b byte) bool  { return digits().Has(b) }
func isHex(b byte) bool    { return firstSet("HEXDIG").Has(b) }
