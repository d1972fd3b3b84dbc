package ref

import (
	"example.org/iri/internal/uri/find"
)

// A way is a candidate of Relativize: dot segments, followed by the text of the target from an offset on.
type way struct {
	rooted bool // begins with a slash
	self   bool // the first dot segment is "."
	up     int  // the number of ".."
	open   bool // no slash follows the last dot segment
	head   bool // the rest of the target includes a scheme or an authority
	from   int
}

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

type shortest struct {
	forms Forms
	way   way
	found bool
}

// add adds a way. Forms must be added in their order.
func (s *shortest) add(form Forms, y way) {
	if s.forms&form != 0 && (!s.found || y.front()-y.from < s.way.front()-s.way.from) {
		s.way, s.found = y, true
	}
}

// write appends the reference of a way, and returns the offsets of its components.
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
