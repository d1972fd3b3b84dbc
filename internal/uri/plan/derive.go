package plan

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/walk"
)

// derive guesses a fast-path table from the automaton and the delimiters. It assumes that the bytes of a component are
// the self-loop of its state. A wrong guess is found by the claims, so derive returns an error only if there is nothing
// to guess, or if its error is clearer than that of a claim.
func (m *machine) derive(delimiters string) (*uri.Plan, error) {
	d, err := m.findDelims(delimiters)
	if err != nil {
		return nil, err
	}
	x := m.findComponents(d)
	if err := m.nested(d, x); err != nil {
		return nil, err
	}
	b, err := m.findPercent(d, x)
	if err != nil {
		return nil, err
	}
	p := &uri.Plan{Path: x.path.state, Query: x.query.state, Fragment: x.fragment.state}
	p.Relative = m.Next(m.Start, d.slash) != dfa.Dead
	m.assignRoles(&p.Class, d, x, b)
	p.Rows = rowsOf(&p.Class)
	p.Delims = delimsOf(&p.Class, 0xff) // a byte that UTF-8 never has
	p.Bracket, p.Inside, p.Behind = m.findBrackets(&p.Class, d.afterAt)
	return p, nil
}

type delims struct {
	colon, slash, at, query, fragment byte

	afterSlash, afterAt, afterQuery, afterFragment dfa.State
}

func (d delims) hasFragment() bool { return d.afterFragment != dfa.Dead }

// findDelims finds the states after two slashes, which follow a scheme or the start; and after two slashes and the
// delimiter of a userinfo, a query or a fragment. Only the fragment may be missing.
func (m *machine) findDelims(list string) (d delims, err error) {
	if len(list) != uri.NumDelims {
		return d, m.refuse("delimiters", nil, "there are %d, not %d", len(list), uri.NumDelims)
	}
	d.colon, d.slash, d.at = list[uri.DelimColon], list[uri.DelimSlash], list[uri.DelimAt]
	d.query, d.fragment = list[uri.DelimQuery], list[uri.DelimFragment]
	d.afterSlash = m.run(m.Start, d.slash, d.slash)
	for b := byte(0); b < 0x80 && d.afterSlash == dfa.Dead; b++ {
		d.afterSlash = m.run(m.Start, b, d.colon, d.slash, d.slash)
	}
	for _, x := range []struct {
		delim byte
		after *dfa.State
	}{{d.at, &d.afterAt}, {d.query, &d.afterQuery}, {d.fragment, &d.afterFragment}} {
		*x.after = m.Next(d.afterSlash, x.delim)
		if *x.after == dfa.Dead && x.delim != d.fragment {
			return d, m.refuse("delimiters", nil, "%q delimits nothing", x.delim)
		}
	}
	return d, nil
}

func (m *machine) run(s dfa.State, bytes ...byte) dfa.State { return dfa.Run(m.Automaton, s, bytes) }

// component is the state within a component, and the ASCII bytes of its self-loop.
type component struct {
	state dfa.State
	set   dfa.ByteSet
}

// components has the components of a string. The sets first and scheme have the bytes that begin and continue a scheme;
// they are empty for a language without schemes.
type components struct {
	userinfo, host, port, path, query, fragment component
	first, scheme                               dfa.ByteSet
}

func (m *machine) findComponents(d delims) (x components) {
	x.host = m.component(m.stateWithin(d.afterAt, d))
	x.port = m.component(m.stateWithin(m.Next(d.afterAt, d.colon), d))
	x.userinfo = m.component(m.Next(m.Next(d.afterSlash, d.colon), d.colon))
	x.path = m.component(m.Next(d.afterSlash, d.slash))
	x.query = m.component(m.stateWithin(d.afterQuery, d))
	x.fragment = m.component(m.stateWithin(d.afterFragment, d))
	for b := range byte(0x80) {
		s := m.Next(m.Start, b)
		if d.afterSlash != dfa.Dead && m.run(s, d.colon, d.slash, d.slash) == d.afterSlash {
			walk.Add(&x.first, b)
			x.scheme = m.component(s).set
		}
	}
	return x
}

func (m *machine) component(s dfa.State) component {
	x := component{state: s}
	for b := range byte(0x80) {
		if s != dfa.Dead && m.Next(s, b) == s {
			walk.Add(&x.set, b)
		}
	}
	return x
}

// stateWithin returns the state within a component that begins at s: a byte leads to it, and the same byte back to it.
func (m *machine) stateWithin(s dfa.State, d delims) dfa.State {
	for b := range byte(0x80) {
		if b == d.colon || b == d.slash || b == d.at || b == d.query {
			continue
		}
		if t := m.Next(s, b); t != dfa.Dead && m.Next(t, b) == t {
			return t
		}
	}
	return dfa.Dead
}

// nested returns an error unless the components differ by delimiters only, so that the bit uri.Text and the delimiters
// determine the bytes of each component.
func (m *machine) nested(d delims, x components) error {
	userinfo := with(x.host.set, d.colon)
	path := with(userinfo, d.slash, d.at)
	query := with(path, d.query)
	fragment := query
	if !d.hasFragment() {
		fragment = dfa.ByteSet{}
	}
	for _, part := range []struct {
		name string
		component
		want dfa.ByteSet
	}{
		{"a userinfo", x.userinfo, userinfo}, {"a path", x.path, path},
		{"a query", x.query, query}, {"a fragment", x.fragment, fragment},
	} {
		if b, differ := lowest(walk.Union(walk.Minus(part.set, part.want), walk.Minus(part.want, part.set))); differ {
			return m.refuse("sets", m.text(part.state, b),
				"the bytes of %s are not those of a host name and the delimiters expected: %v instead of %v",
				part.name, part.set, part.want)
		}
	}
	return nil
}

func with(set dfa.ByteSet, more ...byte) dfa.ByteSet {
	for _, b := range more {
		walk.Add(&set, b)
	}
	return set
}

func lowest(set dfa.ByteSet) (b byte, ok bool) {
	for r := range set.Ranges() {
		return r.Lo, true
	}
	return 0, false
}

// findPercent returns the only ASCII byte with a transition in a path that is neither in its set nor a delimiter.
func (m *machine) findPercent(d delims, x components) (byte, error) {
	known := with(x.path.set, d.query)
	if d.hasFragment() {
		walk.Add(&known, d.fragment)
	}
	var other dfa.ByteSet
	for b := range byte(0x80) {
		if m.Next(x.path.state, b) != dfa.Dead && !known.Has(b) {
			walk.Add(&other, b)
		}
	}
	if walk.Len(other) != 1 {
		return 0, m.refuse("percent", m.text(x.path.state),
			"one byte should begin percent-encoded octets in a path, not %d: %v", walk.Len(other), other)
	}
	b, _ := lowest(other)
	return b, nil
}

// assignRoles sets the roles of all bytes. A byte without a role is rare if it has a transition in any state.
func (m *machine) assignRoles(class *[256]uint8, d delims, x components, percentByte byte) {
	add := func(set dfa.ByteSet, role uint8) {
		for b := range class {
			if set.Has(byte(b)) {
				class[b] |= role
			}
		}
	}
	add(x.query.set, uri.Text)
	add(x.scheme, uri.Scheme)
	add(x.first, uri.First)
	add(x.port.set, uri.Digit)
	add(m.Follow(m.Next(x.path.state, percentByte)), uri.Hex)
	class[percentByte] |= percent
	class[d.colon] |= uri.Colon
	class[d.slash] |= uri.Slash
	class[d.at] |= uri.At
	class[d.query] |= uri.Query
	if d.hasFragment() {
		class[d.fragment] |= uri.Fragment
	}
	class[0] = 0 // vectors have zeros after a string
	for b := range byte(0x80) {
		if class[b] == 0 && !m.neverOccurs(b) {
			class[b] = uri.Rare
		}
	}
}
