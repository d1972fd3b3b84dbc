package scan

import (
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// The portable path is the fast path in plain Go, for processors without kernels and for strings that a kernel has not
// accepted. Its steps are functions: scheme and firstSegment, authority, and component for all other components. Each
// begins where the one before it ended, and returns the delimiter at its end.

// Portable returns the components of s, or the offset from which the automaton must continue. If the Result names a
// component, the automaton continues at the end of the Cut, whose other offsets are right; if it is Undecided, at the
// start. The length of s must be less than 4 GiB.
func Portable[Bytes ~[]byte | ~string](a *uri.Language, s Bytes) (find.Cut, Result) {
	if a.Plan == nil || len(s) < wordSize {
		return find.Cut{}, Undecided
	}
	hier, begin, ok := scheme(a.Plan, s)
	if !ok {
		return find.Cut{}, Invalid
	}
	var host, port, path, query, fragment int
	p, end, delimiter := startAt(hier), hier, uint8(0)
	if begin > 0 {
		host = begin
		if p, end, delimiter = component(a, s, startAt(host), inHost); delimiter != uri.Slash {
			p, host, port, end = authority(a, s, p, begin, end, delimiter)
		}
		path = end
	} else if hier == 0 {
		p, end = firstSegment(a, s)
	}
	if end < 0 {
		return find.Cut{}, Undecided
	}
	tail := end
	p, end, delimiter = component(a, s, p, inPath)
	if delimiter == uri.Query {
		query = end + 1
		p, end, delimiter = component(a, s, p, inQuery)
	}
	if delimiter == uri.Fragment {
		fragment = end + 1
		_, end, _ = component(a, s, p.passed(end), inQuery)
	}
	c := find.CutAt(hier, begin, host, port, path, query, fragment, end)
	if end == len(s) {
		return c, Valid
	}
	return undecided(a.Plan, s, c, tail)
}

// undecided returns the offset from which the automaton must continue. Path is the offset of the path, or of the end of
// the first segment. At the first byte of a component, and in a possible authority, the automaton is in another state
// than in the rest of the component; then it begins at the start of the string.
func undecided[Bytes ~[]byte | ~string](plan *uri.Plan, s Bytes, c find.Cut, path int) (find.Cut, Result) {
	begin, v := path, UndecidedPath
	switch {
	case c.Fragment() > 0:
		begin, v = int(c.Fragment()), UndecidedFragment
	case c.Query() > 0:
		begin, v = int(c.Query()), UndecidedQuery
	case c.Authority() == 0 && delimiterAt(&plan.Class, s, path) == uri.Slash:
		begin++
	}
	if int(c.End()) <= begin {
		return find.Cut{}, Undecided
	}
	return c, v
}

// portableAuthority is Portable for a string that is an authority.
func portableAuthority[Bytes ~[]byte | ~string](a *uri.Language, s Bytes) (find.Cut, Result) {
	if a.Plan == nil || len(s) < wordSize {
		return find.Cut{}, Undecided
	}
	p, end, delimiter := component(a, s, startAt(0), inHost)
	_, host, port, end := authority(a, s, p, 0, end, delimiter)
	if end < len(s) {
		return find.Cut{}, Undecided
	}
	return find.CutAt(0, 0, host, port, end, 0, 0, end), Valid
}
