// Package char stands in for internal/char in generated packages without imports. It decodes by
// range loops, and names by their numbers all characters but those of ASCII that can be seen.
package char

// A Char is what a text has at a place.
type Char struct {
	Rune rune // -1 at the end, U+FFFD for bytes that are ill-formed
	b    byte // the one at the place
	bad  bool // the byte is in no character
}

// At returns what a text has at an offset: the character that holds it, or else the byte there.
func At[Bytes ~[]byte | ~string](text Bytes, offset int) Char {
	if offset == len(text) {
		return Char{Rune: -1}
	}
	for start := max(offset-3, 0); start <= offset; start++ {
		r, size := first(string(text[start:min(start+4, len(text))]))
		if start+size > offset && (r != illFormed || size > 1) {
			return Char{Rune: r, b: text[offset]}
		}
	}
	return Char{illFormed, text[offset], true}
}

const illFormed = '\uFFFD'

// first returns the character that a text begins with and its length in bytes, which is 1 if the
// bytes are ill-formed.
func first(text string) (r rune, size int) {
	for i, next := range text {
		if i > 0 {
			return r, i
		}
		r = next
	}
	return r, len(text)
}

// String names a character as 'a' or U+00E9, a byte in no character as 0xE2, and the end as
// "the end".
func (c Char) String() string {
	const hex = "0123456789ABCDEF"
	switch {
	case c.Rune < 0:
		return "the end"
	case c.bad:
		return "0x" + string(hex[c.b>>4]) + string(hex[c.b&15])
	case ' ' <= c.Rune && c.Rune <= '~':
		return "'" + string(c.Rune) + "'"
	}
	name := ""
	for r := c.Rune; r > 0 || len(name) < 4; r >>= 4 {
		name = string(hex[r&15]) + name
	}
	return "U+" + name
}
