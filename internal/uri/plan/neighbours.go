package plan

import "example.org/iri/internal/uri/batch"

// neighbours proves for lines what characters proves for strings: a line without suspect pairs, including its line
// feed, has only ASCII and characters that act as ordinary bytes. The bytes before the line are arbitrary, or zeros at
// the start of a batch.
func (c *check) neighbours() error {
	if !c.plan.Batch {
		return nil
	}
	l, err := c.newOrdinaryChars()
	if err != nil {
		return err
	}
	w := newInclusion(l, newSuspects(&c.plan.Pairs), batch.LineFeed)
	for _, last := range []byte{0, batch.LineFeed} {
		for _, back2 := range []byte{0, 0xE0, 0xF0} {
			for _, back3 := range []byte{0, 0xF0} {
				w.visit(searchState{between, last, back2, back3}, -1)
			}
		}
	}
	if text, why := w.search(); why != "" {
		return c.refute(text, "nothing is suspect, but %s", why)
	}
	return nil
}
