package abnftest

import (
	"math/bits"

	"example.org/iri/compile/abnf"
)

// Matches reports whether a rule reads all of a text of at most [Longest] bytes. Rules may refer
// to themselves in any way.
func Matches(g *abnf.Grammar, rule, text string) bool {
	return MatchesNode(g, &abnf.RuleRef{Name: rule}, text)
}

// MatchesNode is Matches for a node; without references it needs no grammar.
func MatchesNode(g *abnf.Grammar, n abnf.Node, text string) bool {
	m := &matcher{grammar: g, text: text}
	return m.settle(n, offset(0)).has(len(text))
}

// matcher knows where rules can end in a text, by where they begin. A rule that comes back to
// itself at one place is read over and over, in rounds, until nothing is added.
type matcher struct {
	grammar *abnf.Grammar
	text    string
	known   map[ruleAt]*ruleEnds
	round   int // number of the round
	settled int // what was read in rounds up to this one is complete
	again   bool
	changed bool
}

type ruleAt struct {
	rule *abnf.Rule
	at   int
}

// ruleEnds is where a rule can end, as far as it is known.
type ruleEnds struct {
	set   offsets
	round int  // in which it was read last
	done  bool // it is not being read
}

// settle returns all places where n can end if it begins in one of from.
func (m *matcher) settle(n abnf.Node, from offsets) offsets {
	for {
		m.round++
		m.again, m.changed = false, false
		if ends := m.ends(n, from); !m.again || !m.changed {
			m.settled = m.round
			return ends
		}
	}
}

// ends returns the places where n can end if it begins in one of from.
func (m *matcher) ends(n abnf.Node, from offsets) offsets {
	if from == (offsets{}) {
		return from
	}
	switch n := n.(type) {
	case *abnf.Alternation:
		var set offsets
		for _, alt := range n.Alts {
			set = set.or(m.ends(alt, from))
		}
		return set
	case *abnf.Concatenation:
		for _, elem := range n.Elems {
			from = m.ends(elem, from)
		}
		return from
	case *abnf.Repetition:
		return m.repetition(n, from)
	case *abnf.RuleRef:
		rule := m.grammar.Target(n)
		var set offsets
		for at := range from.all {
			set = set.or(m.rule(ruleAt{rule, at}))
		}
		return set
	}
	return m.terminal(n, from)
}

func (m *matcher) repetition(n *abnf.Repetition, from offsets) offsets {
	for range n.Min {
		before := from
		if from = m.ends(n.Elem, from); from == before {
			break // and so for ever
		}
	}
	all := from
	for i := n.Min; i != n.Max && from != (offsets{}); i++ {
		from = m.ends(n.Elem, from).minus(all) // what all of them lead to is known
		all = all.or(from)
	}
	return all
}

func (m *matcher) rule(key ruleAt) offsets {
	r := m.known[key]
	if r == nil {
		if m.known == nil {
			m.known = make(map[ruleAt]*ruleEnds)
		}
		r = new(ruleEnds)
		m.known[key] = r
	}
	switch {
	case r.round == m.round && !r.done:
		m.again = true
	case r.round == 0 || r.round > m.settled && r.round < m.round:
		r.round, r.done = m.round, false
		set := m.ends(key.rule.Body, offset(key.at))
		m.changed = m.changed || set != r.set
		r.set, r.done = set, true
	}
	return r.set
}

func (m *matcher) terminal(n abnf.Node, from offsets) offsets {
	for i := 0; ; i++ {
		if _, length := Reads(n, i, 0); i == length || from == (offsets{}) {
			return from
		}
		var set offsets
		for at := range from.all {
			c, size := m.character(at)
			if fits, _ := Reads(n, i, c); fits && size > 0 {
				set = set.or(offset(at + size))
			}
		}
		from = set
	}
}

// character returns what stands at an offset, and its length: 0 if it is no character.
func (m *matcher) character(at int) (c rune, size int) {
	var encoding abnf.Encoding
	if m.grammar != nil {
		encoding = m.grammar.Encoding
	}
	return encoding.Decode(m.text[at:])
}

// Longest is the greatest length of a text, in bytes, that the matcher reads.
const Longest = 64*len(offsets{}) - 1

// offsets is a set of offsets in a text.
type offsets [4]uint64

func offset(i int) (s offsets) {
	s[i/64] = 1 << (i % 64)
	return s
}

func (s offsets) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

func (s offsets) or(t offsets) offsets {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

func (s offsets) minus(t offsets) offsets {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

// all yields the offsets in order.
func (s offsets) all(yield func(int) bool) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			if !yield(64*i + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}
