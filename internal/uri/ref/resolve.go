package ref

import (
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/scan"
)

// A Mode says what is not as in RFC 3986, section 5.2.2, strict.
type Mode struct {
	Verbatim bool // a reference with a scheme is the target as it stands
	Literal  bool // a path that begins with two slashes stays so without an authority
}

// Resolve appends the target of a reference to a buffer, and returns where the components of the
// target lie in the target. The base has a scheme, and so has the target.
func Resolve[B, R Bytes](buf []byte, base *Ref[B], r *Ref[R], m Mode) ([]byte, scan.Cut) {
	start := len(buf)
	cut := base.Cut    // of the target up to its path
	var query uint32   // where that of the base begins, if it is the target's
	transform := false // whether the path loses its dot segments
	switch {
	case r.HasScheme():
		buf = append(buf, r.Text[:pathEnd(r.Cut)]...)
		cut, transform = r.Cut, !m.Verbatim
	case r.HasAuthority():
		buf = append(buf, base.Text[:base.Cut.Hier()]...)
		buf = append(buf, r.Text[:pathEnd(r.Cut)]...)
		cut, transform = r.Cut.Behind(base.Cut.Hier()), true
	case pathEnd(r.Cut) != 0:
		buf = merge(buf, base, r.Text[:pathEnd(r.Cut)])
		transform = true
	case r.Cut.Query() != 0:
		buf = append(buf, base.Text[:pathEnd(base.Cut)]...)
	default:
		buf = append(buf, base.Text[:queryEnd(base.Cut)]...)
		query = base.Cut.Query()
	}
	if transform {
		path := start + int(pathStart(cut))
		buf = removeDots(buf, path)
		if cut.Authority() == 0 && !m.Literal {
			buf = guardPath(buf, path)
		}
	}
	return tail(buf, start, r, cut, query)
}

// tail appends query and fragment of r, and returns the cut of what now ends the buffer from start.
// The one given holds up to the path; query is that in front of r's.
func tail[B Bytes](buf []byte, start int, r *Ref[B], cut scan.Cut, query uint32) ([]byte, scan.Cut) {
	end, fragment := pathEnd(r.Cut), r.Cut.Fragment()
	by := uint32(len(buf)-start) - end // may wrap around, as the sums below then do
	buf = append(buf, r.Text[end:]...)
	checkSize(len(buf) - start)
	if r.Cut.Query() != 0 {
		query = r.Cut.Query() + by
	}
	if fragment != 0 {
		fragment += by
	}
	return buf, cut.Tail(query, fragment, uint32(len(buf)-start))
}

// merge appends all of the base up to its path, and another path. If that does not begin with a
// slash, it stands behind the last slash of the base's (section 5.2.3).
func merge[B, P Bytes](buf []byte, base *Ref[B], path P) []byte {
	dir, slash := pathStart(base.Cut), false
	if path[0] != language.Slash {
		dir += uint32(lastSlash(base.Path()) + 1)
		slash = len(base.Path()) == 0 && base.HasAuthority()
	}
	buf = append(buf, base.Text[:dir]...)
	if slash {
		buf = append(buf, language.Slash)
	}
	return append(buf, path...)
}

// lastSlash returns where the last slash of a path is, -1 if there is none.
func lastSlash[B Bytes](path B) int {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == language.Slash {
			return i
		}
	}
	return -1
}
