package scan

import (
	"math/bits"

	"example.org/iri/internal/uri"
)

// The fast path for processors without a kernel and for texts that a kernel has
// not accepted. It takes a text eight bytes a step and looks up the classes (uri.Plan.Class) of all eight, which makes a word
// with a class in each byte, called a lane, the first in the lowest:
//
//	text     w     .     o     r     g     /     a     %
//	word     13    03    13    13    13    41    17    04
//	inHost   .     .     .     .     .     stop  .     stop
//	inPath   .     .     .     .     .     .     .     stop
//
// A component goes on as long as a lane differs from a letter in no bit of the
// component's mask. The sets of bytes that do not stop a host, a path and a query
// contain each other in this order, so that with the next mask the same word tells
// where the next component ends; what is before stops nothing. Most texts have two
// or three stops, and each costs a branch that is hard to predict. That, rather
// than the bytes, is what the time goes into.
const (
	lanes   = 0x0101010101010101 // times a byte, the word with that byte in each lane
	letters = lanes * uri.PlanText

	inHost  = lanes * (uri.PlanText | uri.PlanDelim)
	inPath  = lanes * (uri.PlanText | uri.PlanTail)
	inQuery = lanes * uri.PlanText // and in a fragment

	delim = uri.PlanText | uri.PlanDelim // bits of a class that tell delimiters apart
)

// Portable tells where the components of text lie, in plain Go, or from where the
// automaton has to decide: the start or, if the verdict names a component, the end
// of the cut, which is right as far as that. Text must be shorter than 4 GiB.
//
// It is long because it is one loop: made of two functions it takes a tenth more
// time, of one for each component a fifth.
func Portable[Bytes ~[]byte | ~string](a *uri.Language, text Bytes) (Cut, Verdict) {
	if a.Plan == nil || len(text) < 8 {
		return Cut{}, Ask
	}
	var o Offsets
	runs := 0 // of characters from 0x80 up
	i, set, mask := 0, &a.Plan.Class, uint64(inHost)
	if known := beginning(a.Plan, load(text)); known != 0 {
		i = known & 0xff
		o.Hier, o.Authority, o.Host = uint32(known>>8), uint32(i), uint32(i)
	} else if i, mask = start(a.Plan, text, &o); i < 0 {
		return Cut{}, Ask
	}
scan:
	for i < len(text) {
		var word uint64
		for i <= len(text)-8 {
			t := text[i : i+8]
			word = classes(set, t[:4]) | classes(set, t[4:8])<<32
			if (word^letters)&mask != 0 {
				break
			}
			i += 8
		}
		if i > len(text)-8 {
			if i == len(text) {
				break
			}
			t := text[len(text)-8:]
			word = classes(set, t[:4]) | classes(set, t[4:8])<<32
			word >>= uint(i+8-len(text)) * 8 & 63
		}
		for stop := (word ^ letters) & mask; stop != 0; stop = (word ^ letters) & mask {
			lane := uint(bits.TrailingZeros64(stop)) & 56
			at := i + int(lane/8)
			if at >= len(text) {
				break scan
			}
			switch uint8(word>>lane) & delim {
			case uri.PlanSlash:
				o.Path = uint32(at)
				mask = inPath
			case uri.PlanQuery:
				if mask == inHost {
					o.Path = uint32(at)
				}
				o.Query = uint32(at) + 1
				mask = inQuery
			case uri.PlanFragment:
				if o.Fragment > 0 {
					return ask(a.Plan, text, &o, at, mask)
				}
				if mask == inHost {
					o.Path = uint32(at)
				}
				o.Fragment = uint32(at) + 1
				mask = inQuery
				word ^= (uri.PlanFragment ^ uri.PlanText) << lane
			case uri.PlanAt:
				if o.Host != o.Authority {
					return Cut{}, Ask
				}
				o.Host = uint32(at) + 1
				word ^= (uri.PlanAt ^ uri.PlanText) << lane
			case uri.PlanColon:
				end := port(set, text, at+1)
				if end < 0 {
					return Cut{}, Ask
				}
				o.Port, o.Path = uint32(at)+1, uint32(end)
				mask = inPath
				i, word = end-8, letters
			default:
				end := at
				if text[at] < 0x80 {
					if end = triples(set, text, i, mask, word); end == at && mask == inHost && at == int(o.Host) {
						end = brackets(a, text, at)
					}
				} else if runs++; !dense(runs, at) {
					end = foreign(a, text, at)
				}
				if end == at {
					return ask(a.Plan, text, &o, at, mask)
				}
				i, word = end-8, letters
			}
		}
		i += 8
	}
	if mask == inHost {
		o.Path = uint32(len(text))
	}
	o.End = uint32(len(text))
	return o.Pack(), Valid
}

// beginning returns the length of the frequent beginning that a text has whose
// first eight bytes are v and, above the lowest eight bits, its other offset; 0 if
// it has none.
func beginning(plan *uri.Plan, v uint64) int {
	return offsets(&plan.Common[0], v) | offsets(&plan.Common[1], v)
}

// offsets is beginning for one of the two. It does without a branch.
func offsets(b *uri.Beginning, v uint64) int {
	differs := v&b.Mask ^ b.Word
	return (int(b.Len) | int(b.Hier)<<8) &^ int(int64(differs|-differs)>>63)
}

// start is for other beginnings. It sets the offsets behind the delimiters of
// scheme and authority and returns where to go on, with the mask that holds there;
// -1 if the text cannot begin so.
func start[Bytes ~[]byte | ~string](plan *uri.Plan, text Bytes, o *Offsets) (int, uint64) {
	hier, authority := scheme(plan, text)
	o.Hier = uint32(max(hier, 0))
	if authority > 0 {
		o.Authority, o.Host = uint32(authority), uint32(authority)
		return authority, inHost
	}
	if hier == 0 && !segment(&plan.Class, text) {
		return -1, 0
	}
	return hier, inPath
}

// scheme returns the offset behind a scheme, 0 if there is none and need not be
// one, else -1; and that behind the delimiter of an authority, 0 if there is none.
func scheme[Bytes ~[]byte | ~string](plan *uri.Plan, text Bytes) (hier, authority int) {
	const behind = uri.PlanColon | uri.PlanSlash<<8 | uri.PlanSlash<<16
	set := &plan.Class
	if set[text[0]]&uri.PlanFirst != 0 {
		t := text[:8]
		word := classes(set, t[:4]) | classes(set, t[4:8])<<32
		lane := bits.TrailingZeros64(^word & (lanes * uri.PlanScheme))
		if word>>(lane&56)&(delim*0x10101) == behind {
			return lane/8 + 1, lane/8 + 3
		}
		i := lane / 8
		for i >= 8 && i < len(text) && set[text[i]]&uri.PlanScheme != 0 {
			i++
		}
		if i < len(text) && set[text[i]]&delim == uri.PlanColon {
			hier = i + 1
		}
	}
	if hier == 0 && !plan.Relative {
		return -1, 0
	}
	if rest := text[hier:]; len(rest) > 1 && set[rest[0]]&delim == uri.PlanSlash && set[rest[1]]&delim == uri.PlanSlash {
		authority = hier + 2
	}
	return hier, authority
}

// segment reports whether text can begin a path where there is no scheme: no
// colon may come before the first other delimiter. It reads no further than that,
// or the first wrong byte.
func segment[Bytes ~[]byte | ~string](set *[256]uint8, text Bytes) bool {
	for i := range len(text) {
		switch class := set[text[i]]; class & delim {
		case uri.PlanColon:
			return false
		case uri.PlanSlash, uri.PlanQuery, uri.PlanFragment:
			return true
		case 0:
			if class == uri.PlanRare || class == 0 && text[i] < 0x80 {
				return true
			}
		}
	}
	return true
}

// port returns where the port that begins at text[i] ends, -1 if what comes then is
// neither the end nor the delimiter of a path, query or fragment: the text has a
// userinfo, or is wrong.
func port[Bytes ~[]byte | ~string](set *[256]uint8, text Bytes, i int) int {
	for i < len(text) && set[text[i]]&uri.PlanDigit != 0 {
		i++
	}
	if i < len(text) {
		if c := set[text[i]] & delim; c != uri.PlanSlash && c != uri.PlanQuery && c != uri.PlanFragment {
			return -1
		}
	}
	return i
}

// ask tells from where the automaton has to decide about text[at:]. At the first
// byte of a component it is in a state of its own, so that it has to begin anew.
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
		slash := plan.Class[text[i]]&delim == uri.PlanSlash
		switch {
		case slash && i == hier:
			return i + 1
		case slash || hier > 0:
			return i
		}
	}
	return len(text)
}
