package ref

import "example.org/iri/internal/uri/find"

// Resolve appends the target of a reference to a buffer, and returns where the components of the
// target lie in the target: RFC 3986, section 5.2.2, strict, save that with verbatim a reference
// that has a scheme is the target as it stands. If neither has a scheme, the target has none. Then a
// base that ends in a dot segment is a directory (erratum 4789), and of a relative path only the dot
// segments are removed that cleanPath removes. So a reference can be resolved step by step.
//
// The target is a prefix of the base and the whole reference, less dot segments. So Resolve copies
// twice. Offsets in the prefix are those of the base. Offsets of query and fragment are those of the
// reference, counted from the end.
func Resolve[B, R Bytes](buf []byte, base *Ref[B], r *Ref[R], verbatim bool) ([]byte, find.Cut) {
	// dotted: dot segments are removed, if there are any.
	start, cut, query, dotted := len(buf), base.Cut, r.Cut.Query(), true
	switch end := pathEnd(r.Cut); {
	case r.Cut.Hier() != 0:
		cut, dotted = r.Cut, !verbatim
	case r.Cut.Authority() != 0:
		buf = append(buf, base.Text[:cut.Hier()]...)
		moved := r.Cut.Unpack().Moved(0, int(cut.Hier()))
		moved.Hier = cut.Hier()
		cut = moved.Pack()
	case end > 0 && r.Text[0] == '/':
		buf = append(buf, base.Text[:pathStart(cut)]...)
	case end > 0 && cut.Hier() == 0:
		buf = appendAnyDirectory(buf, base)
	case end > 0:
		buf = appendDirectory(buf, base)
	case query != 0:
		buf, dotted = append(buf, base.Text[:pathEnd(cut)]...), false
	default:
		buf, dotted = append(buf, base.Text[:queryEnd(cut)]...), false
		query = cut.Query()
	}
	front := len(buf)
	buf = append(buf, r.Text...)
	if dotted {
		path, end := start+int(pathStart(cut)), front+int(pathEnd(r.Cut))
		if cut.Hier() == 0 {
			buf = cleanPath(buf, path, end, false, cut.Authority() != 0)
		} else if buf, end = removeDots(buf, path, end); cut.Authority() == 0 { // as cleanPath does, without a call
			buf = guardPath(buf, path, end)
		}
	}
	by := uint32(len(buf)-start) - r.Cut.End() // may wrap around, as the sums below then do
	if r.Cut.Query() != 0 {
		query += by
	}
	fragment := r.Cut.Fragment()
	if fragment != 0 {
		fragment += by
	}
	return buf, cut.Tail(query, fragment, uint32(len(buf)-start))
}

// appendDirectory appends the base up to the last slash of its path, or up to the slash that an
// empty path after an authority stands for (section 5.2.3).
func appendDirectory[B Bytes](buf []byte, base *Ref[B]) []byte {
	from, end := pathStart(base.Cut), pathEnd(base.Cut)
	if i := LastSlash(base.Text[from:end]); i >= 0 {
		return append(buf, base.Text[:int(from)+i+1]...)
	}
	buf = append(buf, base.Text[:from]...)
	if from == end && base.HasAuthority() {
		buf = append(buf, '/')
	}
	return buf
}
