package ref

import (
	"math"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/scan"
)

// A Composer notes where the components of a reference lie while the caller composes it (RFC 3986,
// section 5.3) at the end of a buffer. The caller appends the text of each component, in their
// order, and calls the method of each delimiter between, which appends it:
//
//	scheme EndScheme BeginAuthority userinfo EndUserinfo host BeginPort port BeginPath path
//	BeginQuery query BeginFragment fragment End
//
// A component that is absent has no call. A path always has one. Methods take the buffer and return
// it, so that it may lie on the stack.
type Composer struct {
	start int // of the reference in the buffer
	path  int // where the path begins in the buffer
	at    scan.Offsets
}

// NewComposer is for a reference that is to stand behind what the buffer holds.
func NewComposer(buf []byte) Composer { return Composer{start: len(buf)} }

// here is the offset in the reference at which the next byte will stand. If that is too large, the
// length of the result is as well, and End will tell.
func (c *Composer) here(buf []byte) uint32 { return uint32(len(buf) - c.start) }

// EndScheme appends the delimiter behind a scheme.
func (c *Composer) EndScheme(buf []byte) []byte {
	buf = append(buf, language.Colon)
	c.at.Hier = c.here(buf)
	return buf
}

// BeginAuthority appends the delimiter in front of an authority.
func (c *Composer) BeginAuthority(buf []byte) []byte {
	buf = append(buf, language.Slash, language.Slash)
	c.at.Authority = c.here(buf)
	c.at.Host = c.at.Authority
	return buf
}

// EndUserinfo appends the delimiter behind a userinfo.
func (c *Composer) EndUserinfo(buf []byte) []byte {
	buf = append(buf, language.At)
	c.at.Host = c.here(buf)
	return buf
}

// BeginPort appends the delimiter in front of a port.
func (c *Composer) BeginPort(buf []byte) []byte {
	buf = append(buf, language.Colon)
	c.at.Port = c.here(buf)
	return buf
}

// BeginPath notes that the path begins.
func (c *Composer) BeginPath(buf []byte) []byte {
	c.path = len(buf)
	if c.at.Authority != 0 {
		c.at.Path = c.here(buf)
	}
	return buf
}

// RemoveDots removes the dot segments of the path, which ends the buffer.
func (c *Composer) RemoveDots(buf []byte) []byte {
	return buf[:c.path+removeDots(buf[c.path:])]
}

// GuardPath is for a path, which ends the buffer, that may begin with two slashes although there is
// no authority: it would be read as one. The dot segment that GuardPath puts in front changes
// nothing for who resolves or removes dot segments, and keeps the path a path.
func (c *Composer) GuardPath(buf []byte) []byte {
	path := buf[c.path:]
	if c.at.Authority == 0 && len(path) > 1 && path[0] == language.Slash && path[1] == language.Slash {
		buf = append(buf, 0, 0)
		path = buf[c.path:]
		copy(path[2:], path)
		path[0], path[1] = language.Slash, language.Dot
	}
	return buf
}

// BeginQuery appends the delimiter in front of a query.
func (c *Composer) BeginQuery(buf []byte) []byte {
	buf = append(buf, language.Question)
	c.at.Query = c.here(buf)
	return buf
}

// BeginFragment appends the delimiter in front of a fragment.
func (c *Composer) BeginFragment(buf []byte) []byte {
	buf = append(buf, language.Hash)
	c.at.Fragment = c.here(buf)
	return buf
}

// End returns where the components of the reference lie in the reference. It panics if that has 4
// GiB or more, which no offset can address.
func (c *Composer) End(buf []byte) scan.Cut {
	if uint64(len(buf)-c.start) > math.MaxUint32 {
		panic("iri: result of 4 GiB or more")
	}
	c.at.End = c.here(buf)
	return c.at.Pack()
}

// front appends the first n bytes of r, which end in the path or behind it, but in front of the
// query. Nothing was written before, or a scheme and r has none.
func front[B Bytes](c *Composer, buf []byte, r *Ref[B], n uint32) []byte {
	by, cut := c.here(buf), r.Cut
	buf = append(buf, r.Text[:n]...)
	c.path = len(buf) - int(n-pathStart(r.Cut))
	if cut.Hier() != 0 {
		c.at.Hier = cut.Hier()
	}
	if cut.Authority() == 0 {
		return buf
	}
	c.at.Authority, c.at.Host, c.at.Path = cut.Authority()+by, cut.Host()+by, cut.Path()+by
	if cut.Port() != 0 {
		c.at.Port = cut.Port() + by
	}
	return buf
}

// tail appends query and fragment of r, if it has them, with their delimiters.
func tail[B Bytes](c *Composer, buf []byte, r *Ref[B]) []byte {
	end, cut := pathEnd(r.Cut), r.Cut
	by := c.here(buf) - end // may wrap around, as the sums below then do
	buf = append(buf, r.Text[end:]...)
	if cut.Query() != 0 {
		c.at.Query = cut.Query() + by
	}
	if cut.Fragment() != 0 {
		c.at.Fragment = cut.Fragment() + by
	}
	return buf
}
