package ref

import (
	"math"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/scan"
)

// A Writer composes a reference from components (RFC 3986, section 5.3) behind what a buffer holds
// already, and notes where they lie. The caller appends the text of each component to Buf, in the
// order of the components, and calls the method of each delimiter between:
//
//	scheme EndScheme BeginAuthority userinfo EndUserinfo host BeginPort port BeginPath path
//	BeginQuery query BeginFragment fragment End
//
// A component that is absent has no call. A path always has one.
type Writer struct {
	Buf   []byte
	start int // of the reference in Buf
	path  int // where the path begins in Buf
	at    scan.Offsets
}

// NewWriter returns a Writer that appends to buf.
func NewWriter(buf []byte) Writer { return Writer{Buf: buf, start: len(buf)} }

// here is the offset in the reference at which the next byte will stand. If it is too large, the
// result is as well, and End will tell.
func (w *Writer) here() uint32 { return uint32(len(w.Buf) - w.start) }

// EndScheme appends the delimiter behind a scheme.
func (w *Writer) EndScheme() {
	w.Buf = append(w.Buf, language.Colon)
	w.at.Hier = w.here()
}

// BeginAuthority appends the delimiter in front of an authority.
func (w *Writer) BeginAuthority() {
	w.Buf = append(w.Buf, language.Slash, language.Slash)
	w.at.Authority = w.here()
	w.at.Host = w.at.Authority
}

// EndUserinfo appends the delimiter behind a userinfo.
func (w *Writer) EndUserinfo() {
	w.Buf = append(w.Buf, language.At)
	w.at.Host = w.here()
}

// BeginPort appends the delimiter in front of a port.
func (w *Writer) BeginPort() {
	w.Buf = append(w.Buf, language.Colon)
	w.at.Port = w.here()
}

// BeginPath notes that the path begins.
func (w *Writer) BeginPath() {
	w.path = len(w.Buf)
	if w.at.Authority != 0 {
		w.at.Path = w.here()
	}
}

// EndPath has to be called behind a path that may begin with two slashes although there is no
// authority: it would be read as one. The dot segment that it puts in front changes nothing for
// who resolves or removes dot segments, and keeps the path a path.
func (w *Writer) EndPath() {
	if path := w.Buf[w.path:]; w.at.Authority == 0 && len(path) > 1 && path[0] == language.Slash && path[1] == language.Slash {
		w.Buf = append(w.Buf, 0, 0)
		path = w.Buf[w.path:]
		copy(path[2:], path)
		path[0], path[1] = language.Slash, language.Dot
	}
}

// RemoveDots removes the dot segments of the path, which is the last that was written.
func (w *Writer) RemoveDots() {
	w.Buf = w.Buf[:w.path+removeDots(w.Buf[w.path:])]
}

// BeginQuery appends the delimiter in front of a query.
func (w *Writer) BeginQuery() {
	w.Buf = append(w.Buf, language.Question)
	w.at.Query = w.here()
}

// BeginFragment appends the delimiter in front of a fragment.
func (w *Writer) BeginFragment() {
	w.Buf = append(w.Buf, language.Hash)
	w.at.Fragment = w.here()
}

// End returns the buffer and where the components of the reference lie in the reference. It panics
// if that has 4 GiB or more, which no offset can address.
func (w *Writer) End() ([]byte, scan.Cut) {
	if uint64(len(w.Buf)-w.start) > math.MaxUint32 {
		panic("iri: result of 4 GiB or more")
	}
	w.at.End = w.here()
	return w.Buf, w.at.Pack()
}

// head appends all in front of the path of r, which has the same place in the result if nothing
// was written before, or a scheme and r has none.
func head[B Bytes](w *Writer, r Ref[B]) {
	by, o := w.here(), r.Cut.Unpack()
	w.Buf = append(w.Buf, r.Text[:Spans(r.Cut).Path().Start]...)
	if o.Hier != 0 {
		w.at.Hier = o.Hier
	}
	if o.Authority == 0 {
		return
	}
	w.at.Authority, w.at.Host, w.at.Path = o.Authority+by, o.Host+by, o.Path+by
	if o.Port != 0 {
		w.at.Port = o.Port + by
	}
}

// query appends the query of r, if it has one, and its delimiter.
func query[B Bytes](w *Writer, r Ref[B]) {
	if text, ok := r.Query(); ok {
		w.BeginQuery()
		w.Buf = append(w.Buf, text...)
	}
}

// fragment appends the fragment of r, if it has one, and its delimiter.
func fragment[B Bytes](w *Writer, r Ref[B]) {
	if text, ok := r.Fragment(); ok {
		w.BeginFragment()
		w.Buf = append(w.Buf, text...)
	}
}
