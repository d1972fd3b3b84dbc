package ref

import (
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/scan"
)

// A Mode says what is not as in RFC 3986, section 5.2.2, strict.
type Mode struct {
	Verbatim bool // a reference with a scheme is the target as it stands
	Literal  bool // a path that begins with two slashes stays so without an authority
}

// Resolve appends the target of a reference to a buffer, and returns where the components of the
// target lie in the target. The base has a scheme, and so has the target.
func Resolve[B, R Bytes](buf []byte, base *Ref[B], r *Ref[R], m Mode) ([]byte, scan.Cut) {
	c := NewComposer(buf)
	dots := true
	switch {
	case r.HasScheme():
		buf = front(&c, buf, r, pathEnd(r.Cut))
		dots = !m.Verbatim
	case r.HasAuthority():
		buf = append(buf, base.Text[:base.Cut.Hier()]...)
		c.at.Hier = base.Cut.Hier()
		buf = front(&c, buf, r, pathEnd(r.Cut))
	case pathEnd(r.Cut) != 0:
		buf = merge(&c, buf, base, r)
	case r.Cut.Query() != 0:
		buf = front(&c, buf, base, pathEnd(base.Cut))
		dots = false
	default:
		buf = front(&c, buf, base, queryEnd(base.Cut))
		c.at.Query = base.Cut.Query()
		dots = false
	}
	if dots {
		buf = c.RemoveDots(buf)
	}
	if dots && !m.Literal {
		buf = c.GuardPath(buf)
	}
	buf = tail(&c, buf, r)
	return buf, c.End(buf)
}

// merge appends all of the base up to its path, and the path of the reference. If that does not
// begin with a slash, it stands behind the last slash of the base's (section 5.2.3).
func merge[B, R Bytes](c *Composer, buf []byte, base *Ref[B], r *Ref[R]) []byte {
	start, path := pathStart(base.Cut), r.Text[:pathEnd(r.Cut)]
	if path[0] == language.Slash {
		return append(front(c, buf, base, start), path...)
	}
	dir := base.Path()
	buf = front(c, buf, base, start+uint32(lastSlash(dir)+1))
	if len(dir) == 0 && base.HasAuthority() {
		buf = append(buf, language.Slash)
	}
	return append(buf, path...)
}

// lastSlash returns where the last slash of a path is, -1 if there is none.
func lastSlash[B Bytes](path B) int {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == language.Slash {
			return i
		}
	}
	return -1
}
