package ref

import (
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

// here is the offset in the reference at which the next byte will stand. If it is too large for an
// offset, so is the length of the result: see Fits.
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
	buf, _ = removeDots(buf, c.path, len(buf))
	return buf
}

// GuardPath is for a path, which ends the buffer, that may be read otherwise without an authority: see
// guardPath.
func (c *Composer) GuardPath(buf []byte) []byte {
	if c.at.Authority != 0 {
		return buf
	}
	return guardPath(buf, c.path, len(buf), c.at.Hier != 0)
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

// End returns where the components of the reference lie in the reference.
func (c *Composer) End(buf []byte) scan.Cut {
	c.at.End = c.here(buf)
	return c.at.Pack()
}
