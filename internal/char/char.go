// Package char finds what a string has at a place: a character of UTF-8, ill-formed bytes, or the end.
// It names them for errors, and compares strings of ASCII.
package char

import (
	"strconv"
	"unicode/utf8"
)

// End is the Rune of the end of a string.
const End = -1

// A Char is what a string has at a place.
type Char struct {
	Rune  rune // End at the end, utf8.RuneError for bytes that are ill-formed
	bytes [utf8.UTFMax]byte
	size  uint8
}

// First returns what a string begins with. Ill-formed bytes are as many as could begin a
// character, at least one.
func First[Bytes ~[]byte | ~string](text Bytes) Char {
	var c Char
	Read(&c, text)
	return c
}

// Read sets c, which is zero, to what [First] returns, without a copy.
func Read[Bytes ~[]byte | ~string](c *Char, text Bytes) {
	if len(text) > 0 && text[0] < utf8.RuneSelf {
		c.Rune, c.bytes[0], c.size = rune(text[0]), text[0], 1
		return
	}
	n := copy(c.bytes[:], text)
	if n == 0 {
		c.Rune = End
		return
	}
	r, size := utf8.DecodeRune(c.bytes[:n])
	if r == utf8.RuneError && size == 1 {
		for size < n && !utf8.FullRune(c.bytes[:size]) && !utf8.FullRune(c.bytes[:size+1]) {
			size++
		}
	}
	c.Rune, c.size = r, uint8(size)
	clear(c.bytes[size:]) // which may be a secret
}

// Completed returns the first character that begins with some bytes.
func Completed(bytes []byte) Char {
	var c Char
	c.size = uint8(copy(c.bytes[:], bytes))
	for !utf8.FullRune(c.Bytes()) {
		c.size++
		for last := &c.bytes[c.size-1]; *last < 0xff; *last++ {
			if r, _ := utf8.DecodeRune(c.Bytes()); !utf8.FullRune(c.Bytes()) || r != utf8.RuneError {
				break
			}
		}
	}
	c.Rune, _ = utf8.DecodeRune(c.Bytes())
	return c
}

// Unfinished returns how many bytes of a character a string ends in, if it is not all there.
func Unfinished[Bytes ~[]byte | ~string](text Bytes) int {
	if len(text) > 0 && text[len(text)-1] < utf8.RuneSelf {
		return 0
	}
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if utf8.RuneStart(text[len(text)-n]) {
			var bytes [utf8.UTFMax]byte
			if utf8.FullRune(bytes[:copy(bytes[:], text[len(text)-n:])]) {
				return 0
			}
			return n
		}
	}
	return 0
}

// At returns what a string has at an offset: the character that holds it, or else what
// begins there.
func At[Bytes ~[]byte | ~string](text Bytes, offset int) Char {
	if c := First(text[offset-Unfinished(text[:offset]):]); !c.IllFormed() {
		return c
	}
	return First(text[offset:])
}

// Bytes returns the bytes; at the end there are no bytes.
func (c *Char) Bytes() []byte { return c.bytes[:c.size] }

// Len returns the number of bytes.
func (c *Char) Len() int { return int(c.size) }

// IllFormed reports whether the bytes are no character.
func (c *Char) IllFormed() bool { return c.Rune == utf8.RuneError && !utf8.Valid(c.Bytes()) }

// String names a character as 'a', 'é' (U+00E9) or U+200E, one of ASCII that cannot be
// seen as in Go, ill-formed bytes as 0xE2 0x82, and the end as "the end".
func (c Char) String() string { return string(c.Append(nil)) }

// Append appends what String returns.
func (c Char) Append(buf []byte) []byte {
	switch r := c.Rune; {
	case r == End:
		return append(buf, "the end"...)
	case c.IllFormed():
		return c.appendNumbers(buf)
	case r < utf8.RuneSelf && !strconv.IsPrint(r):
		return strconv.AppendQuoteRune(buf, r)
	case r < utf8.RuneSelf:
		return append(buf, '\'', byte(r), '\'')
	case strconv.IsPrint(r) && r != utf8.RuneError:
		buf = append(utf8.AppendRune(append(buf, '\''), r), "' ("...)
		return append(appendNumber(buf, r), ')')
	default:
		return appendNumber(buf, r)
	}
}

const hex = "0123456789ABCDEF"

// appendNumber appends U+ and at least four digits.
func appendNumber(buf []byte, r rune) []byte {
	buf = append(buf, "U+"...)
	for shift := 20; shift >= 0; shift -= 4 {
		if shift < 16 || r>>shift > 0 {
			buf = append(buf, hex[r>>shift&15])
		}
	}
	return buf
}

func (c *Char) appendNumbers(buf []byte) []byte {
	for i, b := range c.Bytes() {
		if i > 0 {
			buf = append(buf, ' ')
		}
		buf = appendHex(append(buf, "0x"...), b)
	}
	return buf
}

// appendHex appends the two hexadecimal digits of a byte.
func appendHex(buf []byte, b byte) []byte { return append(buf, hex[b>>4], hex[b&15]) }
