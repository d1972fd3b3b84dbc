package plan

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/walk"
)

// percent proves that in every state, also in brackets, two hexadecimal digits must follow the byte that begins
// percent-encoded octets. So a percent sign without two digits makes a string invalid anywhere.
func (c *check) percent() error {
	b, digits := c.pctEncodedBytes()
	for s := range c.States() {
		after := c.Next(s, b)
		if after == dfa.Dead {
			continue
		}
		if err := c.requireDigit(after, digits, s, b); err != nil {
			return err
		}
		for _, d := range digits {
			second := c.Next(after, d)
			if second == dfa.Dead {
				continue
			}
			if err := c.requireDigit(second, digits, s, b, d); err != nil {
				return err
			}
		}
	}
	return nil
}

// requireDigit refutes the claim unless only hexadecimal digits may follow in s, to which a part of a percent-encoded
// octet leads from state before.
func (c *check) requireDigit(s dfa.State, digits []byte, before dfa.State, pctEncoded ...byte) error {
	all := with(dfa.ByteSet{}, digits...)
	switch got := c.Follow(s); {
	case walk.Minus(got, all) != dfa.ByteSet{}:
		return c.refute(c.text(before, pctEncoded...), "the percent-encoded octet goes on with %v, not with some of %v", got, all)
	case c.Accepts(s):
		return c.refute(c.text(before, pctEncoded...), "the string may end within the percent-encoded octet")
	}
	return nil
}

// pctEncoded proves that a percent-encoded octet leads to the same state as an ordinary byte at every place. So a fast
// path may take its bytes for ordinary ones.
func (c *check) pctEncoded() error {
	like, _ := c.byteOf(ordinary)
	b, digits := c.pctEncodedBytes()
	for at, s := range c.at {
		p, first := place(at), c.Next(s, b)
		for _, d := range digits {
			second := c.Next(first, d)
			for _, e := range digits {
				if c.Next(second, e) != c.Next(s, like) {
					return c.refute(c.after(p, b, d, e), "in %s, a percent-encoded octet is not what %q is", p.name(), like)
				}
			}
		}
	}
	return nil
}

func (c *check) pctEncodedBytes() (b byte, digits []byte) {
	for b, role := range c.plan.Class {
		if role&uri.Hex != 0 && role != percent {
			digits = append(digits, byte(b))
		}
	}
	b, _ = c.byteOf(percent)
	return b, digits
}
