package char

// Lanes times a byte is the word with that byte in each lane. A lane is a byte of a word.
const Lanes = 0x0101010101010101

// Zeros has the highest bit of the lowest lane of a word that is zero, and maybe of others above it;
// it has none if there is no such lane. Its other bits mean nothing.
func Zeros(word uint64) uint64 { return (word - Lanes) &^ word }

// Load returns the first eight bytes of t, the first in the lowest bits. The
// compiler makes one load of it.
func Load[Bytes ~[]byte | ~string](t Bytes) uint64 {
	_ = t[7]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}

// IsASCII reports whether all characters are ASCII.
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

// AreFamiliar reports whether all characters are ASCII, or from U+00C0 to U+02FF, U+0400 to U+047F or U+4000 to
// U+9FFF. These are visible, run from left to right or in no direction, and are in normalization form C in every
// string.
func AreFamiliar[Bytes ~[]byte | ~string](text Bytes) bool {
	for len(text) >= 8 {
		if Load(text)&(Lanes<<7) != 0 && !begunByFamiliar(text[:8]) {
			return false
		}
		text = text[8:]
	}
	return begunByFamiliar(text)
}

// begunByFamiliar is AreFamiliar for each byte that begins a character.
func begunByFamiliar[Bytes ~[]byte | ~string](text Bytes) bool {
	for i := range len(text) {
		if b := text[i]; b >= 0xC0 && (b < 0xC3 || b > 0xCB && b < 0xD0 || b > 0xD1 && b < 0xE4 || b > 0xE9) {
			return false
		}
	}
	return true
}
