//go:build !purego

package bytescan

import "unsafe"

// level is the result of detect, or 0 before the first call of length.
//
//lint:ignore U1000 the kernel uses it
var level uint8

// detect sets level, always to the same value.
//
//lint:ignore U1000 the kernel calls it
func detect()

// length is Length for n bytes at p, at least 32. Without AVX2, it returns -1.
//
//go:noescape
func length(set *Set, p *byte, n int) int

const block = 32 // bytes that the kernel reads at a time, all within the string

// Length returns the number of bytes in text before the first byte that is not in the set, or len(text).
func Length[Bytes ~[]byte | ~string](s *Set, text Bytes) int {
	if len(text) >= block {
		// The first word of a string and of a slice is the address of the bytes.
		if n := length(s, *(**byte)(unsafe.Pointer(&text)), len(text)); n >= 0 {
			return n
		}
	}
	return plain(s, text)
}
