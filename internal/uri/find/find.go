// Package find finds where the components of a valid string lie. A [Finder] reads the string byte by
// byte and looks at delimiters only: whether the string is valid, the automaton of its language
// decides. Package plan proves, for each language, that a Finder finds what the grammar has. The
// kernels and the portable path are compared with it in tests.
package find

import "example.org/iri/internal/uri"

// A Finder is an automaton that notes where delimiters stood. Its zero value has read nothing of a
// reference.
type Finder struct {
	State State
	Slots Slots
}

// Slots has the offset that each [transition] set last, 0 if it has not been set.
type Slots [numSlots]uint32

// The slots.
const (
	scrap slot = iota // nothing reads it
	hier
	authority
	host // after a userinfo
	port
	path
	query
	fragment
	numSlots
)

type slot uint8

// A State is where in a string a Finder is.
type State uint8

// The states. In the first three, every byte matters; in the others, delimiters do.
const (
	Start     State = iota // before the first byte
	Hier                   // after a scheme
	Slash                  // after a slash that may be the first of two
	Scheme                 // in a scheme, or in the first segment of a path
	Authority              // in a userinfo, a host or a port
	Path                   // in a path that cannot become anything else
	Query
	Fragment
	numStates
)

// The kinds of bytes: what remains of their roles.
const (
	unknown   = 0 // neither ordinary nor a delimiter
	ordinary  = 8
	aColon    = 8 | uri.Colon>>5
	aSlash    = 8 | uri.Slash>>5
	anAt      = 8 | uri.At>>5
	aQuestion = 8 | uri.Query>>5
	aNumber   = uri.Fragment >> 5
	numKinds  = 16
)

func kindOf(role uint8) uint8 { return role&uri.Text<<3 | role>>5 }

// A transition leads to a state. It sets one slot to the offset after the byte and one to the offset
// before it, and clears one.
type transition struct {
	to                   State
	after, before, clear slot
}

// transitions has those of each state, by the kind of a byte, but for bytes that change nothing
// ([Mask]). In an authority, a colon is taken for that of a port, until an at sign shows that it stood
// in the userinfo, or another byte that it stood in brackets.
var transitions = [numStates][numKinds]transition{
	Start: {
		unknown: {to: Scheme}, ordinary: {to: Scheme}, aColon: {to: Scheme}, anAt: {to: Scheme}, aSlash: {to: Slash},
		aQuestion: {to: Query, after: query}, aNumber: {to: Fragment, after: fragment},
	},
	Hier: {
		unknown: {to: Path}, ordinary: {to: Path}, aColon: {to: Path}, anAt: {to: Path}, aSlash: {to: Slash},
		aQuestion: {to: Query, after: query}, aNumber: {to: Fragment, after: fragment},
	},
	Slash: {
		unknown: {to: Path}, ordinary: {to: Path}, aColon: {to: Path}, anAt: {to: Path}, aSlash: {to: Authority, after: authority},
		aQuestion: {to: Query, after: query}, aNumber: {to: Fragment, after: fragment},
	},
	Scheme: {
		aColon: {to: Hier, after: hier}, anAt: {to: Scheme}, aSlash: {to: Path},
		aQuestion: {to: Query, after: query}, aNumber: {to: Fragment, after: fragment},
	},
	Authority: {
		unknown: {to: Authority, clear: port}, aColon: {to: Authority, after: port}, anAt: {to: Authority, after: host, clear: port},
		aSlash:    {to: Path, before: path},
		aQuestion: {to: Query, after: query, before: path}, aNumber: {to: Fragment, after: fragment, before: path},
	},
	Path: {
		aQuestion: {to: Query, after: query}, aNumber: {to: Fragment, after: fragment},
	},
	Query: {
		aQuestion: {to: Query}, aNumber: {to: Fragment, after: fragment},
	},
}

// A Mask has the bits of roles that matter in a state. A byte whose role differs from that of an
// ordinary byte in none of them changes nothing.
type Mask uint16

const everyByte = 0x100 // no role has this bit

var masks = [numStates]Mask{
	Start: everyByte, Hier: everyByte, Slash: everyByte,
	Scheme: uri.Delim, Authority: uri.Text | uri.Delim, Path: uri.Tail, Query: uri.Tail,
}

// Mask returns that of s.
func (s State) Mask() Mask { return masks[s%numStates] }

// Stops reports whether a byte with a role may change something.
func (m Mask) Stops(role uint8) bool { return (Mask(role)^(everyByte|uri.Text))&m != 0 }

// Begin returns the state before the first byte of a string.
func Begin(shape uri.Shape) State {
	switch shape {
	case uri.Authority:
		return Authority
	case uri.Target:
		return Path
	}
	return Start
}

// Read takes the next byte: its role, and the offset after it.
func (f *Finder) Read(role uint8, end uint32) {
	if f.State.Mask().Stops(role) {
		f.State = f.Slots.Read(f.State, role, end)
	}
}

// Read takes a byte at which s stops, and returns the next state.
func (x *Slots) Read(s State, role uint8, end uint32) State {
	t := &transitions[s%numStates][kindOf(role)%numKinds]
	x[t.before%numSlots] = end - 1
	x[t.clear%numSlots] = 0
	x[t.after%numSlots] = end
	return t.to
}

// Offsets returns where the components lie if the string ends at end.
func (f *Finder) Offsets(end uint32) Offsets {
	if f.State == Authority {
		f.Slots[path] = end
	}
	x := &f.Slots
	return Offsets{
		Hier: x[hier], Authority: x[authority], Host: max(x[authority], x[host]), Port: x[port],
		Path: x[path], Query: x[query], Fragment: x[fragment], End: end,
	}
}

// Resume returns a Finder in the middle of a component, with what has been found before.
func Resume(s State, c Cut) Finder {
	return Finder{s, Slots{0, c.Hier(), c.Authority(), c.Host(), c.Port(), c.Path(), c.Query(), c.Fragment()}}
}
