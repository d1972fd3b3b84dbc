package normal

import (
	"unicode/utf8"

	"example.org/iri/internal/uri"
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
	for k := uri.ComponentScheme; k < uri.NumComponents; k++ {
		if !equalIn(&f, &g, k) {
			return false
		}
	}
	return true
}

// equalIn compares a component, which may be absent.
func equalIn(f, g *normalForm[string], k uri.Component) bool {
	if k == uri.ComponentPath && f.removesDots() && g.removesDots() {
		return equalPaths(f, g)
	}
	if k == uri.ComponentHost && f.hasAddress() {
		return g.hasAddress() && f.address() == g.address()
	}
	a, has := f.component(k)
	b, hasToo := g.component(k)
	return has == hasToo && equal(a, b)
}

// equalPaths compares paths that lose their dot segments. Both forms have a scheme, or both have none. If
// they have none, only a path that begins with a slash loses dot segments, and it keeps that slash.
func equalPaths(f, g *normalForm[string]) bool {
	a, _ := f.component(uri.ComponentPath)
	b, _ := g.component(uri.ComponentPath)
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
