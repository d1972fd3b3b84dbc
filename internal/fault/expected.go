package fault

import (
	"strconv"
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
)

// Words describes a set of bytes, and the end of the text if that is possible
// too, in the words of the grammar: rules whose texts may follow, then characters.
func Words(set dfa.ByteSet, end bool) string {
	list, rest := foldRules(set)
	list = append(list, describe(rest)...)
	if end {
		list = append(list, "end")
	}
	if len(list) == 0 {
		return "nothing" // the zero Rule
	}
	first, last := list[:len(list)-1], list[len(list)-1]
	if len(first) == 0 {
		return last
	}
	return strings.Join(first, ", ") + " or " + last
}

// foldRules covers a set by rules all of whose first bytes are in it, always
// taking the one that covers most of what is left. It returns their names in the
// order of the list, and what no rule covers.
func foldRules(set dfa.ByteSet) (names []string, rest dfa.ByteSet) {
	rest = set
	taken := make([]bool, len(language.FirstSets))
	for {
		best, most := -1, 0
		for i, f := range language.FirstSets {
			gain := rest.Len() - rest.Minus(f.Bytes).Len()
			if gain > most && f.Bytes.Minus(set).Len() == 0 {
				best, most = i, gain
			}
		}
		if best < 0 {
			break
		}
		taken[best] = true
		rest = rest.Minus(language.FirstSets[best].Bytes)
	}
	for i, f := range language.FirstSets {
		if taken[i] {
			names = append(names, f.Rule)
		}
	}
	return names, rest
}

// describe lists bytes: first the characters that rules list one by one, in the
// order of the grammar, then the others. A letter in both cases is named once.
func describe(rest dfa.ByteSet) []string {
	var list []string
	for _, f := range language.FirstSets {
		for _, b := range []byte(f.Literals) {
			if rest.Has(b) {
				list = append(list, strconv.Quote(string(rune(b))))
				rest = rest.Minus(single(b))
			}
		}
	}
	for b := byte('A'); b <= 'Z'; b++ {
		if rest.Has(char.Lower(b)) {
			rest = rest.Minus(single(b))
		}
	}
	for r := range rest.Ranges() {
		list = append(list, describeRange(r)...)
	}
	return list
}

// describeRange names one or two characters one by one, more bytes by their ends.
func describeRange(r dfa.ByteRange) []string {
	if r.Hi-r.Lo > 1 || r.Hi >= 0x80 {
		return []string{r.String()}
	}
	var list []string
	for b := r.Lo; b <= r.Hi; b++ {
		list = append(list, strconv.Quote(string(rune(b))))
	}
	return list
}

func single(b byte) dfa.ByteSet {
	var set dfa.ByteSet
	set.Add(b)
	return set
}

// firstSet returns the bytes that the texts of a rule begin with.
func firstSet(rule string) (set dfa.ByteSet) {
	for _, f := range language.FirstSets {
		if f.Rule == rule {
			return f.Bytes
		}
	}
	return set
}

func digits() dfa.ByteSet    { return firstSet("DIGIT") }
func hexDigits() dfa.ByteSet { return firstSet("HEXDIG") }
