package ref

import "example.org/iri/internal/uri/scan"

// A Rewriter follows a reference that is written anew part by part, where delimiters stay as they
// are. The caller appends what becomes of each part that Next returns. (A function for the parts, as
// a parameter, would move the caller's buffers to the heap.)
type Rewriter[B Bytes] struct {
	text  B
	at    [8]uint32 // the offsets of type scan.Offsets, in their order; those that are done are of the result
	done  int       // how many of them
	from  uint32    // where the next part begins, in text
	Query bool      // whether the part that Next has returned is in the query
}

// atQuery is the index of the query's offset.
const atQuery = 5

// NewRewriter returns a Rewriter for r.
func NewRewriter[B Bytes](r Ref[B]) Rewriter[B] {
	o := r.Cut.Unpack()
	return Rewriter[B]{text: r.Text, at: [...]uint32{
		o.Hier, o.Authority, o.Host, o.Port, o.Path, atQuery: o.Query, o.Fragment, o.End,
	}}
}

// Next returns the next part, with the delimiters behind it, and whether there is one; written is
// how long the result is so far, which is less than 4 GiB.
func (w *Rewriter[B]) Next(written int) (part B, more bool) {
	for i := w.done; i < len(w.at); i++ {
		at := w.at[i]
		if at > w.from {
			part = w.text[w.from:at]
			w.from, w.done = at, i
			return part, true
		}
		if at == 0 { // absent
			continue
		}
		w.at[i] = uint32(written)
		w.Query = i == atQuery
	}
	w.done = len(w.at)
	return part, false
}

// Cut returns where the components of the result lie, when there are no more parts.
func (w *Rewriter[B]) Cut() scan.Cut {
	return scan.Offsets{
		Hier: w.at[0], Authority: w.at[1], Host: w.at[2], Port: w.at[3],
		Path: w.at[4], Query: w.at[atQuery], Fragment: w.at[6], End: w.at[7],
	}.Pack()
}
