package scan

import (
	"math"

	"example.org/iri/dfa"

	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/find"
)

// Fallback validates a string that no kernel has accepted. The portable path comes first because it finds an error
// sooner than the automaton. For a valid string, Fallback returns its Cut and true; otherwise it returns the result of
// dfa.Last from the start, and false. The string must be shorter than 4 GiB.
func Fallback[Bytes ~[]byte | ~string](a *uri.Language, text Bytes) (c find.Cut, last dfa.State, n int, ok bool) {
	if a.Like != nil {
		if c, ok = matchLike(a, text); ok {
			return c, dfa.Dead, len(text), true
		}
	}
	c, v := Portable(a, text)
	if v == Valid {
		return c, dfa.Dead, len(text), true
	}
	return finish(a, text, c, v)
}

// short is the length below which the automaton is faster.
const short = 24

// PortableValid reports whether text, of any length, is in the language a, in plain Go.
func PortableValid[Bytes ~[]byte | ~string](a *uri.Language, text Bytes) bool {
	if len(text) < short || uint64(len(text)) > math.MaxUint32 {
		return dfa.Match(a.Automaton, text)
	}
	c, v := Portable(a, text)
	if v <= Valid {
		return v == Valid
	}
	from, begin := resume(a, c, v)
	return a.Accepts(dfa.Run(a.Automaton, from, text[begin:]))
}

// Last is like Fallback, without the Cut and for strings of any length.
func Last[Bytes ~[]byte | ~string](a *uri.Language, text Bytes) (last dfa.State, n int, ok bool) {
	if a.Like != nil {
		if _, ok = matchLike(a, text); ok {
			return dfa.Dead, len(text), true
		}
	}
	c, v := find.Cut{}, Undecided
	if uint64(len(text)) <= math.MaxUint32 {
		if c, v = Portable(a, text); v == Valid {
			return dfa.Dead, len(text), true
		}
	}
	from, begin := resume(a, c, v)
	if stuck(a, from, text, begin) {
		return from, begin, false
	}
	last, n = dfa.Last(a.Automaton, from, text[begin:])
	n += begin
	return last, n, n == len(text) && a.Accepts(last)
}

// finish continues with the automaton where the portable path, which returned c and v, stopped.
func finish[Bytes ~[]byte | ~string](a *uri.Language, text Bytes, c find.Cut, v Result) (all find.Cut, last dfa.State, n int, ok bool) {
	from, begin := resume(a, c, v)
	if stuck(a, from, text, begin) {
		return find.Cut{}, from, begin, false
	}
	f := find.Finder{State: find.Begin(a.Shape)}
	if begin > 0 {
		f = find.Resume(inside[v%NoKernel], c)
	}
	all, last, n = follow(a, from, text, begin, &f)
	if n < len(text) || !a.Accepts(last) {
		return find.Cut{}, last, n, false
	}
	return all, last, n, true
}

// inside maps a Result to the state of a Finder within the component that it names.
var inside = [NoKernel]find.State{UndecidedPath: find.Path, UndecidedQuery: find.Query, UndecidedFragment: find.Fragment}

// follow steps the automaton and a Finder through text[i:], up to the first byte without a transition. It returns the
// components if text is valid, and the state and offset reached. One loop does both, because the Finder works while the
// automaton waits for memory.
func follow[Bytes ~[]byte | ~string](a *uri.Language, s dfa.State, text Bytes, i int, f *find.Finder) (c find.Cut, last dfa.State, n int) {
	classes, trans, roles, state := a.Classes, a.Trans, a.Roles(), int(s)
	in, mask := f.State, f.State.Mask()
	for ; i < len(text); i++ {
		b := text[i]
		next := int(trans[state+int(classes[b])])
		if next == int(dfa.Dead) {
			break
		}
		state = next
		if role := roles[b]; mask.Stops(role) {
			in = f.Slots.Read(in, role, uint32(i)+1)
			mask = in.Mask()
		}
	}
	f.State = in
	return f.Offsets(uint32(len(text))).Pack(), dfa.State(state), i
}

// stuck reports whether the next byte has no transition, as is usual where the portable path stopped. One step finds it
// sooner than a loop of eight bytes an iteration.
func stuck[Bytes ~[]byte | ~string](a *uri.Language, from dfa.State, text Bytes, begin int) bool {
	return begin < len(text) && a.Next(from, text[begin]) == dfa.Dead
}

func resume(a *uri.Language, c find.Cut, v Result) (from dfa.State, begin int) {
	switch v {
	case UndecidedPath:
		return a.Plan.Path, int(c.End())
	case UndecidedQuery:
		return a.Plan.Query, int(c.End())
	case UndecidedFragment:
		return a.Plan.Fragment, int(c.End())
	}
	return a.Start, 0
}
