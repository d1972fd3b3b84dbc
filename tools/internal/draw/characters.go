package draw

import (
	"cmp"
	"math/bits"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/unicodeclass"
)

// charAutomaton is an automaton over the characters of an encoding, made from one over bytes: its states are those
// after whole characters, without the dead state.
type charAutomaton struct {
	*dfa.Automaton
	encoding abnf.Encoding
	states   []dfa.State // in increasing order
	arrows   map[dfa.State][]arrow
	texts    [][]byte // shortest strings that lead to states, by number
}

// arrow is the set of all transitions from one state to another.
type arrow struct {
	to    dfa.State
	chars unicodeclass.Set
}

// newCharAutomaton converts an automaton that accepts only strings of the encoding, so that no state is reached both
// between and inside characters.
func newCharAutomaton(a *dfa.Automaton, encoding abnf.Encoding) *charAutomaton {
	m := &charAutomaton{Automaton: a, encoding: encoding, arrows: make(map[dfa.State][]arrow), texts: a.AccessTexts()}
	r := charReader{Automaton: a, encoding: encoding, known: make(map[tailKey][]tail)}
	m.states = []dfa.State{a.Start}
	m.arrows[a.Start] = r.arrows(a.Start)
	for i := 0; i < len(m.states); i++ {
		s := m.states[i]
		for _, arrow := range m.arrows[s] {
			if _, met := m.arrows[arrow.to]; !met {
				m.arrows[arrow.to] = r.arrows(arrow.to)
				m.states = append(m.states, arrow.to)
			}
		}
	}
	slices.Sort(m.states)
	return m
}

// charReader computes transitions by whole characters.
type charReader struct {
	*dfa.Automaton
	encoding abnf.Encoding
	known    map[tailKey][]tail
}

// tailKey is a state inside a character, and the number of its missing bytes.
type tailKey struct {
	state dfa.State
	bytes int
}

// tail is a set of character endings that lead to a state: those whose continuation bits are from Lo to Hi.
type tail struct {
	unicodeclass.Range
	to dfa.State
}

// lead returns the value bits in the first byte of a character, and the number of bytes after it.
func (r *charReader) lead(b byte) (value rune, more int) {
	ones := bits.LeadingZeros8(^b)
	if r.encoding == abnf.Octets || ones == 0 {
		return rune(b), 0
	}
	return rune(b & (0x7F >> ones)), ones - 1
}

// arrows returns the arrows from s, ordered by target.
func (r *charReader) arrows(s dfa.State) []arrow {
	ranges := make(map[dfa.State][]unicodeclass.Range)
	for b := range 256 {
		value, more := r.lead(byte(b))
		base := value << (6 * more)
		for _, t := range r.tails(tailKey{r.Next(s, byte(b)), more}) {
			ranges[t.to] = append(ranges[t.to], unicodeclass.Range{Lo: base + t.Lo, Hi: base + t.Hi})
		}
	}
	var list []arrow
	for to, r := range ranges {
		list = append(list, arrow{to, unicodeclass.New(r...)})
	}
	slices.SortFunc(list, func(a, b arrow) int { return cmp.Compare(a.to, b.to) })
	return list
}

// tails returns the endings that complete a character.
func (r *charReader) tails(key tailKey) []tail {
	if key.state == dfa.Dead {
		return nil
	}
	if key.bytes == 0 {
		return []tail{{unicodeclass.Range{}, key.state}}
	}
	if list, known := r.known[key]; known {
		return list
	}
	var list []tail
	for b := byte(0x80); b <= 0xBF; b++ {
		base := rune(b-0x80) << (6 * (key.bytes - 1))
		for _, t := range r.tails(tailKey{r.Next(key.state, b), key.bytes - 1}) {
			t.Lo, t.Hi = base+t.Lo, base+t.Hi
			if last := len(list) - 1; last >= 0 && list[last].to == t.to && list[last].Hi+1 == t.Lo {
				list[last].Hi = t.Hi
			} else {
				list = append(list, t)
			}
		}
	}
	r.known[key] = list
	return list
}
