package ref

import (
	"example.org/iri/internal/uri/find"
)

// A way is how a reference leads to a target: by dot segments, and then by the target's string from an
// offset on.
type way struct {
	rooted bool // a slash is before the dot segments
	self   bool // the first of them is "."
	up     int  // so many are ".."
	open   bool // the last of them has no slash after it
	head   bool // the target's string has a scheme or an authority from the offset on
	from   int
}

// front returns how many bytes are before the target's string.
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
func write[B Bytes](buf []byte, target *Ref[B], y way) ([]byte, find.Cut) {
	start := len(buf)
	buf = writeFront(buf, y)
	o := target.Cut.Unpack()
	if !y.head {
		o = find.Offsets{Query: o.Query, Fragment: o.Fragment, End: o.End}
	}
	for _, at := range [...]*uint32{&o.Query, &o.Fragment} {
		if *at <= uint32(y.from) {
			*at = 0
		}
	}
	o = o.Moved(0, len(buf)-start-y.from)
	return append(buf, target.Text[y.from:]...), o.Pack()
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
