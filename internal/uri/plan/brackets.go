package plan

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// findBrackets returns the rare byte that begins a host in brackets, given the state where a host begins after a
// userinfo; the state after the byte; and the first accepting state from there. If not exactly one byte qualifies, it
// returns zeros.
func (m *machine) findBrackets(class *[256]uint8, host dfa.State) (bracket uint8, inside, after dfa.State) {
	for b := range byte(0x80) {
		s := m.Next(host, b)
		if class[b] != uri.Rare || s == dfa.Dead || m.Accepts(s) {
			continue
		}
		if inside != dfa.Dead {
			return 0, 0, 0
		}
		bracket, inside = b, s
	}
	for s := range m.within(inside, dfa.Dead) {
		if m.Accepts(s) {
			return bracket, inside, s
		}
	}
	return 0, 0, 0
}

// within yields the states that can be reached from s, including s, in breadth-first order. It does not go on from end.
func (m *machine) within(s, end dfa.State) func(yield func(dfa.State) bool) {
	return func(yield func(dfa.State) bool) {
		seen := map[dfa.State]bool{s: true, dfa.Dead: true}
		for queue := []dfa.State{s}; len(queue) > 0 && queue[0] != dfa.Dead; queue = queue[1:] {
			if !yield(queue[0]) {
				return
			}
			for b := 0; b < 256 && queue[0] != end; b++ {
				if t := m.Next(queue[0], byte(b)); !seen[t] {
					seen[t] = true
					queue = append(queue, t)
				}
			}
		}
	}
}

// brackets proves that the bracket leads to Inside wherever a host begins, that no string ends in brackets, and that
// Behind is the only way out, after which only the end, a port, a path, a query or a fragment may follow. So a fast
// path that meets a bracket where a host begins may step the automaton from Inside, and continue at Behind as after a
// host name.
func (c *check) brackets() error {
	p := c.plan
	if p.Bracket == 0 {
		if p.Inside != dfa.Dead || p.Behind != dfa.Dead {
			return c.refute(nil, "there are states of brackets, but no bracket")
		}
		return nil
	}
	if p.Class[p.Bracket] != uri.Rare || p.Inside == dfa.Dead {
		return c.refute([]byte{p.Bracket}, "it is no bracket")
	}
	for _, at := range []place{authority, host} {
		if c.Next(c.at[at], p.Bracket) != p.Inside {
			return c.refute(c.after(at, p.Bracket), "the bracket leads to state %d", c.Number(c.Next(c.at[at], p.Bracket)))
		}
	}
	for s := range c.within(p.Inside, p.Behind) {
		if s != p.Behind && c.Accepts(s) {
			return c.refute(c.text(s), "in brackets, the automaton accepts")
		}
	}
	return c.afterBrackets()
}

func (c *check) afterBrackets() error {
	s := c.plan.Behind
	if !c.Accepts(s) {
		return c.refute(c.text(s), "after brackets, the automaton does not accept")
	}
	for b := range 256 {
		want := dfa.Dead
		switch role := c.plan.Class[b]; role {
		case uri.Colon, uri.Slash, uri.Query, uri.Fragment:
			want = c.at[next(c.plan, hostName, role)]
		}
		if c.Next(s, byte(b)) != want {
			return c.refute(c.text(s, byte(b)), "it should lead to state %d", c.Number(want))
		}
	}
	return nil
}
