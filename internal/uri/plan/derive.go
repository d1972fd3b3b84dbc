package plan

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// derive fills in what the automaton says of single bytes, given the delimiters: sets are what loops.
// This is a guess: if it is wrong, a claim will be refuted later. Derive only gives up where there is
// nothing to guess, or where it can say better than a claim what is wrong.
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

// findDelims finds the states after the delimiters of a list. In front of that of a userinfo stand
// those of an authority. Only the delimiter of fragments need not be in the language.
func (m *machine) findDelims(list string) (d delims, err error) {
	if len(list) != uri.NumDelims {
		return d, m.refuse("delimiters", nil, "there are %d, not %d", len(list), uri.NumDelims)
	}
	d.colon, d.slash, d.at = list[uri.DelimColon], list[uri.DelimSlash], list[uri.DelimAt]
	d.query, d.fragment = list[uri.DelimQuery], list[uri.DelimFragment]
	d.behindSlash = m.run(m.Start, d.slash, d.slash)
	for b := byte(0); b < 0x80 && d.behindSlash == dfa.Dead; b++ {
		d.behindSlash = m.run(m.Start, b, d.colon, d.slash, d.slash)
	}
	for _, x := range []struct {
		delim  byte
		behind *dfa.State
	}{{d.at, &d.behindAt}, {d.query, &d.behindQuery}, {d.fragment, &d.behindFragment}} {
		*x.behind = m.Next(d.behindSlash, x.delim)
		if *x.behind == dfa.Dead && x.delim != d.fragment {
			return d, m.refuse("delimiters", nil, "%q delimits nothing", x.delim)
		}
	}
	return d, nil
}

// run returns the state that some bytes lead to.
func (m *machine) run(s dfa.State, bytes ...byte) dfa.State { return dfa.Run(m.Automaton, s, bytes) }

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
		if d.behindSlash != dfa.Dead && m.run(s, d.colon, d.slash, d.slash) == d.behindSlash {
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
