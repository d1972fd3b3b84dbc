package fix

import (
	"bytes"
	"slices"
	"unicode"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// localhost is a host without a dot that people mean.
const localhost = "localhost"

// parts repairs a reference component by component, after what is missing at its beginning. Colon is the first one in
// what may stay, or negative.
func (r *repair) parts(colon int) error {
	first, s := r.beginning(colon)
	if rest, ok := afterScheme(s); ok {
		r.opaque = !beginsWithSlash(rest)
	} else if r.Relative {
		r.keepFirstSegment()
	} else {
		r.addScheme(first, s)
	}
	return r.walk()
}

// beginning returns the first part, and what it begins with: this, its delimiter and two bytes more, or all. Both are
// without breaks.
func (r *repair) beginning(colon int) (first, s []byte) {
	s = r.rest()
	n := 0
	if colon < 0 && !r.Relative {
		n = r.last.at // so far it may be a scheme, which has neither delimiters nor breaks
	}
	part := n + len(firstPart(s[n:]))
	end := min(part+len("//:"), len(s))
	if slices.ContainsFunc(s[n:end], isWhitespace) {
		s = unbroken(s)
		return firstPart(s), s
	}
	return s[:part], s[:end]
}

// beginsWithSlash reports whether s begins with a slash or a backslash, after a break or without.
func beginsWithSlash(s []byte) bool {
	if run := whitespace(s); hasBreak(run) {
		s = s[len(run):]
	}
	return len(s) > 0 && char.IsSlash(s[0])
}

// hasSlashes reports whether s begins with two slashes or backslashes.
func hasSlashes(s []byte) bool { return len(s) >= 2 && char.IsSlash(s[0]) && char.IsSlash(s[1]) }

// afterScheme returns what stands after the scheme of a string and its colon, and whether there is one.
func afterScheme(s []byte) ([]byte, bool) {
	n := bytes.IndexByte(s, ':')
	if n < 0 || !dfa.Match(language.Scheme.Automaton, s[:n]) {
		return nil, false
	}
	return s[n+1:], true
}

// addScheme adds a scheme to a reference, which begins with a first part and is s without breaks, and the slashes before
// a host unless they are there. What does not begin with a host gets no scheme.
func (r *repair) addScheme(first, s []byte) {
	state := dfa.Run(r.language.Automaton, r.state, r.Scheme)
	if r.language.Context(state) != uri.ContextScheme {
		return // there is none to add
	}
	switch {
	case hasSlashes(s):
		r.change(Scheme, 0, r.Scheme+":")
	case r.addColon(s, r.Scheme), r.addColon(s, "http"), r.addColon(s, "https"):
	case mayBeginWithHost(first):
		const slashes = "://"
		r.result, r.state = append(append(r.result, r.Scheme...), slashes...), dfa.Run(r.language.Automaton, state, slashes)
		r.changedTo(Scheme, 0, len(r.Scheme)+len(slashes))
	}
}

// addColon adds the colon after a scheme, and reports whether it is missing or mistyped. A host of
// that name, followed by two slashes, is none that people mean.
func (r *repair) addColon(s []byte, scheme string) bool {
	n := len(scheme)
	if len(s) < n {
		return false
	}
	typed := mistyped(s[n:])
	if typed == 0 || !char.EqualFold(s[:n], scheme) {
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

// mayBeginWithHost reports whether a first part begins with what may be a host, perhaps after a userinfo: a
// name with a letter and a dot, localhost, or an IP address. So 2024-01-01, 12:30, N/A and none do not.
func mayBeginWithHost(s []byte) bool {
	if bytes.IndexByte(s, '@') >= 0 { // hardly ever, which is found out sooner
		s = s[bytes.LastIndexByte(s, '@')+1:]
	}
	name := s
	if before, _, ok := bytes.Cut(s, []byte{':'}); ok {
		name = before
	}
	if bytes.IndexByte(name, '.') >= 0 && bytes.ContainsFunc(name, unicode.IsLetter) || bytes.EqualFold(name, []byte(localhost)) {
		return true
	}
	n := dfa.Prefix(language.IPv4Address.Automaton, s)
	return n > 0 && (n == len(s) || s[n] == ':') || len(s) > 0 && s[0] == '['
}

// firstPart returns what stands in s before a path, a query or a fragment.
func firstPart(s []byte) []byte {
	for i, b := range s {
		if char.IsSlash(b) || b == '?' || b == '#' {
			return s[:i]
		}
	}
	return s
}

// keepFirstSegment puts a dot segment before a first segment with a colon.
func (r *repair) keepFirstSegment() {
	if bytes.IndexByte(firstPart(r.rest()), ':') >= 0 {
		r.change(FirstSegment, 0, "./")
	}
}
