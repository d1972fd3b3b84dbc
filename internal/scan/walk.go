package scan

import (
	"math"

	"example.org/iri/dfa"
)

// Match reports whether a text is in the language of a, about which a kernel had
// no more to say than v.
func Match[Bytes ~[]byte | ~string](a *dfa.Automaton, text Bytes, v Verdict) bool {
	if v == NoKernel {
		return PortableValid(a, text)
	}
	return dfa.Match(a, text)
}

// Last does what dfa.Last does from the start, and tells whether the text is in
// the language; if so, the state means nothing.
func Last[Bytes ~[]byte | ~string](a *dfa.Automaton, text Bytes, v Verdict) (last dfa.State, n int, ok bool) {
	x, v := resume(a, text, v)
	if v == Valid {
		return dfa.Dead, len(text), true
	}
	last, n = dfa.Last(a, state(a, v), text[x.End:])
	n += int(x.End)
	return last, n, n == len(text) && a.Accepts(last)
}

// Walk is Last and, if the text is in the language, cuts it. It is not for texts
// of 4 GiB or more.
func Walk[Bytes ~[]byte | ~string](a *dfa.Automaton, text Bytes, v Verdict) (c Cut, last dfa.State, n int, ok bool) {
	x, v := resume(a, text, v)
	if v == Valid {
		return x.Pack(), dfa.Dead, len(text), true
	}
	var m dfa.Marks
	last, n = dfa.Walk(a, state(a, v), text[x.End:], &m)
	n += int(x.End)
	if n < len(text) || !a.Accepts(last) {
		return Cut{}, last, n, false
	}
	return x.add(&m, len(text)).Pack(), last, n, true
}

// resume returns what the portable path finds if there was no kernel. Else the
// automaton has to start from the beginning.
func resume[Bytes ~[]byte | ~string](a *dfa.Automaton, text Bytes, v Verdict) (Offsets, Verdict) {
	if v == NoKernel && uint64(len(text)) <= math.MaxUint32 {
		return Portable(a, text)
	}
	return Offsets{}, Ask
}

// state returns the one in which a walk goes on.
func state(a *dfa.Automaton, v Verdict) dfa.State {
	switch v {
	case AskPath:
		return a.Plan.Path
	case AskQuery:
		return a.Plan.Query
	case AskFragment:
		return a.Plan.Fragment
	}
	return a.Start
}

// add returns the offsets of a whole text, given those up to End and the marks of
// a walk from there, in the order of the compiler's list (see package tables).
func (x Offsets) add(m *dfa.Marks, length int) Offsets {
	if x.End == 0 {
		x = Offsets{Hier: m[0], Authority: m[1], Host: m[2], Port: m[3], Path: m[4]}
	}
	if m[5] != 0 {
		x.Query = x.End + m[5]
	}
	if m[6] != 0 {
		x.Fragment = x.End + m[6]
	}
	x.End = uint32(length)
	return x
}
