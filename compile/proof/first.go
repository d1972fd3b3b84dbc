package proof

import (
	"encoding/binary"

	"example.org/iri/dfa"
	"example.org/iri/dfa/table"
)

// FirstSpans proves of t what Spans does, but of one derivation of each string: the one that is
// preferred. It is the first in this order. From left to right, a derivation with an earlier
// alternative comes before those with later ones, and one that repeats or takes an option before
// one that does not. Derivations in which a repetition without an upper limit goes on with the
// empty string do not count.
//
// It visits all pairs of a state and a list of what a string leads to, in the order of preference.
// The members of such a list are terms for what may follow, and what decides whether Find is right
// about a marker. Of members with the same term only the first stays: whatever follows, it is
// preferred. The rule must not need rules that refer to themselves.
func (p *Prover) FirstSpans(t *table.Tagged) ([]Claim, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	s, err := p.withMarkers(t.Names, true)
	if err != nil {
		return nil, err
	}
	return proveTags(t, s.name, func(tag int, c tagClaim) (int, error) {
		const most = 1 << 19
		w := &firstWalk{tagWalk[string, firstLead]{space: s, t: t, tag: tag, claim: c, most: most, nodes: "lists"}}
		w.push(firstLead{t.Automaton.Start, []firstMember{{w.start, c.start(), nil}}}, nil)
		err := w.each(w.wrong, w.read)
		return len(w.seen), err
	})
}

// lead is one of the ways in which a string may go on, or end: markers come first, then one of a set
// of characters, and then what follows is read. The last has no characters.
type lead struct {
	markers []int
	set     []span
	follows term
}

// leads lists the leads of a term in the order of preference. They are its derivatives (Valentin
// Antimirov, Partial Derivatives of Regular Expressions, 1996), as a list in place of a set.
func (p *space) leads(a term) []lead {
	list, known := p.leadsBy[a]
	if !known {
		list = p.terms.leads(a)
		p.leadsBy[a] = list
	}
	return list
}

func (t *terms) leads(a term) []lead {
	switch n := t.nodes[a]; n.op {
	case opNothing:
		return nil
	case opSet:
		return []lead{{nil, n.set, nullary}}
	case opMarker:
		return []lead{{[]int{int(n.marker)}, nil, nothing}}
	case opChoice:
		var list []lead
		for _, m := range n.args {
			list = append(list, t.leads(m)...)
		}
		return list
	case opCat:
		return t.leadsOn(t.leads(n.args[0]), n.args[1])
	case opStar:
		var list []lead
		for _, l := range t.leads(n.args[0]) {
			if l.set != nil { // else it is a repetition of the empty string
				l.follows = t.cat(l.follows, a)
				list = append(list, l)
			}
		}
		return append(list, lead{nil, nil, nothing})
	}
	return []lead{{nil, nil, nothing}} // the empty string
}

// leadsOn returns what the leads of a term become if another follows.
func (t *terms) leadsOn(leads []lead, next term) []lead {
	var list []lead
	for _, l := range leads {
		if l.set != nil {
			l.follows = t.cat(l.follows, next)
			list = append(list, l)
			continue
		}
		for _, m := range t.leads(next) {
			m.markers = append(l.markers[:len(l.markers):len(l.markers)], m.markers...)
			list = append(list, m)
		}
	}
	return list
}

// firstMember is one of the derivations that a string may be the beginning of.
type firstMember struct {
	term
	memory
	at []int // where the marker has stood
}

// firstLead is where a string leads.
type firstLead struct {
	state   dfa.State
	members []firstMember
}

type firstVisit = visit[string, firstLead]

type firstWalk struct{ tagWalk[string, firstLead] }

// push adds what a string leads to. Where the marker has stood does not distinguish it.
func (w *firstWalk) push(to firstLead, text []byte) {
	key := binary.BigEndian.AppendUint32(nil, uint32(to.state))
	for _, m := range to.members {
		key = binary.BigEndian.AppendUint32(key, uint32(m.term))
		key = m.memory.append(key)
	}
	w.add(string(key), text, to)
}

// after returns a member after the markers of a lead.
func (w *firstWalk) after(m firstMember, l *lead, now int) firstMember {
	for _, tag := range l.markers {
		m.memory = w.claim.marker(m.memory, tag)
		if tag == w.tag {
			m.at = append(m.at[:len(m.at):len(m.at)], now)
		}
	}
	return m
}

// wrong says what is wrong if the string ends here. The first derivation that can end is preferred.
func (w *firstWalk) wrong(v firstVisit) string {
	for _, m := range v.more.members {
		for _, l := range w.leads(m.term) {
			if l.set != nil {
				continue
			}
			m = w.after(m, &l, len(v.text))
			if !w.t.Automaton.Accepts(v.more.state) {
				return "the automaton does not accept what the grammar does"
			}
			if w.claim.right(m.memory, v.more.state) {
				return ""
			}
			return wrongPlace(w.t, w.tag, v.text, m.at)
		}
	}
	return ""
}

// read visits what a character of each kind leads to.
func (w *firstWalk) read(v firstVisit) {
	for _, i := range w.characters(w.t.Automaton.Classes) {
		character := w.list[i].text()
		next := firstLead{state: v.more.state}
		var states []dfa.State
		for _, b := range character {
			next.state = w.t.Automaton.Next(next.state, b)
			states = append(states, next.state)
		}
		next.members = w.follow(v, w.alphabet.first[w.class[i]], states)
		if len(next.members) > 0 {
			w.push(next, join(v.text, character))
		}
	}
}

// follow returns the members after a character, whose bytes lead to some states.
func (w *firstWalk) follow(v firstVisit, c rune, states []dfa.State) (list []firstMember) {
	met := make(map[term]bool)
	for _, m := range v.more.members {
		leads := w.leads(m.term)
		for i := range leads {
			l := &leads[i]
			if !inSpans(l.set, c) || l.follows == nothing || met[l.follows] {
				continue
			}
			met[l.follows] = true
			next := w.after(m, l, len(v.text))
			next.term = l.follows
			for _, s := range states {
				next.memory = w.claim.read(next.memory, s)
			}
			list = append(list, next)
		}
	}
	return list
}
