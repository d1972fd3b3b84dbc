package ref

import "example.org/iri/internal/uri/find"

// Resolve resolves r against base by the strict algorithm of RFC 3986, section 5.2.2. It appends the target to buf, and
// returns the offsets of the components of the target. There are two differences. With verbatim, a reference that has a
// scheme is its own target, unchanged. If neither r nor base has a scheme, neither has the target; then a base that
// ends in a dot segment is a directory (erratum 4789), and cleanPath keeps leading dot segments of relative paths. So a
// reference can be resolved step by step.
//
// Apart from dot segments, the target is a prefix of base followed by all of r. So two copies compose it, offsets in
// the prefix are those of base, and query and fragment have the same distance from the end as in r.
func Resolve[B, R Bytes](buf []byte, base *Ref[B], r *Ref[R], verbatim bool) ([]byte, find.Cut) {
	// dotted is set if dot segments must be removed.
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
		} else if buf, end = removeDots(buf, path, end); cut.Authority() == 0 { // cleanPath, without a call
			buf = guardPath(buf, path, end)
		}
	}
	by := uint32(len(buf)-start) - r.Cut.End() // may wrap around, as may the sums below
	if r.Cut.Query() != 0 {
		query += by
	}
	fragment := r.Cut.Fragment()
	if fragment != 0 {
		fragment += by
	}
	return buf, cut.Tail(query, fragment, uint32(len(buf)-start))
}

// appendDirectory appends base up to the last slash of its path. An empty path after an authority becomes a slash
// (section 5.2.3).
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
