package normal

import (
	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/ref"
)

// Growth is the most bytes by which a normal form is longer: six for [::ffff:6464:6464], which becomes
// [::ffff:100.100.100.100], and one for the slash that replaces an empty path.
const Growth = 7

// Append appends the normal form of r to dst, and returns the offsets of its components. Of the components, only the
// port may be removed.
//
// Percent-encoded octets are decoded before all other steps: %41 is an upper-case letter, which becomes lower case, and
// %2E is a dot, which may be part of a dot segment.
func Append[B ref.Bytes](dst []byte, r ref.Ref[B], steps Steps) ([]byte, find.Cut) {
	f, w := normalForm[B]{r, steps}, ref.NewComposer(dst)
	for k := uri.ComponentScheme; k < uri.NumComponents; k++ {
		c, ok := f.component(k)
		if !ok {
			continue
		}
		dst = w.Begin(dst, k)
		switch {
		case k == uri.ComponentHost && f.hasAddress():
			dst = appendAddress(dst, f.address())
		case k == uri.ComponentPath && f.removesDots():
			dst = w.RemoveDots(c.appendTo(dst))
		default:
			dst = c.appendTo(dst)
		}
		dst = w.End(dst, k)
	}
	return dst, w.Cut(dst)
}

func (c *component[B]) appendTo(dst []byte) []byte {
	for len(c.text) > 0 {
		begin, n := len(dst), beforePctEncoded(c.text)
		dst = append(dst, c.text[:n]...)
		if c.lower {
			for i := range dst[begin:] {
				dst[begin+i] = char.Lower(dst[begin+i])
			}
		}
		if c.text = c.text[n:]; len(c.text) == 0 {
			break
		}
		octets, n, width := c.pctEncoded()
		dst = append(dst, octets[:n]...)
		c.text = c.text[width:]
	}
	return dst
}

// AppendURI appends r to dst, converted to a URI (RFC 3987, section 3.1), and returns the offsets of its components.
func AppendURI[B ref.Bytes](dst []byte, r ref.Ref[B]) ([]byte, find.Cut) {
	return convert(dst, &r, true)
}

// AppendIRI is like AppendURI, but converts r to an IRI (RFC 3987, section 3.2).
func AppendIRI[B ref.Bytes](dst []byte, r ref.Ref[B]) ([]byte, find.Cut) {
	return convert(dst, &r, false)
}

func convert[B ref.Bytes](dst []byte, r *ref.Ref[B], toURI bool) ([]byte, find.Cut) {
	w := ref.NewComposer(dst)
	for k := uri.ComponentScheme; k < uri.NumComponents; k++ {
		text, ok := r.Get(k)
		if !ok {
			continue
		}
		dst = w.Begin(dst, k)
		switch {
		case k == uri.ComponentAuthority:
		case toURI:
			dst = percent.AppendURI(dst, text)
		default:
			dst = percent.AppendIRI(dst, text, percent.IUnreserved(k == uri.ComponentQuery))
		}
		dst = w.End(dst, k)
	}
	return dst, w.Cut(dst)
}
