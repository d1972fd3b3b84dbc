// Package normal computes the normal form of a reference and reports whether a reference is in normal form (RFC 3986,
// section 6.2; RFC 3987, section 5.3; RFC 5952).
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

// Each step removes a difference between strings that RFC 3986 or RFC 3987 calls insignificant.
const (
	Case    Steps = 1 << iota // lower case in the scheme and in ASCII hosts, upper case in percent-encoded octets
	Percent                   // unreserved characters are decoded
	Dots                      // no dot segments, if there is a scheme or the path begins with a slash
	Scheme                    // no empty or default port, no default host, no empty path, if there is a scheme
	UTF8                      // non-ASCII characters are decoded, if RFC 3987 allows them unencoded
	IPv6                      // IPv6 addresses in the form of RFC 5952
)

func (s Steps) has(some Steps) bool { return s&some != 0 }

// A component is a component of a reference, with the steps that apply to it, except Dots.
type component[B ref.Bytes] struct {
	text  B
	steps Steps
	lower bool // letters become lower case
	query bool // private-use characters are decoded
}

// next returns the next n octets of the normal form, and the width of their source in the text, which must not be
// empty: one byte, or the percent-encoded octets of a character.
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

// pctEncoded is like next, for text that begins with a percent-encoded octet.
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

// decode returns the character that replaces the percent-encoded octets at the start of the text. If they stay, n is 0.
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

// A normalForm is the normal form of a reference. It is computed on the fly while its components are read.
type normalForm[B ref.Bytes] struct {
	ref.Ref[B]
	steps Steps
}

// component returns a component of the normal form, and reports whether it is present. The text of an authority is
// empty, because its parts are components, too.
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
		// The host is lower-cased only if its normal form is ASCII. Otherwise case mapping is up to IDNA.
		c.lower = f.steps.has(Case) && c.isASCII()
	case uri.ComponentPath:
		if begin := f.Cut.Authority(); len(text) == 0 && f.schemeBased() && begin != 0 {
			c.text = f.Text[begin-1 : begin] // "/"
		}
	case uri.ComponentQuery:
		c.query = true
	}
	return c, true
}

func (f *normalForm[B]) schemeBased() bool { return f.steps.has(Scheme) && f.HasScheme() }

// removesDots reports whether step Dots applies to r: if it has a scheme, or if the path begins with a slash, so that
// resolution against any base removes the dot segments (RFC 3986, section 5.2.2). The dot segments of other relative
// references matter.
func removesDots[B ref.Bytes](r *ref.Ref[B], steps Steps) bool {
	return steps.has(Dots) && (r.HasScheme() || ref.Rooted(r.Path()))
}

func (f *normalForm[B]) removesDots() bool { return removesDots(&f.Ref, f.steps) }

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
