package char

import "math/bits"

// Lanes times a byte is a word with that byte in each lane. A lane is a byte of a word.
const Lanes = 0x0101010101010101

// Zeros sets the highest bit of the lowest lane that is zero, and perhaps of higher lanes. Without such a lane, it sets
// none of the highest bits. Other bits are arbitrary.
func Zeros(word uint64) uint64 { return (word - Lanes) &^ word }

// Load returns the first eight bytes of t, the first in the lowest bits. It compiles to one load.
func Load[Bytes ~[]byte | ~string](t Bytes) uint64 {
	_ = t[7]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}

// LoadShort is Load for fewer than eight bytes, with zeros for the others.
func LoadShort[Bytes ~[]byte | ~string](t Bytes) (word uint64) {
	for i := len(t) - 1; i >= 0; i-- {
		word = word<<8 | uint64(t[i])
	}
	return word
}

// IsASCII reports whether all bytes are ASCII.
func IsASCII[Bytes ~[]byte | ~string](text Bytes) bool {
	var all uint64
	n := len(text)
	if n >= 8 {
		for i := 0; i < n-8; i += 8 {
			all |= Load(text[i:])
		}
		return (all|Load(text[n-8:]))&(Lanes<<7) == 0
	}
	for i := range n {
		all |= uint64(text[i])
	}
	return all < 0x80
}

// AreFamiliar reports whether all characters are ASCII, or from U+00C0 to U+02FF, U+0400 to U+047F or U+4000 to U+9FFF.
// These are visible, have a neutral direction or run from left to right, and are in normalization form C in every
// string.
func AreFamiliar[Bytes ~[]byte | ~string](text Bytes) bool {
	for len(text) >= 8 {
		if !BeginFamiliar(Load(text)) {
			return false
		}
		text = text[8:]
	}
	return BeginFamiliar(LoadShort(text))
}

// BeginFamiliar is AreFamiliar for the characters that begin in a word.
func BeginFamiliar(word uint64) bool {
	flaws := uint64(0)
	for first := word & (word << 1) & (Lanes << 7); first != 0; first &= first - 1 { // bytes from 0xC0 on
		flaws |= unfamiliar >> (word >> (bits.TrailingZeros64(first) - 7) & 0x3F)
	}
	return flaws&1 == 0
}

// unfamiliar has a bit for each byte from 0xC0 on, set if the characters that begin with it are not familiar.
const unfamiliar = (1<<3 - 1) | (1<<16 - 1<<12) | (1<<36 - 1<<18) | (1<<64 - 1<<42)
