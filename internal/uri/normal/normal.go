// Package normal writes the normal form of a reference and reports whether a reference is in it (RFC
// 3986, section 6.2; RFC 3987, section 5.3; RFC 5952). Both work on the offsets of the components.
package normal

import (
	"unicode/utf8"

	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/ref"
)

// Steps is a set of steps of normalization.
type Steps uint8

// The steps. Each removes a difference between strings that RFC 3986 or RFC 3987 calls insignificant.
const (
	Case    Steps = 1 << iota // lower case in the scheme and in hosts of ASCII, upper case in percent-encoded octets
	Percent                   // no percent-encoded unreserved characters
	Dots                      // no dot segments, if there is a scheme or the path begins with a slash
	Scheme                    // no empty or default port, no default host and no empty path, if there is a scheme
	UTF8                      // no percent-encoded non-ASCII characters that RFC 3987 allows as they are
	IPv6                      // IPv6 addresses as RFC 5952 has them
)

// has reports whether a set has one of some steps.
func (s Steps) has(some Steps) bool { return s&some != 0 }

// A component is the string of one, and how its normal form differs from it, dot segments aside.
type component[B ref.Bytes] struct {
	text  B
	steps Steps
	lower bool // letters become lower case
	query bool // characters for private use are decoded
}

// next returns n octets of the normal form, and the width of what they come from in the string: one byte,
// or the percent-encoded octets of a character. The string must not be empty.
func (c *component[B]) next() (octets [utf8.UTFMax]byte, n, width int) {
	if c.text[0] == '%' {
		return c.pctEncoded()
	}
	octets[0] = c.text[0]
	if c.lower {
		octets[0] = char.Lower(octets[0])
	}
	return octets, 1, 1
}

// pctEncoded is next at the start of a percent-encoded octet.
func (c *component[B]) pctEncoded() (octets [utf8.UTFMax]byte, n, width int) {
	if octets, n = c.decode(); n == 0 {
		n = copy(octets[:], c.text[:percent.Size])
		if c.steps.has(Case) {
			percent.Append(octets[:0], percent.Octet(c.text))
		}
		return octets, n, n
	}
	if c.lower {
		octets[0] = char.Lower(octets[0])
	}
	return octets, n, n * percent.Size
}

// decode returns the character that the normal form has in place of the percent-encoded octets that the
// string begins with; n is 0 if they stay.
func (c *component[B]) decode() (octets [utf8.UTFMax]byte, n int) {
	set := percent.Unreserved()
	if c.steps.has(UTF8) {
		set = percent.IUnreserved(c.query)
	}
	octets, n = percent.Decode(c.text, set)
	if n == 1 && !c.steps.has(Percent) {
		return octets, 0
	}
	return octets, n
}

// A normalForm is that of a reference by some steps. It is not written: its components are decoded as they
// are read.
type normalForm[B ref.Bytes] struct {
	ref.Ref[B]
	steps Steps
}

// component returns a component of the normal form, and reports whether there is one. An authority is
// empty: its parts have its string.
func (f *normalForm[B]) component(k uri.Component) (component[B], bool) {
	text, ok := f.Get(k)
	if !ok || k == uri.ComponentPort && f.dropsPort() {
		return component[B]{}, false
	}
	c := component[B]{text: text, steps: f.steps}
	switch k {
	case uri.ComponentScheme:
		c.lower = f.steps.has(Case)
	case uri.ComponentAuthority:
		c.text = text[:0]
	case uri.ComponentHost:
		if f.schemeBased() && mayHaveDefaultHost(&f.Ref) && f.hasDefaultHost() {
			c.text = text[:0]
		}
		// Its case means nothing if all characters of its normal form are ASCII. Otherwise case mapping is a
		// matter of IDNA, and the case stays.
		c.lower = f.steps.has(Case) && c.isASCII()
	case uri.ComponentPath:
		if begin := f.Cut.Authority(); len(text) == 0 && f.schemeBased() && begin != 0 {
			c.text = f.Text[begin-1 : begin] // a slash
		}
	case uri.ComponentQuery:
		c.query = true
	}
	return c, true
}

// schemeBased reports whether step Scheme applies.
func (f *normalForm[B]) schemeBased() bool { return f.steps.has(Scheme) && f.HasScheme() }

// removesDots reports whether step Dots applies: if there is a scheme, or the path begins with a
// slash, as RFC 3986, section 5.2.2, removes the dot segments of such a path whatever the base is.
// Those of other relative references say where they lead.
func removesDots[B ref.Bytes](r *ref.Ref[B], steps Steps) bool {
	return steps.has(Dots) && (r.HasScheme() || ref.Rooted(r.Path()))
}

func (f *normalForm[B]) removesDots() bool { return removesDots(&f.Ref, f.steps) }

// isASCII reports whether all characters of the normal form are ASCII.
func (c component[B]) isASCII() bool {
	for len(c.text) > 0 {
		n := beforePctEncoded(c.text)
		if percent.BeyondASCII(c.text[:n]) > 0 {
			return false
		}
		if c.text = c.text[n:]; len(c.text) == 0 {
			break
		}
		octets, _, width := c.pctEncoded()
		if octets[0] >= utf8.RuneSelf {
			return false
		}
		c.text = c.text[width:]
	}
	return true
}
