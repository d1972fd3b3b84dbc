package ref

import "example.org/iri/internal/uri/scan"

// A Rewriter follows a reference that is written anew part by part, where delimiters stay as they
// are. The caller appends what becomes of each part that Next returns. (A function for the parts, as
// a parameter, would move the caller's buffers to the heap.)
type Rewriter[B Bytes] struct {
	ref   Ref[B]
	at    scan.Offsets // those that are done are of the result
	done  int          // how many of them
	from  uint32       // where the next part begins, in ref
	Query bool         // whether the part that Next has returned is in the query
}

// NewRewriter returns a Rewriter for r.
func NewRewriter[B Bytes](r Ref[B]) Rewriter[B] {
	return Rewriter[B]{ref: r, at: r.Cut.Unpack()}
}

// Next returns the next part, with the delimiters behind it, and whether there is one; written is
// how long the result is so far, which is less than 4 GiB.
func (w *Rewriter[B]) Next(written int) (part B, more bool) {
	offsets := [...]*uint32{
		&w.at.Hier, &w.at.Authority, &w.at.Host, &w.at.Port, &w.at.Path, &w.at.Query, &w.at.Fragment, &w.at.End,
	}
	for ; w.done < len(offsets); w.done++ {
		at := offsets[w.done]
		if *at > w.from {
			part, w.from = w.ref.Text[w.from:*at], *at
			return part, true
		}
		if *at == 0 { // absent
			continue
		}
		*at = uint32(written)
		w.Query = at == &w.at.Query
	}
	return part, false
}

// Cut returns where the components of the result lie, when there are no more parts.
func (w *Rewriter[B]) Cut() scan.Cut { return w.at.Pack() }
