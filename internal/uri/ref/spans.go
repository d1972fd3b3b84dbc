package ref

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// These functions return the span of a component, and report whether it is present. Methods of rule.Parts and Ref call
// them. All but Get are small enough to be inlined.

// Get returns the span of component k. It is slower than the function of a known component.
func Get(c find.Cut, k uri.Component) (dfa.Span, bool) {
	switch k {
	case uri.ComponentScheme:
		return Scheme(c)
	case uri.ComponentAuthority:
		return Authority(c)
	case uri.ComponentUserinfo:
		return Userinfo(c)
	case uri.ComponentHost:
		return Host(c)
	case uri.ComponentPort:
		return Port(c)
	case uri.ComponentPath:
		return Path(c), true
	case uri.ComponentQuery:
		return Query(c)
	case uri.ComponentFragment:
		return Fragment(c)
	}
	return dfa.Span{}, false
}

func Scheme(c find.Cut) (dfa.Span, bool) {
	if c.Hier() == 0 {
		return dfa.Span{}, false
	}
	return dfa.Span{End: int(c.Hier() - 1)}, true
}

// Authority includes userinfo and port.
func Authority(c find.Cut) (dfa.Span, bool) { return inAuthority(c, c.Authority(), c.Path()) }

func Userinfo(c find.Cut) (dfa.Span, bool) {
	if c.Host() == c.Authority() {
		return dfa.Span{}, false
	}
	return between(c.Authority(), c.Host()-1)
}

// Host is present, perhaps empty, if an authority is.
func Host(c find.Cut) (dfa.Span, bool) { return inAuthority(c, c.Host(), min(c.Port()-1, c.Path())) }

func Port(c find.Cut) (dfa.Span, bool) { return between(c.Port(), c.Path()) }

// Path is always present, perhaps empty.
func Path(c find.Cut) dfa.Span { return dfa.Span{Start: int(pathStart(c)), End: int(pathEnd(c))} }

func Query(c find.Cut) (dfa.Span, bool) { return between(c.Query(), queryEnd(c)) }

func Fragment(c find.Cut) (dfa.Span, bool) { return between(c.Fragment(), c.End()) }

// inAuthority returns the span from start to end if there is an authority, which is followed by a path. The start may
// be 0: an authority without slashes before it.
func inAuthority(c find.Cut, start, end uint32) (dfa.Span, bool) {
	if c.Path() == 0 {
		return dfa.Span{}, false
	}
	return dfa.Span{Start: int(start), End: int(end)}, true
}

// between returns the span from start to end, if start is not 0. These components follow a delimiter, so 0 means
// absent.
func between(start, end uint32) (dfa.Span, bool) {
	if start == 0 {
		return dfa.Span{}, false
	}
	return dfa.Span{Start: int(start), End: int(end)}, true
}

func pathStart(c find.Cut) uint32 { return max(c.Hier(), c.Path()) }

// pathEnd returns the end of the path: the first delimiter after it. If a component is absent, its delimiter is at 0-1,
// which is no less than any length.
func pathEnd(c find.Cut) uint32 { return min(c.Query()-1, c.Fragment()-1, c.End()) }

func queryEnd(c find.Cut) uint32 { return min(c.Fragment()-1, c.End()) }
