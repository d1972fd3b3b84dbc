package plan

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// percent proves that in every state, those inside brackets included, the byte that begins percent
// triples either is dead or must be followed by two hexadecimal digits. So a percent sign without
// two such digits makes a text invalid wherever it stands.
func (c *check) percent() error {
	b, digits := c.triple()
	for s := range c.States() {
		behind := c.Next(s, b)
		if behind == dfa.Dead {
			continue
		}
		if err := c.demandsDigit(behind, digits, s, b); err != nil {
			return err
		}
		for _, d := range digits {
			second := c.Next(behind, d)
			if second == dfa.Dead {
				continue
			}
			if err := c.demandsDigit(second, digits, s, b, d); err != nil {
				return err
			}
		}
	}
	return nil
}

// demandsDigit refutes unless only hexadecimal digits may follow in s, which is within
// a triple that begins behind another state.
func (c *check) demandsDigit(s dfa.State, digits []byte, before dfa.State, triple ...byte) error {
	all := with(dfa.ByteSet{}, digits...)
	switch got := c.Follow(s); {
	case got.Minus(all) != dfa.ByteSet{}:
		return c.refute(c.text(before, triple...), "the triple goes on with %v, not with some of %v", got, all)
	case c.Accepts(s):
		return c.refute(c.text(before, triple...), "the text may end within the triple")
	}
	return nil
}

// triples proves that at every place a percent-encoded octet leads where an ordinary byte does. So a
// fast path may take the bytes of such octets for ordinary ones.
func (c *check) triples() error {
	like, _ := c.byteOf(letter)
	b, digits := c.triple()
	for at, s := range c.at {
		p, first := place(at), c.Next(s, b)
		for _, d := range digits {
			second := c.Next(first, d)
			for _, e := range digits {
				if c.Next(second, e) != c.Next(s, like) {
					return c.refute(c.behind(p, b, d, e), "in %s, a triple is not what %q is", p.name(), like)
				}
			}
		}
	}
	return nil
}

// triple returns the byte that begins percent triples, and their digits.
func (c *check) triple() (b byte, digits []byte) {
	for b, role := range c.plan.Class {
		if role&uri.Hex != 0 && role != percent {
			digits = append(digits, byte(b))
		}
	}
	b, _ = c.byteOf(percent)
	return b, digits
}
