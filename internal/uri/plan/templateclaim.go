package plan

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// template proves that the automaton is the template, for strings of ASCII without percent-encoded octets and rare
// bytes. It steps both byte by byte. Each place must have exactly one state, which agrees with the place about being
// dead and accepting. So the automaton accepts the same strings as a fast path by the template.
func (c *check) template() error {
	c.at, c.texts = places{start: c.Start}, [numPlaces][]byte{start: {}}
	if c.Accepts(c.Start) != accepts(c.plan, start) {
		return c.refute(c.texts[start], "the automaton accepts: %t", c.Accepts(c.Start))
	}
	for queue := []place{start}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		for b := range byte(0x80) {
			role := c.plan.Class[b]
			if role == percent || role == uri.Rare {
				continue
			}
			q := next(c.plan, p, role)
			fresh := q != dead && c.at[q] == dfa.Dead
			if err := c.step(p, b, q); err != nil {
				return err
			}
			if fresh {
				queue = append(queue, q)
			}
		}
	}
	return nil
}

// step compares the transition of byte b at place p with that of the template, which leads to q.
func (c *check) step(p place, b byte, q place) error {
	s := c.Next(c.at[p], b)
	if s == c.at[q] && (s == dfa.Dead) == (q == dead) {
		return nil
	}
	switch text := c.after(p, b); {
	case s == dfa.Dead && q != dead:
		return c.refute(text, "%s should go on as %s with %q; the automaton has no transition", p.name(), q.name(), b)
	case s != dfa.Dead && q == dead:
		return c.refute(text, "%s should end at %q; the automaton has a transition", p.name(), b)
	case c.at[q] != dfa.Dead:
		return c.refute(text, "%s is another state after %q", q.name(), c.texts[q])
	case c.Accepts(s) != accepts(c.plan, q):
		return c.refute(text, "%s: the automaton accepts: %t", q.name(), c.Accepts(s))
	default:
		c.at[q], c.texts[q] = s, text
		return nil
	}
}

// components proves that Path, Query and Fragment are the states of their places, so that the automaton may take over
// there. In a query it may do so right after the delimiter, because the state there has the same transitions.
func (c *check) components() error {
	for _, x := range []struct {
		at    place
		state dfa.State
	}{{path, c.plan.Path}, {queryBytes, c.plan.Query}, {fragment, c.plan.Fragment}} {
		if x.state != c.at[x.at] || x.state == dfa.Dead && x.at != fragment {
			return c.refute(c.texts[x.at], "%s is state %d, not %d", x.at.name(), c.Number(c.at[x.at]), c.Number(x.state))
		}
	}
	for b := range 256 {
		if c.Next(c.at[query], byte(b)) != c.Next(c.plan.Query, byte(b)) {
			return c.refute(c.after(query, byte(b)), "%s has other transitions than %s", query.name(), queryBytes.name())
		}
	}
	return nil
}
