package normal

import (
	"example.org/iri/internal/char"
	"example.org/iri/internal/uri/ref"
	"example.org/iri/internal/uri/scan"
)

// Growth is how many bytes the normal form can be longer: six for [::ffff:6464:6464], which is written
// [::ffff:100.100.100.100], and one for a slash in place of an empty path.
const Growth = 7

// Append appends the normal form of a reference to dst, and returns where the components lie in it.
// Only a port can be there in the reference and not in the normal form.
//
// The order of the rules matters: triples are decoded before letters become small ones, since %41 is
// one, and before dot segments are removed, since %2E is a dot.
func Append[B ref.Bytes](dst []byte, r ref.Ref[B], steps Steps) ([]byte, scan.Cut) {
	f, w := normalForm[B]{r, steps}, ref.NewComposer(dst)
	if c, ok := f.scheme(); ok {
		dst = w.EndScheme(c.appendTo(dst))
	}
	if f.HasAuthority() {
		dst = appendAuthority(&w, dst, &f)
	}
	dst = f.path().appendTo(w.BeginPath(dst))
	if f.removesDots() {
		dst = w.GuardPath(w.RemoveDots(dst))
	}
	if c, ok := f.queryPart(); ok {
		dst = c.appendTo(w.BeginQuery(dst))
	}
	if c, ok := f.fragment(); ok {
		dst = c.appendTo(w.BeginFragment(dst))
	}
	return dst, w.End(dst)
}

func appendAuthority[B ref.Bytes](w *ref.Composer, dst []byte, f *normalForm[B]) []byte {
	dst = w.BeginAuthority(dst)
	if c, ok := f.userinfo(); ok {
		dst = w.EndUserinfo(c.appendTo(dst))
	}
	if addr, ok := f.address(); ok {
		dst = appendAddress(dst, addr)
	} else {
		host, _ := f.host()
		dst = host.appendTo(dst)
	}
	if c, ok := f.port(); ok {
		dst = c.appendTo(w.BeginPort(dst))
	}
	return dst
}

// appendTo appends the normal form of a component.
func (c component[B]) appendTo(dst []byte) []byte {
	for len(c.text) > 0 {
		begin, n := len(dst), beforeTriple(c.text)
		dst = append(dst, c.text[:n]...)
		if c.lower {
			for i := range dst[begin:] {
				dst[begin+i] = char.Lower(dst[begin+i])
			}
		}
		if c.text = c.text[n:]; len(c.text) == 0 {
			break
		}
		octets, n, width := c.triple()
		dst = append(dst, octets[:n]...)
		c.text = c.text[width:]
	}
	return dst
}
