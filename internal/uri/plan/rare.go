package plan

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// alive proves that an ASCII byte has no role exactly if it is in no string of the language. So a fast path may reject
// a string with such a byte.
func (c *check) alive() error {
	for b := range byte(0x80) {
		if never := c.neverOccurs(b); never != (c.plan.Class[b] == 0) {
			return c.refute([]byte{b}, "role %#x, but some text has the byte: %t", c.plan.Class[b], !never)
		}
	}
	return nil
}

// rare proves that, if a scheme is required, no rare byte is in it. So a fast path may reject a string that does not
// begin with a scheme. It may leave a string with a rare byte elsewhere to the automaton.
func (c *check) rare() error {
	if c.plan.Relative {
		return nil
	}
	for b := range byte(0x80) {
		if c.plan.Class[b] != uri.Rare {
			continue
		}
		for _, p := range []place{start, scheme} {
			if c.Next(c.at[p], b) != dfa.Dead {
				return c.refute(c.after(p, b), "%s goes on with %q", p.name(), b)
			}
		}
	}
	return nil
}
