// Package find finds the components of a valid string. A [Finder] reads the string byte by byte and acts on delimiters
// only; the automaton of a language decides whether the string is valid. Package plan proves, for each language, that a
// Finder finds the components of the grammar. Tests compare the kernels and the portable path with it.
package find

import "example.org/iri/internal/uri"

// A Finder is an automaton that records the offsets of delimiters. Its zero value is ready to read a reference.
type Finder struct {
	State State
	Slots Slots
}

// Slots has the offset that each slot was last set to, or 0.
type Slots [numSlots]uint32

// The slots.
const (
	scrap slot = iota // never read
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

// A State is the state of a Finder.
type State uint8

// In the first three states, every byte matters; in the others, the bytes that their masks do not skip.
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

// The kinds of bytes, computed from their roles by kindOf.
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

// A transition leads to a state. It sets slot after to the offset after the byte and slot before to the offset of the
// byte, and clears slot clear.
type transition struct {
	to                   State
	after, before, clear slot
}

// transitions has the transition of each state and kind of byte, except for bytes that [Mask] skips. In an authority, a
// colon is first taken for that of a port. An at sign shows that it was in the userinfo, and a byte that no port has
// shows that it was in brackets.
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

// A Mask has the bits of roles that matter in a state. A byte is skipped if its role equals uri.Text in these bits.
type Mask uint16

const everyByte = 0x100 // no role has this bit

var masks = [numStates]Mask{
	Start: everyByte, Hier: everyByte, Slash: everyByte,
	Scheme: uri.Delim, Authority: uri.Text | uri.Delim, Path: uri.Tail, Query: uri.Tail,
}

// Mask returns the mask of s.
func (s State) Mask() Mask { return masks[s%numStates] }

// Stops reports whether a byte with a role may change the Finder.
func (m Mask) Stops(role uint8) bool { return (Mask(role)^(everyByte|uri.Text))&m != 0 }

// Begin returns the state at the start of a string.
func Begin(shape uri.Shape) State {
	switch shape {
	case uri.Authority:
		return Authority
	case uri.Target:
		return Path
	}
	return Start
}

// Read reads a byte with a role. End is the offset after it.
func (f *Finder) Read(role uint8, end uint32) {
	if f.State.Mask().Stops(role) {
		f.State = f.Slots.Read(f.State, role, end)
	}
}

// Read reads a byte that the mask of s does not skip, and returns the next state.
func (x *Slots) Read(s State, role uint8, end uint32) State {
	t := &transitions[s%numStates][kindOf(role)%numKinds]
	x[t.before%numSlots] = end - 1
	x[t.clear%numSlots] = 0
	x[t.after%numSlots] = end
	return t.to
}

// Offsets returns the offsets of the components if the string ends at end.
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

// Resume returns a Finder in state s, within a component, after the components of c.
func Resume(s State, c Cut) Finder {
	return Finder{s, Slots{0, c.Hier(), c.Authority(), c.Host(), c.Port(), c.Path(), c.Query(), c.Fragment()}}
}
