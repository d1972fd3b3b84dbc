package ref

import "math"

// MaxSize is the length of the longest result, because offsets have 32 bits. Only tests change it.
var MaxSize uint64 = math.MaxUint32

// Fits reports whether offsets can address a result of n bytes. Functions of this package and of package
// internal/uri/normal return results of any length; the offsets of a result that does not fit are meaningless.
func Fits(n uint64) bool { return n <= MaxSize }
