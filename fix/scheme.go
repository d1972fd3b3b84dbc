package fix

import (
	"strings"
	"unicode"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// localhost is a host without a dot that people mean.
const localhost = "localhost"

// parts repairs a reference component by component, after what is missing at its beginning.
func (r *repair) parts() error {
	s := r.unbroken(r.rest())
	if rest := afterScheme(s); rest != s {
		r.opaque = !strings.HasPrefix(rest, slash) && !strings.HasPrefix(rest, backslash)
	} else if r.Relative {
		r.keepFirstSegment()
	} else if dfa.Match(language.Scheme.Automaton, r.Scheme) {
		r.addScheme(strings.ReplaceAll(s, backslash, slash))
	}
	return r.walk()
}

// afterScheme returns what stands after the scheme of a string and its colon, all of the string if
// there is no scheme.
func afterScheme(s string) string {
	if n := dfa.Prefix(language.Scheme.Automaton, s); n > 0 && strings.HasPrefix(s[n:], colon) {
		return s[n+len(colon):]
	}
	return s
}

// addScheme adds a scheme to a reference, which is s with slashes and without breaks, and the slashes
// before a host unless they are there. What does not begin with a host gets no scheme.
func (r *repair) addScheme(s string) {
	switch {
	case strings.HasPrefix(s, slash+slash):
		r.change(Scheme, "", r.Scheme+colon)
	case r.addColon(s, r.Scheme), r.addColon(s, "http"), r.addColon(s, "https"):
	case mayBeginWithHost(s):
		r.change(Scheme, "", r.Scheme+colon+slash+slash)
	}
}

// addColon adds the colon after a scheme, and reports whether it is missing or mistyped. A host of
// that name, followed by two slashes, is none that people mean.
func (r *repair) addColon(s, scheme string) bool {
	n := len(scheme)
	if len(s) < n || !strings.EqualFold(s[:n], scheme) {
		return false
	}
	for _, typed := range [...]string{";//", "//:", "//"} {
		end := n + len(typed)
		if !strings.HasPrefix(s[n:], typed) {
			continue
		}
		if begin := r.rest(); strings.HasPrefix(strings.ReplaceAll(begin, backslash, slash), s[:end]) { // else there are breaks in it
			r.becomes(begin[:n], begin[:n])
			r.change(Scheme, begin[n:end], colon+slash+slash)
		}
		return true
	}
	return false
}

// mayBeginWithHost reports whether a string begins with what may be a host, perhaps after a userinfo: a
// name with a letter and a dot, localhost, or an IP address. So 2024-01-01, 12:30, N/A and none do not.
func mayBeginWithHost(s string) bool {
	for i := range len(s) {
		if s[i] == '/' || s[i] == '?' || s[i] == '#' {
			s = s[:i]
			break
		}
	}
	s = s[strings.LastIndex(s, at)+1:]
	if n := dfa.Prefix(language.IPv4Address.Automaton, s); n > 0 && (n == len(s) || s[n] == ':') {
		return true
	}
	if s != "" && s[0] == '[' {
		return true
	}
	name, _, _ := strings.Cut(s, colon)
	return strings.EqualFold(name, localhost) || strings.Contains(name, dot) && strings.ContainsFunc(name, unicode.IsLetter)
}

// keepFirstSegment puts a dot segment before a first segment with a colon.
func (r *repair) keepFirstSegment() {
	s := r.rest()
	if n := strings.IndexAny(s, slash+backslash+question+hash); n >= 0 {
		s = s[:n]
	}
	if strings.Contains(s, colon) {
		r.change(FirstSegment, "", dot+slash)
	}
}
