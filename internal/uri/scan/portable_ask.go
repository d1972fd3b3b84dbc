package scan

import "example.org/iri/internal/uri"

// ask tells from where the automaton has to decide about text[at:]. At the first byte of a
// component the automaton is in another state than in the rest, so that it has to begin at the
// start of the text.
func ask[Bytes ~[]byte | ~string](plan *uri.Plan, text Bytes, o *Offsets, at int, mask uint64) (Cut, Verdict) {
	o.End = uint32(at)
	switch {
	case mask == inHost:
	case o.Fragment > 0:
		if o.End > o.Fragment {
			return o.Pack(), AskFragment
		}
	case o.Query > 0:
		if o.End > o.Query {
			return o.Pack(), AskQuery
		}
	case at > unsettled(plan, text[:at], o):
		return o.Pack(), AskPath
	}
	return Cut{}, Ask
}

// unsettled returns the last offset at which the path that text ends in may still
// turn out to be something else: an authority, or a scheme.
func unsettled[Bytes ~[]byte | ~string](plan *uri.Plan, text Bytes, o *Offsets) int {
	if o.Authority > 0 {
		return int(o.Path)
	}
	hier := int(o.Hier)
	for i := hier; i < len(text); i++ {
		slash := plan.Class[text[i]]&delim == uri.Slash
		switch {
		case slash && i == hier:
			return i + 1
		case slash || hier > 0:
			return i
		}
	}
	return len(text)
}
