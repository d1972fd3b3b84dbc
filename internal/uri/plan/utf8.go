package plan

// ordinaryChars is an automaton over bytes that accepts the strings of ASCII and of characters that act as an ordinary
// byte at every place. Node between is between characters, lost is dead, and all others are within a character. In a
// string that it accepts, no character differs from an ordinary byte for the automaton, so that one proof covers all
// places.
type ordinaryChars struct {
	next [][256]uint16
}

const (
	lost uint16 = iota
	between
)

// maxNodes is far more than any language over UTF-8 needs.
const maxNodes = 1 << 12

// newOrdinaryChars makes a node of each tuple of states that some bytes lead to from all places.
func (c *check) newOrdinaryChars() (*ordinaryChars, error) {
	like, _ := c.byteOf(ordinary)
	l := new(ordinaryChars)
	after := []places{lost: {}, between: c.at}
	number := map[places]uint16{{}: lost, c.stepAll(c.at, like): between}
	for n := 0; n < len(after); n++ {
		var row [256]uint16
		for b := 0x80; b < 256; b++ {
			to := c.stepAll(after[n], byte(b))
			m, known := number[to]
			if !known {
				m = uint16(len(after))
				number[to] = m
				after = append(after, to)
			}
			row[b] = m
		}
		if len(after) > maxNodes {
			return nil, c.refuse("characters", nil, "there are more than %d ways to be inside one", maxNodes)
		}
		l.next = append(l.next, row)
	}
	for b := range 0x80 {
		l.next[between][b] = between
	}
	l.prune()
	return l, nil
}

func (c *check) stepAll(s places, b byte) (t places) {
	for i := range s {
		t[i] = c.Next(s[i], b)
	}
	return t
}

// prune replaces nodes by lost if no path leads from them to between.
func (l *ordinaryChars) prune() {
	alive := make([]bool, len(l.next))
	alive[between] = true
	for grown := true; grown; {
		grown = false
		for n := range l.next {
			for b := 0; !alive[n] && b < 256; b++ {
				if alive[l.next[n][b]] {
					alive[n], grown = true, true
				}
			}
		}
	}
	for n := range l.next {
		for b := range 256 {
			if !alive[l.next[n][b]] {
				l.next[n][b] = lost
			}
		}
	}
}
