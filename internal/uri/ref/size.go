package ref

import "math"

// MaxSize is the length of the longest result: offsets have 32 bits. Tests lower it, and nothing else
// changes it.
var MaxSize uint64 = math.MaxUint32

// Fits reports whether offsets can address a result of n bytes. Functions of this package and of
// package internal/uri/normal compose a result of any length; the offsets of one that does not fit
// mean nothing.
func Fits(n uint64) bool { return n <= MaxSize }
