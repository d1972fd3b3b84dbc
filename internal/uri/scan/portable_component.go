package scan

import (
	"math/bits"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
)

// A component is read eight bytes a step. Their roles (uri.Plan.Class) are the lanes of a word, which this table shows
// in hexadecimal, the lowest lane first:
//
//	string   w     .     o     r     g     /     a     %
//	word     13    03    13    13    13    41    17    04
//	inHost   .     .     .     .     .     stop  .     stop
//	inPath   .     .     .     .     .     .     .     stop
//
// A component goes on while each lane equals uri.Text in the bits of the component's mask. A byte that does not stop a
// host does not stop a path, and one that does not stop a path does not stop a query. So the next component can
// continue with the same word under its own mask; to look up the word again would take a twentieth more time.
const (
	wordSize = 8
	ordinary = char.Lanes * uri.Text

	inHost  = char.Lanes * (uri.Text | uri.Delim)
	inPath  = char.Lanes * (uri.Text | uri.Tail)
	inQuery = char.Lanes * uri.Text // and in a fragment

	delim = uri.Text | uri.Delim
)

// A cursor is a word of roles, and its offset in a string.
type cursor struct {
	at   int
	word uint64
}

// startAt returns a cursor at the word before an offset, of which nothing is left to read.
func startAt(offset int) cursor { return cursor{offset - wordSize, ordinary} }

// passed returns p without the delimiter at an offset, so that the next component does not stop there.
func (p cursor) passed(at int) cursor {
	lane := uint(at-p.at) * 8 & 63
	p.word = p.word&^(0xff<<lane) | uri.Text<<lane
	return p
}

// component reads on from p under a mask, in at least wordSize bytes. It returns the cursor and the offset at its end,
// and the delimiter there, which is 0 at the end of s, and earlier if the automaton must decide.
func component[Bytes ~[]byte | ~string](a *uri.Language, s Bytes, p cursor, mask uint64) (last cursor, end int, delimiter uint8) {
	set := &a.Plan.Class
	at, word := p.at, p.word
	stop := (word ^ ordinary) & mask
	for runs := 0; ; runs++ {
		for stop == 0 {
			if at += wordSize; at <= len(s)-wordSize {
				t := s[at : at+wordSize]
				word = rolesOf4(set, t[:4]) | rolesOf4(set, t[4:8])<<32
			} else { // the rest of s, and 0 from its end on, which stops
				t := s[len(s)-wordSize:]
				word = (rolesOf4(set, t[:4]) | rolesOf4(set, t[4:8])<<32) >> (uint(at+wordSize-len(s)) * 8)
			}
			stop = (word ^ ordinary) & mask
		}
		lane := bits.TrailingZeros64(stop) & 56
		end = at + lane/8
		if delimiter = uint8(word>>lane) & delim; delimiter != 0 || end == len(s) {
			return cursor{at, word}, end, delimiter
		}
		next := encoded(a, s, end)
		if next == end || dense(runs, end) {
			return cursor{at, word}, end, 0
		}
		at, stop = next-wordSize, 0
	}
}

// dense reports whether the automaton is faster, given the offset reached and the number of runs of percent-encoded
// octets or non-ASCII characters in a component. A run takes as long as a dozen steps of the automaton.
func dense(runs, offset int) bool { return runs > 8 && runs > offset/16 }

// encoded returns the end of the run of percent-encoded octets or of non-ASCII characters that begins at s[at].
func encoded[Bytes ~[]byte | ~string](a *uri.Language, s Bytes, at int) int {
	if s[at] >= 0x80 {
		return nonASCII(a, s, at)
	}
	set := &a.Plan.Class
	for at+2 < len(s) && set[s[at]]&digit == uri.Hex && set[s[at+1]]&set[s[at+2]]&digit == digit {
		at += 3
	}
	return at
}

// digit is the bits of a hexadecimal digit. A percent sign has only one of them.
const digit = uri.Text | uri.Hex

// nonASCII returns the end of the run of non-ASCII characters at s[begin] if all of them act as ordinary bytes.
// Otherwise it returns the start of some character before which all do. It steps them in a path, which is enough for
// every component by the claim returns of package plan.
func nonASCII[Bytes ~[]byte | ~string](a *uri.Language, s Bytes, begin int) int {
	const stride = 64 // least distance of the values of good
	classes, trans, path := a.Classes, a.Trans, int(a.Plan.Path)
	state, end, good := path, begin, begin
	for ; end < len(s) && s[end] >= 0x80 && state != int(dfa.Dead); end++ {
		if end-good >= stride && state == path {
			good = end
		}
		state = int(trans[state+int(classes[s[end]])])
	}
	if state == path {
		return end
	}
	return good
}

// rolesOf4 returns the roles of the four bytes of t. With eight bytes, it would be too long to be inlined.
func rolesOf4[Bytes ~[]byte | ~string](set *[256]uint8, t Bytes) uint64 {
	return uint64(set[t[0]]) | uint64(set[t[1]])<<8 | uint64(set[t[2]])<<16 | uint64(set[t[3]])<<24
}
