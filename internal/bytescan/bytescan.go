// Package bytescan finds the first byte of a string that is not in a set, by vector instructions
// where the processor has them. It is generic, and knows nothing of automata.
package bytescan

//go:generate go -C ../uri/scan/_asm run ./bytescan -out ../../../bytescan/kernel_amd64.s

// Set is a set of bytes, in the form that the kernel wants: byte b is bit b>>4&7 of the entry of
// its four low bits, among the first sixteen entries if it is ASCII, else among the others.
type Set [32]uint8

// Add puts b into the set.
func (s *Set) Add(b byte) { s[entry(b)] |= bit(b) }

// Has reports whether b is in the set.
func (s *Set) Has(b byte) bool { return s[entry(b)]&bit(b) != 0 }

func entry(b byte) byte { return b&15 | b>>7<<4 }
func bit(b byte) uint8  { return 1 << (b >> 4 & 7) }

// plain is Length byte by byte.
func plain[Bytes ~[]byte | ~string](s *Set, text Bytes) int {
	for i := range len(text) {
		if !s.Has(text[i]) {
			return i
		}
	}
	return len(text)
}
