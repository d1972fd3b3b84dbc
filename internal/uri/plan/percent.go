package plan

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/walk"
)

// percent proves that in every state, those inside brackets included, the byte that begins
// percent-encoded octets either is dead or must be followed by two hexadecimal digits. So a percent sign without
// two such digits makes a string invalid wherever it stands.
func (c *check) percent() error {
	b, digits := c.pctEncodedBytes()
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
// a percent-encoded octet that begins after another state.
func (c *check) demandsDigit(s dfa.State, digits []byte, before dfa.State, pctEncoded ...byte) error {
	all := with(dfa.ByteSet{}, digits...)
	switch got := c.Follow(s); {
	case walk.Minus(got, all) != dfa.ByteSet{}:
		return c.refute(c.text(before, pctEncoded...), "the percent-encoded octet goes on with %v, not with some of %v", got, all)
	case c.Accepts(s):
		return c.refute(c.text(before, pctEncoded...), "the string may end within the percent-encoded octet")
	}
	return nil
}

// pctEncoded proves that at every place a percent-encoded octet leads where an ordinary byte does. So a
// fast path may take the bytes of such octets for ordinary ones.
func (c *check) pctEncoded() error {
	like, _ := c.byteOf(ordinary)
	b, digits := c.pctEncodedBytes()
	for at, s := range c.at {
		p, first := place(at), c.Next(s, b)
		for _, d := range digits {
			second := c.Next(first, d)
			for _, e := range digits {
				if c.Next(second, e) != c.Next(s, like) {
					return c.refute(c.behind(p, b, d, e), "in %s, a percent-encoded octet is not what %q is", p.name(), like)
				}
			}
		}
	}
	return nil
}

// pctEncodedBytes returns the byte that begins percent-encoded octets, and their digits.
func (c *check) pctEncodedBytes() (b byte, digits []byte) {
	for b, role := range c.plan.Class {
		if role&uri.Hex != 0 && role != percent {
			digits = append(digits, byte(b))
		}
	}
	b, _ = c.byteOf(percent)
	return b, digits
}
