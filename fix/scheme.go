package fix

import (
	"bytes"
	"unicode"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
)

// localhost is a host without a dot that people mean.
const localhost = "localhost"

// parts repairs a reference component by component, after what is missing at its beginning.
func (r *repair) parts() error {
	s := r.unbroken(r.rest())
	if rest, ok := afterScheme(s); ok {
		r.opaque = len(rest) == 0 || !isSlash(rest[0])
	} else if r.Relative {
		r.keepFirstSegment()
	} else if dfa.Match(language.Scheme.Automaton, r.Scheme) {
		r.addScheme(s)
	}
	return r.walk()
}

const slash = "/"

// isSlash reports whether a byte is a slash or a backslash.
func isSlash(b byte) bool { return b == '/' || b == '\\' }

// hasSlashes reports whether s begins with two slashes or backslashes.
func hasSlashes(s []byte) bool { return len(s) >= 2 && isSlash(s[0]) && isSlash(s[1]) }

// afterScheme returns what stands after the scheme of a string and its colon, and whether there is one.
func afterScheme(s []byte) ([]byte, bool) {
	if n := dfa.Prefix(language.Scheme.Automaton, s); n > 0 && n < len(s) && s[n] == ':' {
		return s[n+1:], true
	}
	return nil, false
}

// addScheme adds a scheme to a reference, which is s without breaks, and the slashes before a host unless
// they are there. What does not begin with a host gets no scheme.
func (r *repair) addScheme(s []byte) {
	switch {
	case hasSlashes(s):
		r.change(Scheme, 0, r.Scheme+":")
	case r.addColon(s, r.Scheme), r.addColon(s, "http"), r.addColon(s, "https"):
	case mayBeginWithHost(s):
		r.change(Scheme, 0, r.Scheme+"://")
	}
}

// addColon adds the colon after a scheme, and reports whether it is missing or mistyped. A host of
// that name, followed by two slashes, is none that people mean.
func (r *repair) addColon(s []byte, scheme string) bool {
	n := len(scheme)
	if len(s) < n || !char.EqualFold(s[:n], scheme) {
		return false
	}
	typed := mistyped(s[n:])
	if typed == 0 {
		return false
	}
	if begin := r.rest(); bytes.HasPrefix(begin, s[:n+typed]) { // else there are breaks in it
		r.write(n, string(begin[:n]))
		r.change(Scheme, typed, "://")
	}
	return true
}

// mistyped returns the length of what people write for :// at the beginning of s, 0 if there is no such thing.
func mistyped(s []byte) int {
	switch {
	case len(s) > 0 && s[0] == ';' && hasSlashes(s[1:]):
		return len(";//")
	case hasSlashes(s) && len(s) > 2 && s[2] == ':':
		return len("//:")
	case hasSlashes(s):
		return len("//")
	}
	return 0
}

// mayBeginWithHost reports whether a string begins with what may be a host, perhaps after a userinfo: a
// name with a letter and a dot, localhost, or an IP address. So 2024-01-01, 12:30, N/A and none do not.
func mayBeginWithHost(s []byte) bool {
	s = beforeAny(s, `/\?#`)
	s = s[bytes.LastIndexByte(s, '@')+1:]
	if n := dfa.Prefix(language.IPv4Address.Automaton, s); n > 0 && (n == len(s) || s[n] == ':') {
		return true
	}
	if len(s) > 0 && s[0] == '[' {
		return true
	}
	name, _, _ := bytes.Cut(s, []byte(":"))
	return bytes.EqualFold(name, []byte(localhost)) || bytes.IndexByte(name, '.') >= 0 && bytes.ContainsFunc(name, unicode.IsLetter)
}

// beforeAny returns what stands in s before any of some bytes of ASCII.
func beforeAny(s []byte, chars string) []byte {
	if n := bytes.IndexAny(s, chars); n >= 0 {
		return s[:n]
	}
	return s
}

// keepFirstSegment puts a dot segment before a first segment with a colon.
func (r *repair) keepFirstSegment() {
	if bytes.IndexByte(beforeAny(r.rest(), `/\?#`), ':') >= 0 {
		r.change(FirstSegment, 0, "./")
	}
}
