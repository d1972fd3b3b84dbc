package char

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
