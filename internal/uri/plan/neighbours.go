package plan

import "example.org/iri/internal/uri/batch"

// neighbours proves of a line what characters proves of a string: if none of its bytes and its line
// feed is suspect, it is made of ASCII and of characters that act as ordinary bytes at every place.
// This holds whatever bytes are before it. At the beginning of a batch these are zeros.
func (c *check) neighbours() error {
	if !c.plan.Batch {
		return nil
	}
	l, err := c.ordinaryChars()
	if err != nil {
		return err
	}
	w := newInclusion(l, newSuspects(&c.plan.Pairs), batch.LineFeed)
	for _, last := range []byte{0, batch.LineFeed} {
		for _, second := range []byte{0, 0xE0, 0xF0} {
			for _, third := range []byte{0, 0xF0} {
				w.visit(situation{home, last, second, third}, -1)
			}
		}
	}
	if text, why := w.search(); why != "" {
		return c.refute(text, "nothing is suspect, but %s", why)
	}
	return nil
}
