package ref

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri/scan"
)

// Spans tells where components lie, and whether they are there.
type Spans scan.Cut

// span returns the bytes from start up to the delimiter in front of the first of next
// that is there, or up to end.
func span(start, end uint32, next ...uint32) dfa.Span {
	for _, n := range next {
		if n != 0 {
			end = n - 1
			break
		}
	}
	return dfa.Span{Start: int(start), End: int(end)}
}

func (x Spans) cut() scan.Cut { return scan.Cut(x) }

// Scheme lies in front of its colon.
func (x Spans) Scheme() (dfa.Span, bool) { return span(0, 0, x.cut().Hier()), x.cut().Hier() != 0 }

// Authority includes userinfo and port.
func (x Spans) Authority() (dfa.Span, bool) {
	return span(x.cut().Authority(), x.cut().Path()), x.cut().Authority() != 0
}

// Userinfo begins where the authority does.
func (x Spans) Userinfo() (dfa.Span, bool) {
	if x.cut().Host() == x.cut().Authority() {
		return dfa.Span{}, false
	}
	return span(x.cut().Authority(), 0, x.cut().Host()), true
}

// Host is there, maybe empty, if an authority is.
func (x Spans) Host() (dfa.Span, bool) {
	return span(x.cut().Host(), x.cut().Path(), x.cut().Port()), x.cut().Authority() != 0
}

// Port ends where the authority does.
func (x Spans) Port() (dfa.Span, bool) {
	if x.cut().Port() == 0 {
		return dfa.Span{}, false
	}
	return span(x.cut().Port(), x.cut().Path()), true
}

// Path is always there; it may be empty.
func (x Spans) Path() dfa.Span {
	c := x.cut()
	start := max(c.Hier(), c.Path()) // Path is 0 without an authority
	return span(start, c.End(), c.Query(), c.Fragment())
}

// Query ends in front of the fragment.
func (x Spans) Query() (dfa.Span, bool) {
	if x.cut().Query() == 0 {
		return dfa.Span{}, false
	}
	return span(x.cut().Query(), x.cut().End(), x.cut().Fragment()), true
}

// Fragment ends the text.
func (x Spans) Fragment() (dfa.Span, bool) {
	if x.cut().Fragment() == 0 {
		return dfa.Span{}, false
	}
	return span(x.cut().Fragment(), x.cut().End()), true
}
