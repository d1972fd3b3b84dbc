package plan

import "example.org/iri/internal/uri/batch"

// neighbours proves for lines what characters proves for strings: a line without suspect pairs, including its line
// feed, has only ASCII and characters that act as ordinary bytes. The bytes before the line are arbitrary, or zeros at
// the start of a batch.
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
