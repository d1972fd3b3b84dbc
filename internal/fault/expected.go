package fault

import (
	"strconv"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
)

// Words describes a set of bytes, and the end of the string if that is possible too, in the words of
// the grammar: rules whose strings may follow, then characters.
func Words(set dfa.ByteSet, end bool) string { return string(appendWords(nil, set, end)) }

func appendWords(buf []byte, set dfa.ByteSet, end bool) []byte {
	l := list{buf: buf, begin: len(buf), last: -1}
	taken, rest := foldRules(set)
	for i, f := range language.FirstSets {
		if taken>>i&1 != 0 {
			l.add()
			l.buf = append(l.buf, f.Rule...)
		}
	}
	l.describe(rest)
	if end {
		l.add()
		l.buf = append(l.buf, "end"...)
	}
	return l.done()
}

// A list is names with commas between and "or" before the last.
type list struct {
	buf         []byte
	begin, last int // where the list and its last comma are in buf; last is -1 without a comma
}

// add makes room for another name, which the caller appends.
func (l *list) add() {
	if len(l.buf) > l.begin {
		l.last = len(l.buf)
		l.buf = append(l.buf, ", "...)
	}
}

// done returns the list, which names at least "nothing", for the zero Rule.
func (l *list) done() []byte {
	switch {
	case len(l.buf) == l.begin:
		return append(l.buf, "nothing"...)
	case l.last < 0:
		return l.buf
	}
	l.buf = append(l.buf, "or"...) // of " or " in place of ", "
	copy(l.buf[l.last+len(" or "):], l.buf[l.last+len(", "):])
	copy(l.buf[l.last:], " or ")
	return l.buf
}

// foldRules covers a set by rules all of whose first bytes are in it, always taking the one that
// covers most of what is left. It returns which of the FirstSets it took, as bits, and what no rule
// covers.
func foldRules(set dfa.ByteSet) (taken uint, rest dfa.ByteSet) {
	rest = set
	for {
		best, most, left := -1, 0, rest.Len()
		for i := range language.FirstSets {
			f := &language.FirstSets[i].Bytes
			if gain := left - rest.Minus(*f).Len(); gain > most && f.Minus(set) == (dfa.ByteSet{}) {
				best, most = i, gain
			}
		}
		if best < 0 {
			return taken, rest
		}
		taken |= 1 << best
		rest = rest.Minus(language.FirstSets[best].Bytes)
	}
}

// describe adds bytes: first the characters that rules list one by one, in the order of the grammar,
// then the others. A letter in both cases is named once.
func (l *list) describe(rest dfa.ByteSet) {
	if rest == (dfa.ByteSet{}) {
		return
	}
	for i := range language.FirstSets {
		for _, b := range []byte(language.FirstSets[i].Literals) {
			if rest.Has(b) {
				l.quote(b)
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
		l.describeRange(r)
	}
}

// describeRange names one or two characters one by one, more bytes by their ends.
func (l *list) describeRange(r dfa.ByteRange) {
	if r.Hi-r.Lo > 1 || r.Hi >= 0x80 {
		l.add()
		l.buf = append(l.buf, r.String()...)
		return
	}
	for b := r.Lo; b <= r.Hi; b++ {
		l.quote(b)
	}
}

func (l *list) quote(b byte) {
	l.add()
	l.buf = strconv.AppendQuote(l.buf, string(rune(b)))
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
