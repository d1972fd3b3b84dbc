package plan

import (
	"slices"

	"example.org/iri/dfa"
)

// returns proves that bytes from 0x80 up that lead from a path back into it are
// characters that act as the letter at every place. So a fast path that comes upon
// such bytes anywhere may step through them as if in a path, and if the automaton
// is back there, take them for letters.
func (c *check) returns() error {
	l, err := c.letters()
	if err != nil {
		return err
	}
	type situation struct {
		state dfa.State // of the path
		node  uint16    // of letters
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
				return c.refute(c.behind(path, texts[y]...), "in a path this is a character, elsewhere it is not what a letter is")
			}
			queue = append(queue, y)
		}
	}
	return nil
}
