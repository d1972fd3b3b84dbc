package find

// Offsets are the byte offsets at which components begin, after the delimiter before them; 0 if absent. Path is set
// only after an authority.
type Offsets struct {
	Hier, Authority, Host, Port, Path, Query, Fragment uint32

	End uint32
}

// A Cut is Offsets packed into four words, because the compiler keeps a struct in registers only if it has at most four
// fields. A struct of eight fields would double the time of validation. Cuts are comparable.
type Cut struct {
	hierAuthority, hostPort, pathQuery, fragmentEnd uint64
}

// CutAt returns the Cut of the offsets.
func CutAt(hier, authority, host, port, path, query, fragment, end int) Cut {
	return Cut{pair(hier, authority), pair(host, port), pair(path, query), pair(fragment, end)}
}

// Pack returns x as a Cut.
func (x Offsets) Pack() Cut {
	return Cut{pair(x.Hier, x.Authority), pair(x.Host, x.Port), pair(x.Path, x.Query), pair(x.Fragment, x.End)}
}

func pair[Int int | uint32](low, high Int) uint64 { return uint64(uint32(low)) | uint64(high)<<32 }

func (c Cut) Unpack() Offsets {
	return Offsets{
		Hier: c.Hier(), Authority: c.Authority(), Host: c.Host(), Port: c.Port(),
		Path: c.Path(), Query: c.Query(), Fragment: c.Fragment(), End: c.End(),
	}
}

// The methods return single offsets, as in Offsets.

func (c Cut) Hier() uint32      { return uint32(c.hierAuthority) }
func (c Cut) Authority() uint32 { return uint32(c.hierAuthority >> 32) }
func (c Cut) Host() uint32      { return uint32(c.hostPort) }
func (c Cut) Port() uint32      { return uint32(c.hostPort >> 32) }
func (c Cut) Path() uint32      { return uint32(c.pathQuery) }
func (c Cut) Query() uint32     { return uint32(c.pathQuery >> 32) }
func (c Cut) Fragment() uint32  { return uint32(c.fragmentEnd) }
func (c Cut) End() uint32       { return uint32(c.fragmentEnd >> 32) }

// Moved returns x for a string in which the bytes after an offset are moved by some bytes. Sums may wrap around.
func (x Offsets) Moved(after uint32, by int) Offsets {
	for _, at := range [...]*uint32{&x.Hier, &x.Authority, &x.Host, &x.Port, &x.Path, &x.Query, &x.Fragment} {
		if *at > after {
			*at += uint32(by)
		}
	}
	x.End += uint32(by)
	return x
}

// Tail returns c with other offsets of query, fragment and end.
func (c Cut) Tail(query, fragment, end uint32) Cut {
	c.pathQuery = uint64(uint32(c.pathQuery)) | uint64(query)<<32
	c.fragmentEnd = uint64(fragment) | uint64(end)<<32
	return c
}

// HasHost reports whether c has a host that is not empty.
func (c Cut) HasHost() bool {
	end := c.Path()
	if c.Port() != 0 {
		end = c.Port() - 1
	}
	return c.Host() < end
}
