package httpguard

import (
	"math/bits"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/scan"
)

// A clearText is the components of a kind in which there is nothing that a switch is about.
type clearText struct {
	all    *dfa.Automaton // which accepts them
	octets *dfa.ByteSet   // a triple of any other octet changes no more than a letter does
}

var (
	clearPath  = clearText{&language.ClearPath, &language.ClearPathOctets}
	clearHost  = clearText{&language.ClearHost, &language.ClearHostOctets}
	clearQuery = clearText{&language.ClearQuery, &language.ClearQueryOctets}
)

// isClear reports whether a component is one of these.
func isClear[B stringOrBytes](c *clearText, text B) bool {
	return isPlain(c, text) || dfa.Match(c.all, text)
}

// isPlain reports whether a component is clear as one can see eight bytes at a time: it begins with
// no dot, and has nothing beyond ASCII, no slash with a slash or a dot behind it, and no triple of
// one of the octets. Short components it leaves to the automaton.
//
// A percent sign has two digits behind it, as the component is valid. So scan.Zeros finds no
// others: it would take a $ for one right behind a percent sign only.
func isPlain[B stringOrBytes](c *clearText, text B) bool {
	if len(text) < 9 || text[0] == '.' {
		return false
	}
	for i := 0; ; i = min(i+8, len(text)-9) {
		word := scan.Load(text[i:])
		if isOdd(word, word>>8|uint64(text[i+8])<<56) {
			return false
		}
		triples := scan.Zeros(word^scan.Lanes*'%') & (scan.Lanes << 7)
		for ; triples != 0; triples &= triples - 1 {
			at := i + bits.TrailingZeros64(triples)/8
			if c.octets.Has(percent.Octet(text[at:])) {
				return false
			}
		}
		if i == len(text)-9 {
			return true
		}
	}
}

// isOdd reports whether a word has a byte beyond ASCII, or a slash with a slash or a dot behind it;
// next is the word that begins one byte later. Slash and dot are told by the bits that they have in
// common: should other bytes have them, they are odd, too.
func isOdd(word, next uint64) bool {
	const slash, differ = scan.Lanes * '/', scan.Lanes * ('/' ^ '.')
	return (word|scan.Zeros(word^slash|(next^slash)&^differ))&(scan.Lanes<<7) != 0
}
