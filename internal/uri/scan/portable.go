package scan

import (
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// The portable path is the fast path in plain Go: for processors without a kernel, and for strings
// that a kernel has not accepted. Its steps are functions, in files in the order of the components:
//
//	portable_scheme.go     scheme, firstSegment
//	portable_authority.go  authority: userinfo, host and port
//	portable_component.go  component: the run of bytes that a component may have
//
// A step begins where the one before it has ended, and returns the delimiter there.

// Portable returns where the components of s lie, or from where the automaton has to decide. If the
// Result names a component, the automaton goes on at the end of the Cut, whose other offsets are right.
// For Undecided it begins at the start. The length of s must be less than 4 GiB.
func Portable[Bytes ~[]byte | ~string](a *uri.Language, s Bytes) (find.Cut, Result) {
	if a.Plan == nil || len(s) < wordSize {
		return find.Cut{}, Undecided
	}
	hier, begin, ok := scheme(a.Plan, s)
	if !ok {
		return find.Cut{}, Invalid
	}
	var host, port, path, query, fragment int
	p, end, delimiter := before(hier), hier, uint8(0)
	if begin > 0 {
		host = begin
		if p, end, delimiter = component(a, s, before(host), inHost); delimiter != uri.Slash {
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

// undecided returns from where the automaton has to decide about a string whose path begins at an
// offset, or whose first segment ends there. At the first byte of a component, and in what may still
// become an authority, the automaton is in another state than in the rest of the component. There it
// begins at the start of the string.
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

// portableAuthority is Portable for an authority. Offsets begin with it.
func portableAuthority[Bytes ~[]byte | ~string](a *uri.Language, s Bytes) (find.Cut, Result) {
	if a.Plan == nil || len(s) < wordSize {
		return find.Cut{}, Undecided
	}
	p, end, delimiter := component(a, s, before(0), inHost)
	_, host, port, end := authority(a, s, p, 0, end, delimiter)
	if end < len(s) {
		return find.Cut{}, Undecided
	}
	return find.CutAt(0, 0, host, port, end, 0, 0, end), Valid
}
