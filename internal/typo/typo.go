// Package typo compares short words for typing mistakes.
package typo

import "strings"

// Near reports whether a and b differ by at most one inserted, deleted or replaced letter, or two exchanged neighbours.
func Near(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	n := 0
	for n < len(a) && a[n] == b[n] {
		n++
	}
	a, b = a[n:], b[n:]
	switch len(b) - len(a) {
	case 0:
		return a == "" || a[1:] == b[1:] || len(a) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]
	case 1:
		return a == b[1:]
	}
	return false
}

// SameLetters reports whether two words are anagrams.
func SameLetters(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(b) {
		if strings.Count(a, b[i:i+1]) != strings.Count(b, b[i:i+1]) {
			return false
		}
	}
	return true
}
