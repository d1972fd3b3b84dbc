package scan

import (
	"math/bits"

	"example.org/iri/internal/uri"
)

// The fast path for processors without a kernel and for texts that a kernel has not
// accepted. It takes a text eight bytes a step and looks up the classes (uri.Plan.Class) of
// all eight, which makes a word with a class in each byte, called a lane, the first in the
// lowest:
//
//	text     w     .     o     r     g     /     a     %
//	word     13    03    13    13    13    41    17    04
//	inHost   .     .     .     .     .     stop  .     stop
//	inPath   .     .     .     .     .     .     .     stop
//
// A component goes on as long as a lane differs from a letter in no bit of the component's mask.
// The sets of bytes that do not stop a host, a path and a query contain each other in this order.
// So with the next mask the same word tells where the next component ends, and the lanes before
// stop nothing. Most texts have two or three stops, and each costs a branch that is hard to
// predict. That, rather than the bytes, is what the time goes into.
const (
	letters = Lanes * uri.Text

	inHost  = Lanes * (uri.Text | uri.Delim)
	inPath  = Lanes * (uri.Text | uri.Tail)
	inQuery = Lanes * uri.Text // and in a fragment

	delim = uri.Text | uri.Delim // bits of a class that tell delimiters apart
)

// Portable tells where the components of text lie, in plain Go, or from where the automaton has to
// decide. If the verdict names a component, the automaton goes on at the end of the cut, which is
// right as far as that; else it begins at the start. The answer is Invalid only if no text begins
// as this one does. Text must be shorter than 4 GiB.
func Portable[Bytes ~[]byte | ~string](a *uri.Language, text Bytes) (Cut, Verdict) {
	return inLanes(a, text, uri.Reference)
}

// inLanes is Portable for texts of a shape. An authority is looked at as what stands behind the
// delimiter of one in a reference; offsets begin with it.
//
// It is long because it is one loop. Split into two functions it takes a tenth more time; with one
// function for each component, a fifth more.
func inLanes[Bytes ~[]byte | ~string](a *uri.Language, text Bytes, shape uri.Shape) (Cut, Verdict) {
	if a.Plan == nil || len(text) < 8 {
		return Cut{}, Ask
	}
	var o Offsets
	runs := 0 // of characters from 0x80 up
	i, set, mask := 0, &a.Plan.Class, uint64(inHost)
	if shape == uri.Authority {
		i = 0
	} else if known := beginning(a.Plan, Load(text)); known != 0 {
		i = known & 0xff
		o.Hier, o.Authority, o.Host = uint32(known>>8), uint32(i), uint32(i)
	} else if i, mask = start(a.Plan, text, &o); i < 0 {
		return Cut{}, Invalid
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
			case uri.Slash:
				o.Path = uint32(at)
				mask = inPath
			case uri.Query:
				if mask == inHost {
					o.Path = uint32(at)
				}
				o.Query = uint32(at) + 1
				mask = inQuery
			case uri.Fragment:
				if o.Fragment > 0 {
					return ask(a.Plan, text, &o, at, mask)
				}
				if mask == inHost {
					o.Path = uint32(at)
				}
				o.Fragment = uint32(at) + 1
				mask = inQuery
				word ^= (uri.Fragment ^ uri.Text) << lane
			case uri.At:
				if o.Host != o.Authority {
					return Cut{}, Ask
				}
				o.Host = uint32(at) + 1
				word ^= (uri.At ^ uri.Text) << lane
			case uri.Colon:
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
