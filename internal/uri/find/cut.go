package find

// Offsets has where components begin, as byte offsets just after the delimiter before them; 0 if
// absent. Path is that of a path after an authority.
type Offsets struct {
	Hier, Authority, Host, Port, Path, Query, Fragment uint32

	End uint32 // length of the string
}

// A Cut is Offsets in four words of two each, since the compiler keeps a struct in registers only if
// it has at most four fields. A struct of eight fields would cost as much time as all the rest. Cuts
// are comparable.
type Cut struct {
	hierAuthority, hostPort, pathQuery, fragmentEnd uint64
}

// CutAt returns the Cut of some offsets.
func CutAt(hier, authority, host, port, path, query, fragment, end int) Cut {
	return Cut{pair(hier, authority), pair(host, port), pair(path, query), pair(fragment, end)}
}

// Pack returns x as a Cut.
func (x Offsets) Pack() Cut {
	return Cut{pair(x.Hier, x.Authority), pair(x.Host, x.Port), pair(x.Path, x.Query), pair(x.Fragment, x.End)}
}

// pair returns two offsets as a word of a Cut.
func pair[Int int | uint32](low, high Int) uint64 { return uint64(uint32(low)) | uint64(high)<<32 }

// Unpack returns c as Offsets.
func (c Cut) Unpack() Offsets {
	return Offsets{
		Hier: c.Hier(), Authority: c.Authority(), Host: c.Host(), Port: c.Port(),
		Path: c.Path(), Query: c.Query(), Fragment: c.Fragment(), End: c.End(),
	}
}

// Offsets as in type Offsets.

func (c Cut) Hier() uint32      { return uint32(c.hierAuthority) }
func (c Cut) Authority() uint32 { return uint32(c.hierAuthority >> 32) }
func (c Cut) Host() uint32      { return uint32(c.hostPort) }
func (c Cut) Port() uint32      { return uint32(c.hostPort >> 32) }
func (c Cut) Path() uint32      { return uint32(c.pathQuery) }
func (c Cut) Query() uint32     { return uint32(c.pathQuery >> 32) }
func (c Cut) Fragment() uint32  { return uint32(c.fragmentEnd) }
func (c Cut) End() uint32       { return uint32(c.fragmentEnd >> 32) }

// Behind returns c for a string that stands after a scheme, whose delimiter ends at hier; c has none.
func (c Cut) Behind(hier uint32) Cut {
	o := c.Unpack()
	for _, at := range [...]*uint32{&o.Authority, &o.Host, &o.Port, &o.Path, &o.Query, &o.Fragment} {
		if *at != 0 {
			*at += hier
		}
	}
	o.Hier, o.End = hier, o.End+hier
	return o.Pack()
}

// WithoutPort returns c for a string that lacks the port, which there is, and its delimiter.
func (c Cut) WithoutPort() Cut {
	o := c.Unpack()
	by := o.Path - (o.Port - 1)
	o.Port, o.Path = 0, o.Path-by
	return o.earlier(by, &o.Query, &o.Fragment)
}

// WithoutUserinfo returns c for a string that lacks the userinfo, which there is, and its delimiter.
func (c Cut) WithoutUserinfo() Cut {
	o := c.Unpack()
	by := o.Host - o.Authority
	o.Host -= by
	return o.earlier(by, &o.Port, &o.Path, &o.Query, &o.Fragment)
}

// earlier returns x with an earlier end, and with components that are there earlier.
func (x *Offsets) earlier(by uint32, components ...*uint32) Cut {
	for _, at := range components {
		if *at != 0 {
			*at -= by
		}
	}
	x.End -= by
	return x.Pack()
}

// Tail returns c with another query, fragment and end.
func (c Cut) Tail(query, fragment, end uint32) Cut {
	c.pathQuery = uint64(uint32(c.pathQuery)) | uint64(query)<<32
	c.fragmentEnd = uint64(fragment) | uint64(end)<<32
	return c
}

// HasHost reports whether there is a host that is not empty.
func (c Cut) HasHost() bool {
	end := c.Path()
	if c.Port() != 0 {
		end = c.Port() - 1
	}
	return c.Host() < end
}

// Parts is a Cut by any name.
type Parts interface {
	~struct{ hierAuthority, hostPort, pathQuery, fragmentEnd uint64 }
}
