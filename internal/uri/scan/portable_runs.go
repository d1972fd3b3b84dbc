package scan

import (
	"math/bits"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// This file finds out how far something goes that is not made of letters: a port,
// percent triples, characters from 0x80 up, a host in brackets.

// port returns where the port that begins at text[i] ends. It returns -1 if neither the end of the
// text nor the delimiter of a path, query or fragment follows: then the text has a userinfo, or is
// wrong.
func port[Bytes ~[]byte | ~string](set *[256]uint8, text Bytes, i int) int {
	for i < len(text) && set[text[i]]&uri.Digit != 0 {
		i++
	}
	if i < len(text) {
		if c := set[text[i]] & delim; c != uri.Slash && c != uri.Query && c != uri.Fragment {
			return -1
		}
	}
	return i
}

// triples returns the end of what the mask allows from text[i] on, percent triples included. Word
// has the classes of the first eight bytes. The end is never inside a triple; it is the beginning
// of a broken one.
//
// All triples of a word are checked at once: the two lanes behind a percent sign
// have to be hexadecimal digits, be it in the next word.
func triples[Bytes ~[]byte | ~string](set *[256]uint8, text Bytes, i int, mask, word uint64) int {
	carry := uint64(0) // lanes of this word that belong to a triple begun in the last one
	for {
		hex := word / uri.Hex & Lanes
		percent := hex &^ (word / uri.Text)
		broken := (percent<<8 | percent<<16 | carry) &^ (hex &^ percent)
		if stop := (word^letters)&mask&^(percent*uri.Text) | broken; stop != 0 {
			lane := uint(bits.TrailingZeros64(stop)) & 56
			i += int(lane / 8)
			if broken>>lane&1 != 0 {
				return percentBefore(set, text, i)
			}
			return i
		}
		carry = percent>>56 | percent>>48
		i += 8
		if i <= len(text)-8 {
			t := text[i : i+8]
			word = classes(set, t[:4]) | classes(set, t[4:8])<<32
		} else {
			t := text[len(text)-8:]
			word = (classes(set, t[:4]) | classes(set, t[4:8])<<32) >> (uint(i+8-len(text)) * 8)
		}
	}
}

// percentBefore returns the offset of the percent sign that is one or two places
// in front of text[i].
func percentBefore[Bytes ~[]byte | ~string](set *[256]uint8, text Bytes, i int) int {
	if set[text[i-1]]&(uri.Hex|uri.Text) == uri.Hex {
		return i - 1
	}
	return i - 2
}

// dense reports whether a number of bytes has so many runs of characters from 0x80 up that the
// automaton is faster. The way into a run and out of it takes as long as a dozen steps of the
// automaton.
func dense(runs, bytes int) bool { return runs > 8 && runs > bytes/16 }

// foreign returns where the run of characters from 0x80 up that begins at text[i] ends, if all of
// them act as letters. Else it returns the beginning of a character in front of which all do, i at
// worst. Characters that act as letters in a path do so everywhere: this is a claim of the plan.
func foreign[Bytes ~[]byte | ~string](a *uri.Language, text Bytes, i int) int {
	const step = 64 // what is gone through twice at most
	classes, trans, path := a.Classes, a.Trans, int(a.Plan.Path)
	s, end, good := path, i, i
	for ; end < len(text) && text[end] >= 0x80 && s != int(dfa.Dead); end++ {
		if end-good >= step && s == path {
			good = end
		}
		s = int(trans[s+int(classes[text[end]])])
	}
	if s == path {
		return end
	}
	return good
}

// brackets returns where the host in brackets that begins at text[i] ends. It returns i if there is
// no such host, or if something else goes on behind the brackets.
func brackets[Bytes ~[]byte | ~string](a *uri.Language, text Bytes, i int) int {
	plan := a.Plan
	if text[i] != plan.Bracket || plan.Bracket == 0 {
		return i
	}
	classes, trans, s := a.Classes, a.Trans, int(plan.Inside)
	for end := i + 1; end < len(text) && s != int(dfa.Dead); end++ {
		s = int(trans[s+int(classes[text[end]])])
		if s != int(plan.Behind) {
			continue
		}
		if end++; end < len(text) && a.Next(plan.Behind, text[end]) == dfa.Dead {
			return i
		}
		return end
	}
	return i
}
