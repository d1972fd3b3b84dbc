// Package bytescan finds the first byte of a string that is not in a set, by vector instructions if the processor has
// them.
package bytescan

//go:generate go -C ../uri/scan/_asm run ./bytescan -out ../../../bytescan/kernel_amd64.s

// Set is a set of bytes: byte b is in it if bit b>>4&7 is set in the entry of its low four bits, which is one of the
// first sixteen for ASCII, and one of the others for other bytes.
type Set [32]uint8

// Add adds b to the set.
func (s *Set) Add(b byte) { s[entry(b)] |= bit(b) }

// Has reports whether b is in the set.
func (s *Set) Has(b byte) bool { return s[entry(b)]&bit(b) != 0 }

func entry(b byte) byte { return b&15 | b>>7<<4 }
func bit(b byte) uint8  { return 1 << (b >> 4 & 7) }

func plain[Bytes ~[]byte | ~string](s *Set, text Bytes) int {
	for i := range len(text) {
		if !s.Has(text[i]) {
			return i
		}
	}
	return len(text)
}
