package plan

import (
	"slices"

	"example.org/iri/dfa"
)

// returns proves that bytes from 0x80 up that lead from a path back into it are
// characters that act as ordinary bytes at every place. So a fast path that comes upon
// such bytes anywhere may step through them as if in a path, and if the automaton
// is back there, take them for ordinary bytes.
func (c *check) returns() error {
	l, err := c.ordinaryChars()
	if err != nil {
		return err
	}
	type situation struct {
		state dfa.State // of the path
		node  uint16    // of ordinaryChars
	}
	begin := situation{c.plan.Path, home}
	texts := map[situation][]byte{begin: {}}
	for queue := []situation{begin}; len(queue) > 0; queue = queue[1:] {
		x := queue[0]
		for b := 0x80; b < 256; b++ {
			y := situation{c.Next(x.state, byte(b)), l.next[x.node][b]}
			if _, known := texts[y]; known || y.state == dfa.Dead {
				continue
			}
			texts[y] = slices.Concat(texts[x], []byte{byte(b)})
			if y.state == c.plan.Path && y.node != home {
				return c.refute(c.behind(path, texts[y]...), "in a path this is a character, elsewhere it is not what an ordinary byte is")
			}
			queue = append(queue, y)
		}
	}
	return nil
}
