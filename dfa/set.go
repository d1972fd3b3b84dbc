package dfa

import (
	"iter"
	"math/bits"
	"strconv"
)

// ByteRange is the bytes from Lo to Hi, both included.
type ByteRange struct{ Lo, Hi byte }

// String prints a range as '0'-'9', a single byte as '0', bytes that are not
// printable ASCII in hexadecimal: 0x80-0xBF.
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

// ByteSet is a set of bytes; the zero value is empty. It is comparable.
type ByteSet [4]uint64

// Has reports whether b is in the set.
func (s ByteSet) Has(b byte) bool { return s[b>>6]>>(b&63)&1 != 0 }

// Add puts b into the set.
func (s *ByteSet) Add(b byte) { s[b>>6] |= 1 << (b & 63) }

// AddRange puts the bytes of r into the set.
func (s *ByteSet) AddRange(r ByteRange) {
	for b := int(r.Lo); b <= int(r.Hi); b++ {
		s.Add(byte(b))
	}
}

// Union returns the bytes that are in s or in t.
func (s ByteSet) Union(t ByteSet) ByteSet {
	return ByteSet{s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3]}
}

// Minus returns the bytes of s that are not in t.
func (s ByteSet) Minus(t ByteSet) ByteSet {
	return ByteSet{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2], s[3] &^ t[3]}
}

// Len returns the number of bytes in the set.
func (s ByteSet) Len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

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

// String lists the ranges, separated by blanks.
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

// quote prints a string of any bytes as ASCII.
func quote(text []byte) string { return strconv.QuoteToASCII(string(text)) }
