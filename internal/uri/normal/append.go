package normal

import (
	"example.org/iri/internal/char"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
	"example.org/iri/internal/uri/ref"
)

// Growth is how many bytes the normal form can be longer: six for [::ffff:6464:6464], which is written
// [::ffff:100.100.100.100], and one for a slash in place of an empty path.
const Growth = 7

// Append appends the normal form of a reference to dst, and returns where the components lie in it.
// Only a port can be there in the reference and not in the normal form.
//
// The order of the steps matters. Percent-encoded octets are decoded first: %41 is an upper-case letter,
// which becomes lower case, and %2E is a dot, which a dot segment may have.
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

// appendTo appends the normal form of a component.
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
