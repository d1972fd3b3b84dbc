// Package matcher is for tests only. It reads strings by the tree of a grammar, slowly and plainly:
// the reference for whatever else reads them. Reading shares no code with the compiler.
//
// [Walk] does the reading. [Matches] and [Prefixes] decide whether a rule reads a string, or how
// much of it, [Text] knows where each node can end, [Reader] lists all readings, and [Places]
// those of one string in the order of preference.
//
// [Equivalent], [Common] and [Minimal] are about automata, and ask the compiler for products.
package matcher

import (
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/values"
)

// Matches reports whether a rule reads all of a string. Rules may refer to themselves in any way.
func Matches(g *abnf.Grammar, rule, text string) bool {
	return MatchesNode(g, &abnf.RuleRef{Name: rule}, text)
}

// MatchesNode is Matches for a node; without references it needs no grammar.
func MatchesNode(g *abnf.Grammar, n abnf.Node, text string) bool {
	return slices.Contains(NewText(g, text).Ends(n, 0), len(text))
}

// Prefixes returns the lengths of all prefixes of a string that a rule reads, in increasing order,
// and the length of the longest prefix that some string of the rule begins with. That may end in
// the middle of a character. Every rule has to read some string.
func Prefixes(g *abnf.Grammar, rule, text string) (ends []int, reach int) {
	t := NewText(g, text)
	ends = t.Ends(&abnf.RuleRef{Name: rule}, 0)
	slices.Sort(ends)
	return ends, t.reach
}

// Text is a string that nodes of a grammar read. It knows where rules can end, by where they begin. A
// rule that comes back to itself at one place is read over and over, in rounds, until nothing is added.
type Text struct {
	walk     Walk[offset]
	encoding abnf.Encoding
	text     string
	reach    int // the length of the longest prefix that some string of the rule begins with
	known    map[ruleAt]*ruleEnds
	round    int  // number of the round
	settled  int  // what was read in rounds up to this one is complete
	again    bool // in this round, a rule came back to itself
	changed  bool
	endless  bool // in any round, a rule came back to itself
}

// offset is all that distinguishes readings here.
type offset int

func (o offset) Offset() int { return int(o) }

type ruleAt struct {
	rule *abnf.Rule
	at   offset
}

// ruleEnds is where a rule can end, as far as it is known.
type ruleEnds struct {
	list  []offset
	round int  // in which it was read last
	done  bool // it is not being read
}

// NewText returns a string to be read by a grammar.
func NewText(g *abnf.Grammar, text string) *Text {
	t := &Text{text: text, known: make(map[ruleAt]*ruleEnds)}
	t.walk = Walk[offset]{Grammar: g, Character: t.character, Rule: t.rule}
	if g != nil {
		t.encoding = g.Encoding
	}
	return t
}

// Ends returns all offsets at which n can end if it begins at one, in the order of preference
// if no rule comes back to itself at one place.
func (t *Text) Ends(n abnf.Node, at int) (ends []int) {
	for _, end := range t.settle(func() []offset { return t.walk.Node(n, offset(at)) }) {
		ends = append(ends, int(end))
	}
	return ends
}

// settle reads in rounds until nothing is added.
func (t *Text) settle(read func() []offset) []offset {
	for {
		t.round++
		t.again, t.changed = false, false
		if ends := read(); !t.again || !t.changed {
			t.settled = t.round
			return ends
		}
	}
}

func (t *Text) rule(r *abnf.Rule, at offset) []offset {
	key := ruleAt{r, at}
	ends := t.known[key]
	if ends == nil {
		ends = new(ruleEnds)
		t.known[key] = ends
	}
	switch {
	case ends.round == t.round && !ends.done:
		t.again, t.endless = true, true
	case ends.round == 0 || ends.round > t.settled && ends.round < t.round:
		ends.round, ends.done = t.round, false
		list := t.walk.Node(r.Body, at)
		t.changed = t.changed || len(list) != len(ends.list)
		ends.list, ends.done = list, true
	}
	return ends.list
}

func (t *Text) character(at offset, c Characters) []offset {
	rest := t.text[at:]
	if got, size := values.Decode(t.encoding, rest); size > 0 && c.Has(got) {
		at += offset(size)
		t.reach = max(t.reach, int(at))
		return []offset{at}
	}
	if t.encoding == abnf.UTF8 {
		for _, r := range c {
			t.reach = max(t.reach, int(at)+opening(rest, r[0], r[1]))
		}
	}
	return nil
}
