package ref

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// These functions return where a component lies, and report whether there is one. Types rule.Parts and
// Ref have methods that call them. All but Get are small enough to be inlined.

// Get is not inlined: it is for a component that is found at run time.
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

// Host is there, maybe empty, if an authority is.
func Host(c find.Cut) (dfa.Span, bool) { return inAuthority(c, c.Host(), min(c.Port()-1, c.Path())) }

func Port(c find.Cut) (dfa.Span, bool) { return between(c.Port(), c.Path()) }

// Path is always there; it may be empty.
func Path(c find.Cut) dfa.Span { return dfa.Span{Start: int(pathStart(c)), End: int(pathEnd(c))} }

func Query(c find.Cut) (dfa.Span, bool) { return between(c.Query(), queryEnd(c)) }

func Fragment(c find.Cut) (dfa.Span, bool) { return between(c.Fragment(), c.End()) }

// inAuthority returns the bytes from start to end. It returns false if no path begins after an authority:
// then there is no authority. An authority without slashes before it begins at 0.
func inAuthority(c find.Cut, start, end uint32) (dfa.Span, bool) {
	if c.Path() == 0 {
		return dfa.Span{}, false
	}
	return dfa.Span{Start: int(start), End: int(end)}, true
}

// between returns the bytes from start to end. It returns false if start is 0: these components begin
// after a delimiter, so 0 means absent.
func between(start, end uint32) (dfa.Span, bool) {
	if start == 0 {
		return dfa.Span{}, false
	}
	return dfa.Span{Start: int(start), End: int(end)}, true
}

// pathStart is where the path begins.
func pathStart(c find.Cut) uint32 { return max(c.Hier(), c.Path()) }

// pathEnd is where the path ends: before the first delimiter after it. That of an absent component is at
// 0 - 1, which is no less than any length.
func pathEnd(c find.Cut) uint32 { return min(c.Query()-1, c.Fragment()-1, c.End()) }

// queryEnd is where the query ends, or the path if there is none.
func queryEnd(c find.Cut) uint32 { return min(c.Fragment()-1, c.End()) }
