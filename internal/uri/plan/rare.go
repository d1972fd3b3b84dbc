package plan

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// alive proves that the bytes of ASCII without a role, and only these, are in no string of the
// language. So a fast path may refuse a string for one of them, wherever it stands.
func (c *check) alive() error {
	for b := range byte(0x80) {
		if never := c.never(b); never != (c.plan.Class[b] == 0) {
			return c.refute([]byte{b}, "role %#x, but some text has the byte: %t", c.plan.Class[b], !never)
		}
	}
	return nil
}

// rare proves that where there has to be a scheme, no string begins with a rare byte and
// none has one in the scheme. So a fast path that meets something else than a scheme
// there may refuse. A string that has a rare byte anywhere else it may leave undecided.
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
				return c.refute(c.behind(p, b), "%s goes on with %q", p.name(), b)
			}
		}
	}
	return nil
}
