package normal

import (
	"unicode/utf8"

	"example.org/iri/internal/uri/ref"
)

// Equal reports whether two references have the same normal form. It writes neither.
func Equal(x, y ref.Ref[string], steps Steps) bool {
	if x.Text == y.Text {
		return true
	}
	if Is(&x, steps) && Is(&y, steps) {
		return false
	}
	f, g := normalForm[string]{x, steps}, normalForm[string]{y, steps}
	return equalParts(f.scheme, g.scheme) &&
		f.HasAuthority() == g.HasAuthority() &&
		equalParts(f.userinfo, g.userinfo) &&
		equalHosts(&f, &g) &&
		equalParts(f.port, g.port) &&
		equalPaths(&f, &g) &&
		equalParts(f.queryPart, g.queryPart) &&
		equalParts(f.fragment, g.fragment)
}

// equalParts compares a component that may be absent. The arguments are methods of forms.
func equalParts(f, g func() (component[string], bool)) bool {
	a, has := f()
	b, hasToo := g()
	return has == hasToo && equal(a, b)
}

func equalHosts(f, g *normalForm[string]) bool {
	if f.steps.has(IPv6) {
		a, is := f.address()
		b, isToo := g.address()
		if is || isToo {
			return is == isToo && a == b
		}
	}
	return equalParts(f.host, g.host)
}

// equalPaths compares paths of forms that both have a scheme, or both have none. If they have none,
// only a path that begins with a slash loses dot segments, and it keeps that slash.
func equalPaths(f, g *normalForm[string]) bool {
	if !f.removesDots() || !g.removesDots() {
		return equal(f.path(), g.path())
	}
	a, b := f.path(), g.path()
	encoded := f.steps.has(Percent)
	for s, t := ref.Climb(a.text, encoded), ref.Climb(b.text, encoded); ; {
		var more, moreToo bool
		a.text, more = s.Next()
		b.text, moreToo = t.Next()
		if more != moreToo || !equal(a, b) {
			return false
		}
		if !more {
			return true
		}
	}
}

// equal compares the normal forms of two components, dot segments aside.
func equal(a, b component[string]) bool {
	s, t := reader{rest: a}, reader{rest: b}
	for {
		c, more := s.next()
		d, moreToo := t.next()
		if c != d || more != moreToo {
			return false
		}
		if !more {
			return true
		}
	}
}

// A reader yields the normal form of a component byte by byte.
type reader struct {
	rest   component[string]
	octets [utf8.UTFMax]byte
	begin  int // octets[begin:end] is still to come
	end    int
}

func (r *reader) next() (b byte, ok bool) {
	if r.begin == r.end {
		if r.rest.text == "" {
			return 0, false
		}
		octets, n, width := r.rest.next()
		r.octets, r.begin, r.end = octets, 0, n
		r.rest.text = r.rest.text[width:]
	}
	b = r.octets[r.begin]
	r.begin++
	return b, true
}
