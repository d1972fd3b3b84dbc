//go:build !purego

package bytescan

import "unsafe"

// level is 0 until the first call of length, which lets detect find out what the processor has.
//
//lint:ignore U1000 the kernel uses it
var level uint8

// detect sets level, always to the same.
//
//lint:ignore U1000 the kernel calls it
func detect()

// length returns how many of n bytes, at least 32, are in a set until one is not; -1 without AVX2.
//
//go:noescape
func length(set *Set, p *byte, n int) int

const block = 32 // the kernel reads so many bytes at once, and none outside the string

// Length returns how many bytes a string has before the first that is not in the set; len(text) if
// all are.
func Length[Bytes ~[]byte | ~string](s *Set, text Bytes) int {
	if len(text) >= block {
		// The first word of a string and of a slice is where the bytes are.
		if n := length(s, *(**byte)(unsafe.Pointer(&text)), len(text)); n >= 0 {
			return n
		}
	}
	return plain(s, text)
}
