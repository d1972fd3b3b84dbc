package scan

import "example.org/iri/dfa"

// Last does what dfa.Last does, from where a fast path has come to: v and, if v is
// one that asks in the middle, the end of c. It also tells whether the text is in
// the language.
func Last[Bytes ~[]byte | ~string](a *dfa.Automaton, text Bytes, c Cut, v Verdict) (last dfa.State, n int, ok bool) {
	from, begin := resume(a, c, v)
	last, n = dfa.Last(a, from, text[begin:])
	n += begin
	return last, n, n == len(text) && a.Accepts(last)
}

// Walk is Last and, if the text is in the language, cuts it. It is not for texts
// of 4 GiB or more.
func Walk[Bytes ~[]byte | ~string](a *dfa.Automaton, text Bytes, c Cut, v Verdict) (all Cut, last dfa.State, n int, ok bool) {
	var m dfa.Marks
	from, begin := resume(a, c, v)
	last, n = dfa.Walk(a, from, text[begin:], &m)
	n += begin
	if n < len(text) || !a.Accepts(last) {
		return Cut{}, last, n, false
	}
	if begin == 0 { // the marks in the order of the compiler's list, see package tables
		c = Offsets{m[0], m[1], m[2], m[3], m[4], m[5], m[6], 0}.Pack()
	} else {
		c.later(uint32(begin), m[5], m[6])
	}
	c.setEnd(uint32(len(text)))
	return c, last, n, true
}

// resume returns the state in which the automaton has to go on, and where.
func resume(a *dfa.Automaton, c Cut, v Verdict) (from dfa.State, begin int) {
	switch v {
	case AskPath:
		return a.Plan.Path, int(c.End())
	case AskQuery:
		return a.Plan.Query, int(c.End())
	case AskFragment:
		return a.Plan.Fragment, int(c.End())
	}
	return a.Start, 0
}
