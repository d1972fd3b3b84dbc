package ref

import "example.org/iri/internal/language"

// Modes of resolution; none of them is RFC 3986, section 5.2.2, strict.
type Mode struct {
	Verbatim bool // a reference with a scheme is the target as it stands
	Literal  bool // a path that begins with two slashes stays so without an authority
}

// Resolve appends the target of a reference to the writer. The base has a scheme. The target has one
// too, and is in the language of the base and the reference.
func Resolve[B, R Bytes](w *Writer, base Ref[B], r Ref[R], m Mode) {
	switch {
	case r.HasScheme() || r.HasAuthority():
		if !r.HasScheme() {
			w.Buf = append(w.Buf, base.Text[:base.Cut.Hier()]...)
			w.at.Hier = base.Cut.Hier()
		}
		head(w, r)
		w.path = len(w.Buf)
		w.Buf = append(w.Buf, r.Path()...)
		if !m.Verbatim || !r.HasScheme() {
			finishPath(w, m)
		}
	case len(r.Path()) == 0:
		samePath(w, base, r)
		fragment(w, r)
		return
	default:
		head(w, base)
		w.path = len(w.Buf)
		merge(w, base, r)
		finishPath(w, m)
	}
	query(w, r)
	fragment(w, r)
}

// samePath is for references without a path: path and query are the base's, with its dot segments,
// unless the reference has a query.
func samePath[B, R Bytes](w *Writer, base Ref[B], r Ref[R]) {
	head(w, base)
	w.Buf = append(w.Buf, base.Path()...)
	if r.Cut.Query() != 0 {
		query(w, r)
		return
	}
	query(w, base)
}

// merge appends the path of the reference, behind that of the base up to its last slash if it does
// not begin with one (section 5.2.3).
func merge[B, R Bytes](w *Writer, base Ref[B], r Ref[R]) {
	path := r.Path()
	if path[0] != language.Slash {
		dir := base.Path()
		w.Buf = append(w.Buf, dir[:behindLastSlash(dir)]...)
		if len(dir) == 0 && base.HasAuthority() {
			w.Buf = append(w.Buf, language.Slash)
		}
	}
	w.Buf = append(w.Buf, path...)
}

func behindLastSlash[B Bytes](path B) int {
	for i := len(path); i > 0; i-- {
		if path[i-1] == language.Slash {
			return i
		}
	}
	return 0
}

func finishPath(w *Writer, m Mode) {
	w.RemoveDots()
	if !m.Literal {
		w.EndPath()
	}
}
