package ref

import (
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// A Composer records the offsets of components while its caller composes a reference at the end of a buffer (RFC 3986,
// section 5.3). For each component that is present, in order, the caller calls Begin, appends the component, and calls
// End. A path is always present. An authority comes before its parts and appends nothing itself; a host is always
// present with it. Methods take and return the buffer so that it may be on the stack.
type Composer struct {
	start int // offset of the reference in the buffer
	path  int // offset of the path in the buffer
	at    find.Offsets
}

// NewComposer returns a Composer for a reference that begins at the end of buf.
func NewComposer(buf []byte) Composer { return Composer{start: len(buf)} }

// here returns the offset in the reference of the end of buf. It overflows only if the result is too long: see Fits.
func (c *Composer) here(buf []byte) uint32 { return uint32(len(buf) - c.start) }

// Begin appends the delimiter before a component.
func (c *Composer) Begin(buf []byte, k uri.Component) []byte {
	switch k {
	case uri.ComponentAuthority:
		buf = append(buf, '/', '/')
		c.at.Authority = c.here(buf)
		c.at.Host = c.at.Authority
	case uri.ComponentPort:
		buf = append(buf, ':')
		c.at.Port = c.here(buf)
	case uri.ComponentPath:
		c.path = len(buf)
		if c.at.Authority != 0 {
			c.at.Path = c.here(buf)
		}
	case uri.ComponentQuery:
		buf = append(buf, '?')
		c.at.Query = c.here(buf)
	case uri.ComponentFragment:
		buf = append(buf, '#')
		c.at.Fragment = c.here(buf)
	}
	return buf
}

// End appends the delimiter after a component.
func (c *Composer) End(buf []byte, k uri.Component) []byte {
	switch k {
	case uri.ComponentScheme:
		buf = append(buf, ':')
		c.at.Hier = c.here(buf)
	case uri.ComponentUserinfo:
		buf = append(buf, '@')
		c.at.Host = c.here(buf)
	}
	return buf
}

// RemoveDots removes the dot segments of the path, which must end the buffer, as Resolve does.
func (c *Composer) RemoveDots(buf []byte) []byte {
	return cleanPath(buf, c.path, len(buf), c.at.Hier != 0, c.at.Authority != 0)
}

// Cut returns the offsets of the components in the reference.
func (c *Composer) Cut(buf []byte) find.Cut {
	c.at.End = c.here(buf)
	return c.at.Pack()
}
