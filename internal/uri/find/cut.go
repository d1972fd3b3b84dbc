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

// Moved returns x for a string in which what follows an offset stands by bytes later. The sums may
// wrap around.
func (x Offsets) Moved(after uint32, by int) Offsets {
	for _, at := range [...]*uint32{&x.Hier, &x.Authority, &x.Host, &x.Port, &x.Path, &x.Query, &x.Fragment} {
		if *at > after {
			*at += uint32(by)
		}
	}
	x.End += uint32(by)
	return x
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
