// Package char reads the character at a position of a string: a UTF-8 character, ill-formed bytes, or the end. It
// describes it for errors. It also has operations on ASCII.
package char

import (
	"strconv"
	"unicode/utf8"
)

// End is the Rune of a Char at the end of a string.
const End = -1

// A Char is the character at a position of a string.
type Char struct {
	Rune  rune // End at the end, utf8.RuneError for ill-formed bytes
	bytes [utf8.UTFMax]byte
	size  uint8
}

// First returns the character at the start of text. Ill-formed bytes are as many as could begin a character, at least
// one.
func First[Bytes ~[]byte | ~string](text Bytes) Char {
	var c Char
	Read(&c, text)
	return c
}

// Read sets c, which must be zero, to the result of [First].
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
	clear(c.bytes[size:]) // they may be secret
}

// Completed returns the first character whose encoding begins with bytes.
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

// Unfinished returns the number of bytes of an incomplete character at the end of text.
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

// At returns the character that contains the byte at an offset or, if this is ill-formed, the one that begins there.
func At[Bytes ~[]byte | ~string](text Bytes, offset int) Char {
	if c := First(text[offset-Unfinished(text[:offset]):]); !c.IllFormed() {
		return c
	}
	return First(text[offset:])
}

// Bytes returns the bytes of c, which has none at the end of a string.
func (c *Char) Bytes() []byte { return c.bytes[:c.size] }

// Len returns the number of bytes.
func (c *Char) Len() int { return int(c.size) }

// IllFormed reports whether the bytes are not a character.
func (c *Char) IllFormed() bool { return c.Rune == utf8.RuneError && !utf8.Valid(c.Bytes()) }

// String describes a character as 'a', 'é' (U+00E9) or U+200E; invisible ASCII as a Go literal; ill-formed bytes as
// 0xE2 0x82; and the end as "the end".
func (c Char) String() string { return string(c.Append(nil)) }

// Append appends the result of String.
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

func appendHex(buf []byte, b byte) []byte { return append(buf, hex[b>>4], hex[b&15]) }

// AppendEscaped appends the result of strconv.Quote without quotation marks. It does not allocate.
func AppendEscaped(buf, text []byte) []byte {
	for {
		n := 0
		for n < len(text) && ' ' <= text[n] && text[n] <= '~' && text[n] != '"' && text[n] != '\\' {
			n++
		}
		buf = append(buf, text[:n]...)
		if text = text[n:]; len(text) == 0 {
			return buf
		}
		_, n = utf8.DecodeRune(text)
		begin := len(buf)
		buf = strconv.AppendQuote(buf, string(text[:n])) // short enough for the stack
		buf = append(buf[:begin], buf[begin+1:len(buf)-1]...)
		text = text[n:]
	}
}

// Lower converts an ASCII letter to lower case, and returns other bytes unchanged.
func Lower(b byte) byte {
	if b-'A' < 26 {
		b += 'a' - 'A'
	}
	return b
}

// Slash is the delimiter of the segments of a path.
const Slash = "/"

// IsSlash reports whether b is a slash or a backslash, which Windows and the URL Standard treat as one.
func IsSlash(b byte) bool { return b == '/' || b == '\\' }

// BeginsWithDrive reports whether a Windows path begins with a drive letter (RFC 8089, appendix E.2) and a slash or
// backslash.
func BeginsWithDrive[Bytes ~[]byte | ~string](path Bytes) bool {
	return len(path) > 2 && Lower(path[0])-'a' < 26 && path[1] == ':' && IsSlash(path[2])
}

// EqualFold compares strings, ignoring the case of ASCII letters only: unlike for strings.EqualFold, U+212A is not a k.
func EqualFold[A, B ~[]byte | ~string](a A, b B) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if Lower(a[i]) != Lower(b[i]) {
			return false
		}
	}
	return true
}
