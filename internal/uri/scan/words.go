package scan

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

// classes returns the classes of the four bytes of t. One that does eight would be
// too long to be inlined.
func classes[Bytes ~[]byte | ~string](set *[256]uint8, t Bytes) uint64 {
	return uint64(set[t[0]]) | uint64(set[t[1]])<<8 | uint64(set[t[2]])<<16 | uint64(set[t[3]])<<24
}
