package scan

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// authority reads the rest of an authority after s[begin:end], which is a host or a userinfo. It returns the offsets of
// the host and the port (0 without one), and the end of the authority. The end is -1 if the automaton must decide, as
// for a userinfo with a colon.
func authority[Bytes ~[]byte | ~string](
	a *uri.Language, s Bytes, p cursor, begin, end int, delimiter uint8,
) (last cursor, host, port, to int) {
	host = begin
	if delimiter == uri.At {
		host = end + 1
		p, end, delimiter = component(a, s, p.passed(end), inHost)
	}
	if end == host && delimiter == 0 {
		end = brackets(a, s, host)
		p, delimiter = startAt(end), delimiterAt(&a.Plan.Class, s, end)
	}
	if delimiter == uri.Colon {
		port = end + 1
		end = portEnd(&a.Plan.Class, s, port)
		p, delimiter = startAt(end), delimiterAt(&a.Plan.Class, s, end)
	}
	if end == len(s) || delimiter == uri.Slash || delimiter == uri.Query || delimiter == uri.Fragment {
		return p, host, port, end
	}
	return p, 0, 0, -1
}

// brackets returns the end of the host in brackets at s[begin]. It returns begin if there is none, or if it is followed
// by a byte that cannot follow a host.
func brackets[Bytes ~[]byte | ~string](a *uri.Language, s Bytes, begin int) int {
	plan := a.Plan
	if begin == len(s) || s[begin] != plan.Bracket || plan.Bracket == 0 {
		return begin
	}
	classes, trans, state := a.Classes, a.Trans, int(plan.Inside)
	for end := begin + 1; end < len(s) && state != int(dfa.Dead); end++ {
		state = int(trans[state+int(classes[s[end]])])
		if state != int(plan.Behind) {
			continue
		}
		if end++; end < len(s) && a.Next(plan.Behind, s[end]) == dfa.Dead {
			return begin
		}
		return end
	}
	return begin
}

func portEnd[Bytes ~[]byte | ~string](set *[256]uint8, s Bytes, at int) int {
	for at < len(s) && set[s[at]]&uri.Digit != 0 {
		at++
	}
	return at
}
