package plan

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// derive fills in what the automaton says of single bytes: delimiters are where marks fire, sets
// are what loops. This is a guess: if it is wrong, a claim will be refuted later. Derive only gives
// up where there is nothing to guess, or where it can tell better than a claim what is wrong.
func (m *machine) derive() (*uri.Plan, error) {
	d, err := m.findDelims()
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
	p.Delims = delimsOf(&p.Class, 0xff) // a byte that no UTF-8 has
	p.Bracket, p.Inside, p.Behind = m.findBrackets(&p.Class, d.behindAt)
	return p, nil
}

// delims is the delimiters and the states behind them.
type delims struct {
	colon, slash, at, query, fragment byte

	behindSlash, behindAt, behindQuery, behindFragment dfa.State
}

// hasFragment reports whether there is a delimiter of fragments.
func (d delims) hasFragment() bool { return d.behindFragment != dfa.Dead }

func (m *machine) findDelims() (d delims, err error) {
	for _, x := range []struct {
		delim     *byte
		behind    *dfa.State
		mark, not marks
	}{
		{&d.colon, new(dfa.State), portMark, 0},
		{&d.slash, &d.behindSlash, authorityMark, 0},
		{&d.at, &d.behindAt, hostMark, authorityMark},
		{&d.query, &d.behindQuery, queryMark, 0},
		{&d.fragment, &d.behindFragment, fragmentMark, 0},
	} {
		if *x.delim, *x.behind, err = m.delim(x.mark, x.not); err != nil {
			return d, err
		}
	}
	return d, nil
}

// delim returns the one byte that makes a mark fire without another, and a state
// behind it. Only the last mark need not fire at all.
func (m *machine) delim(mark, not marks) (b byte, behind dfa.State, err error) {
	for s := range m.States() {
		for c := range 256 {
			t := m.Next(s, byte(c))
			switch f := m.fires(t); {
			case f&mark == 0 || f&not != 0:
			case behind == dfa.Dead:
				b, behind = byte(c), t
			case byte(c) != b:
				return 0, 0, m.refuse("delimiters", m.text(s, byte(c)), "mark %s fires on %q and on %q", m.names(mark), b, byte(c))
			}
		}
	}
	if behind == dfa.Dead && mark != fragmentMark {
		return 0, 0, m.refuse("delimiters", nil, "mark %s does not fire", m.names(mark))
	}
	return b, behind, nil
}

// component is the state in which a part of a text goes on, and the bytes of ASCII
// on which it does.
type component struct {
	state dfa.State
	set   dfa.ByteSet
}

// components is those of a text. Where there are schemes, first has the bytes that
// one begins with, and scheme those with which it goes on.
type components struct {
	userinfo, host, port, path, query, fragment component
	first, scheme                               dfa.ByteSet
}

func (m *machine) findComponents(d delims) (x components) {
	x.host = m.component(m.goesOn(d.behindAt, d))
	x.port = m.component(m.goesOn(m.Next(d.behindAt, d.colon), d))
	x.userinfo = m.component(m.Next(m.Next(d.behindSlash, d.colon), d.colon))
	x.path = m.component(m.Next(d.behindSlash, d.slash))
	x.query = m.component(m.goesOn(d.behindQuery, d))
	x.fragment = m.component(m.goesOn(d.behindFragment, d))
	for b := range byte(0x80) {
		s := m.Next(m.Start, b)
		if m.fires(m.Next(s, d.colon))&hierMark != 0 {
			x.first.Add(b)
			x.scheme = m.component(s).set
		}
	}
	return x
}

func (m *machine) component(s dfa.State) component {
	x := component{state: s}
	for b := range byte(0x80) {
		if s != dfa.Dead && m.Next(s, b) == s {
			x.set.Add(b)
		}
	}
	return x
}

// goesOn returns the state in which a component that begins at s goes on: where the
// first byte that is no delimiter leads, and loops.
func (m *machine) goesOn(s dfa.State, d delims) dfa.State {
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

// nested demands that the bytes of components differ by delimiters only. So one
// bit, Text, with the delimiters told apart, serves all of them.
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
		if b, differ := lowest(part.set.Minus(part.want).Union(part.want.Minus(part.set))); differ {
			return m.refuse("sets", m.text(part.state, b),
				"the bytes of %s are not those of a host name and the delimiters expected: %v instead of %v",
				part.name, part.set, part.want)
		}
	}
	return nil
}

func with(set dfa.ByteSet, more ...byte) dfa.ByteSet {
	for _, b := range more {
		set.Add(b)
	}
	return set
}

func lowest(set dfa.ByteSet) (b byte, ok bool) {
	for r := range set.Ranges() {
		return r.Lo, true
	}
	return 0, false
}

// findPercent returns the one byte of ASCII that is alive in a path, but neither
// part of it nor a delimiter: the one that begins percent triples.
func (m *machine) findPercent(d delims, x components) (byte, error) {
	known := with(x.path.set, d.query)
	if d.hasFragment() {
		known.Add(d.fragment)
	}
	var other dfa.ByteSet
	for b := range byte(0x80) {
		if m.Next(x.path.state, b) != dfa.Dead && !known.Has(b) {
			other.Add(b)
		}
	}
	if other.Len() != 1 {
		return 0, m.refuse("percent", m.text(x.path.state),
			"one byte should begin triples in a path, not %d: %v", other.Len(), other)
	}
	b, _ := lowest(other)
	return b, nil
}

// assignRoles sets the roles of all bytes; what is alive somewhere and has no other
// role is rare.
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
	class[0] = 0 // vectors hold zeros behind a text
	for b := range byte(0x80) {
		if class[b] == 0 && !m.never(b) {
			class[b] = uri.Rare
		}
	}
}
