package dfa

import (
	"iter"
	"strconv"
)

// ByteRange is the range of bytes from Lo to Hi, inclusive.
type ByteRange struct{ Lo, Hi byte }

// String returns r in a form such as '0'-'9', '0' for a single byte, or 0x80-0xBF for bytes that are not printable
// ASCII.
func (r ByteRange) String() string {
	if r.Lo == r.Hi {
		return byteName(r.Lo)
	}
	return byteName(r.Lo) + "-" + byteName(r.Hi)
}

func byteName(b byte) string {
	if b > ' ' && b < 0x7f {
		return "'" + string(rune(b)) + "'"
	}
	const hex = "0123456789ABCDEF"
	return "0x" + string(hex[b>>4]) + string(hex[b&15])
}

// ByteSet is a set of bytes. The zero value is the empty set. It is comparable.
type ByteSet [4]uint64

// Has reports whether b is in the set.
func (s ByteSet) Has(b byte) bool { return s[b>>6]>>(b&63)&1 != 0 }

// Ranges yields the maximal ranges of the set in increasing order.
func (s ByteSet) Ranges() iter.Seq[ByteRange] {
	return func(yield func(ByteRange) bool) {
		for lo := 0; lo < 256; lo++ {
			if !s.Has(byte(lo)) {
				continue
			}
			hi := lo
			for hi < 255 && s.Has(byte(hi+1)) {
				hi++
			}
			if !yield(ByteRange{byte(lo), byte(hi)}) {
				return
			}
			lo = hi
		}
	}
}

// String returns the ranges of the set, separated by spaces.
func (s ByteSet) String() string {
	text := ""
	for r := range s.Ranges() {
		if text != "" {
			text += " "
		}
		text += r.String()
	}
	return text
}

func quote(text []byte) string { return strconv.QuoteToASCII(string(text)) }
