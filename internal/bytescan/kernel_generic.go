//go:build !amd64 || purego

package bytescan

// Length returns the number of bytes in text before the first byte that is not in the set, or len(text).
func Length[Bytes ~[]byte | ~string](s *Set, text Bytes) int { return plain(s, text) }
