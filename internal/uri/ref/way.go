package ref

import (
	"example.org/iri/internal/uri/scan"
)

// A way is how a reference leads to a target: by dot segments, then by the target's text from an
// offset on.
type way struct {
	rooted bool // a slash is in front of the dot segments
	self   bool // the first of them is "."
	up     int  // so many are ".."
	open   bool // the last of them has no slash behind
	head   bool // the text has a scheme or an authority
	from   int
}

// front returns how many bytes are in front of the target's text.
func (y way) front() int {
	n := 3 * y.up
	if y.rooted {
		n++
	}
	if y.self {
		n += 2
	}
	if y.open {
		n--
	}
	return n
}

// shortest is the shortest of the ways that have been added.
type shortest struct {
	forms Forms // others are not wanted
	way   way
	found bool
}

// add has to be called for the forms in their order.
func (s *shortest) add(form Forms, y way) {
	if s.forms&form != 0 && (!s.found || y.front()-y.from < s.way.front()-s.way.from) {
		s.way, s.found = y, true
	}
}

// write appends the reference that goes a way, and returns where its components lie.
func write[B Bytes](buf []byte, target *Ref[B], y way) ([]byte, scan.Cut) {
	c := NewComposer(buf)
	buf = writeFront(buf, y)
	by := c.here(buf) - uint32(y.from) // may wrap around, as the sums below then do
	buf = append(buf, target.Text[y.from:]...)
	moved := func(offset uint32) uint32 {
		if offset <= uint32(y.from) { // absent, or in front of that text
			return 0
		}
		return offset + by
	}
	cut := target.Cut
	c.at.Query, c.at.Fragment = moved(cut.Query()), moved(cut.Fragment())
	if y.head {
		c.at.Hier, c.at.Authority, c.at.Host = moved(cut.Hier()), moved(cut.Authority()), moved(cut.Host())
		c.at.Port, c.at.Path = moved(cut.Port()), moved(cut.Path())
	}
	return buf, c.Cut(buf)
}

func writeFront(buf []byte, y way) []byte {
	if y.rooted {
		buf = append(buf, '/')
	}
	if y.self {
		buf = append(buf, '.', '/')
	}
	for range y.up {
		buf = append(buf, '.', '.', '/')
	}
	if y.open {
		buf = buf[:len(buf)-1]
	}
	return buf
}
