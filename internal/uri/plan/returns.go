package plan

import (
	"slices"

	"example.org/iri/dfa"
)

// returns proves that non-ASCII bytes that lead from a path back into it are characters that act as ordinary bytes at
// every place. So a fast path may step such bytes from any place as if in a path, and take them for ordinary bytes if
// the automaton returns to the state of a path.
func (c *check) returns() error {
	l, err := c.newOrdinaryChars()
	if err != nil {
		return err
	}
	type pair struct {
		state dfa.State
		node  uint16
	}
	begin := pair{c.plan.Path, between}
	texts := map[pair][]byte{begin: {}}
	for queue := []pair{begin}; len(queue) > 0; queue = queue[1:] {
		x := queue[0]
		for b := 0x80; b < 256; b++ {
			y := pair{c.Next(x.state, byte(b)), l.next[x.node][b]}
			if _, known := texts[y]; known || y.state == dfa.Dead {
				continue
			}
			texts[y] = slices.Concat(texts[x], []byte{byte(b)})
			if y.state == c.plan.Path && y.node != between {
				return c.refute(c.after(path, texts[y]...), "in a path this is a character, elsewhere it is not what an ordinary byte is")
			}
			queue = append(queue, y)
		}
	}
	return nil
}
