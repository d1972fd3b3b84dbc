package ref

import (
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// A Composer notes where the components of a reference lie while the caller composes it (RFC 3986,
// section 5.3) at the end of a buffer. For each component that is there, in their order and with the
// authority before its parts, the caller calls Begin, appends the string of the component, and calls
// End. An authority has no string but its parts, and always a host. There is always a path. Methods take
// the buffer and return it, so that it may lie on the stack.
type Composer struct {
	start int // of the reference in the buffer
	path  int // where the path begins in the buffer
	at    find.Offsets
}

// NewComposer returns a Composer for a reference that follows what the buffer holds.
func NewComposer(buf []byte) Composer { return Composer{start: len(buf)} }

// here is the offset in the reference at which the next byte will stand. If it is too large for an
// offset, so is the length of the result: see Fits.
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

// RemoveDots removes the dot segments of the path, which ends the buffer, as Resolve does.
func (c *Composer) RemoveDots(buf []byte) []byte {
	return cleanPath(buf, c.path, len(buf), c.at.Hier != 0, c.at.Authority != 0)
}

// Cut returns where the components of the reference lie in the reference.
func (c *Composer) Cut(buf []byte) find.Cut {
	c.at.End = c.here(buf)
	return c.at.Pack()
}
