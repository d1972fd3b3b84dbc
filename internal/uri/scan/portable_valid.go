package scan

import (
	"math/bits"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// short is the length below which the automaton is faster.
const short = 24

// PortableValid reports whether text is in the language of a, in plain Go.
func PortableValid[Bytes ~[]byte | ~string](a *uri.Language, text Bytes) bool {
	if len(text) < short {
		return dfa.Match(a.Automaton, text)
	}
	v := portableCheck(a, text, true)
	return v == Valid || v == Ask && dfa.Match(a.Automaton, text)
}

// portableCheck is [Portable] without offsets: behind the authority the
// components need not be told apart, save that there is one fragment at most. The
// answer is final, or Ask. If it is not patient it asks as soon as it meets a
// percent triple or a character from 0x80 up.
func portableCheck[Bytes ~[]byte | ~string](a *uri.Language, text Bytes, patient bool) Verdict {
	if a.Plan == nil || len(text) < 8 {
		return Ask
	}
	if known := beginning(a.Plan, load(text)); known != 0 {
		return checkAuthority(a, text, known&0xff, patient)
	}
	hier, authority := scheme(a.Plan, text)
	switch {
	case authority > 0:
		return checkAuthority(a, text, authority, patient)
	case hier > 0, hier == 0 && segment(&a.Plan.Class, text):
		return checkPath(a, text, hier, hier, 0, patient)
	}
	return Invalid
}

// checkAuthority goes on at the first byte of an authority.
func checkAuthority[Bytes ~[]byte | ~string](a *uri.Language, text Bytes, i int, patient bool) Verdict {
	set := &a.Plan.Class
	userinfo, host := false, i
	for i < len(text) {
		var word uint64
		for i <= len(text)-8 {
			t := text[i : i+8]
			word = classes(set, t[:4]) | classes(set, t[4:8])<<32
			if (word^letters)&inHost != 0 {
				break
			}
			i += 8
		}
		if i > len(text)-8 {
			if i == len(text) {
				return Valid
			}
			t := text[len(text)-8:]
			word = classes(set, t[:4]) | classes(set, t[4:8])<<32
			word >>= uint(i+8-len(text)) * 8 & 63
		}
		for stop := (word ^ letters) & inHost; stop != 0; stop = (word ^ letters) & inHost {
			lane := uint(bits.TrailingZeros64(stop)) & 56
			at := i + int(lane/8)
			if at >= len(text) {
				return Valid
			}
			switch uint8(word>>lane) & delim {
			case uri.PlanSlash, uri.PlanQuery, uri.PlanFragment:
				return checkPath(a, text, -1, i, word, patient)
			case uri.PlanAt:
				if userinfo {
					return Invalid
				}
				userinfo, host = true, at+1
				word ^= (uri.PlanAt ^ uri.PlanText) << lane
			case uri.PlanColon:
				i = port(set, text, at+1)
				if i < 0 {
					return Ask
				}
				return checkPath(a, text, -1, i, 0, patient)
			default:
				if at != host {
					return Ask
				}
				if i = brackets(a, text, at); i == at {
					return Ask
				}
				word = letters
				i -= 8
			}
		}
		i += 8
	}
	return Valid
}

// checkPath goes on at text[i], in a path, query or fragment. Word has the classes
// of the first eight bytes, 0 if they are still to be looked up. Hier is where a
// path without an authority begins, -1 if there is an authority.
func checkPath[Bytes ~[]byte | ~string](a *uri.Language, text Bytes, hier, i int, word uint64, patient bool) Verdict {
	set := &a.Plan.Class
	fragment := false
	runs := 0 // of characters from 0x80 up
	for i < len(text) {
		if word == 0 {
			for i <= len(text)-8 {
				t := text[i : i+8]
				if common(set, t[:4])&common(set, t[4:8])&uri.PlanText == 0 {
					break
				}
				i += 8
			}
			if i <= len(text)-8 {
				t := text[i : i+8]
				word = classes(set, t[:4]) | classes(set, t[4:8])<<32
			} else {
				t := text[len(text)-8:] // the first of them are known to be letters or delimiters
				if common(set, t[:4])&common(set, t[4:8])&uri.PlanText != 0 {
					return Valid
				}
				word = (classes(set, t[:4]) | classes(set, t[4:8])<<32) >> (uint(i+8-len(text)) * 8)
			}
		}
		for stop := (word ^ letters) & inQuery; stop != 0; stop = (word ^ letters) & inQuery {
			lane := uint(bits.TrailingZeros64(stop)) & 56
			at := i + int(lane/8)
			if at >= len(text) {
				return Valid
			}
			switch {
			case uint8(word>>lane)&delim == uri.PlanFragment:
				if fragment {
					return Invalid
				}
				fragment = true
				word ^= (uri.PlanFragment ^ uri.PlanText) << lane
				continue
			case !patient:
				return Ask
			case text[at] < 0x80:
				i = triples(set, text, i, inQuery, word)
				if i == at {
					if set[text[at]] == uri.PlanRare {
						return decide(a, text, hier, at, fragment)
					}
					return Invalid
				}
			default:
				if runs++; dense(runs, at) {
					return Ask
				}
				i = foreign(a, text, at)
				if i == at {
					return decide(a, text, hier, at, fragment)
				}
			}
			word = letters
			i -= 8
		}
		word = 0
		i += 8
	}
	return Valid
}

// decide lets the automaton decide about text[at:], where a character from 0x80 up
// is none of a path. In a query it may still be one.
func decide[Bytes ~[]byte | ~string](a *uri.Language, text Bytes, hier, at int, fragment bool) Verdict {
	roles, set := uint8(0), &a.Plan.Class
	before := text[:at]
	for ; len(before) >= 4; before = before[4:] {
		roles |= set[before[0]] | set[before[1]] | set[before[2]] | set[before[3]]
	}
	for i := range len(before) {
		roles |= set[before[i]]
	}
	from := a.Plan.Path
	switch {
	case fragment:
		from = a.Plan.Fragment
	case roles&uri.PlanTail != 0:
		from = a.Plan.Query
	case hier >= 0 && at <= unsettled(a.Plan, text[:at], &Offsets{Hier: uint32(hier)}):
		return Ask
	}
	if a.Accepts(dfa.Run(a.Automaton, from, text[at:])) {
		return Valid
	}
	return Invalid
}
