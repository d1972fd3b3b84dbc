//go:build !amd64 || purego

package bytescan

// Length returns how many bytes a string has before the first that is not in the set; len(text) if
// all are.
func Length[Bytes ~[]byte | ~string](s *Set, text Bytes) int { return plain(s, text) }
