// Package matcher is the reference implementation of grammars, for tests only: it interprets the tree of a grammar,
// slowly and plainly, and shares no code with the compiler.
//
// [Walk] is the interpreter. [Matches] and [Prefixes] decide whether a string or its prefixes match, [Text] computes
// the offsets at which a node can end, [Reader] lists all readings (parses), and [Places] the places of rules in them.
//
// [Equivalent], [Common] and [Minimal] compare automata. The first two use products from the compiler.
package matcher

import (
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/values"
)

// Matches reports whether a rule matches a string. Rules may refer to themselves in any way.
func Matches(g *abnf.Grammar, rule, text string) bool {
	return MatchesNode(g, &abnf.RuleRef{Name: rule}, text)
}

// MatchesNode is Matches for a node. Without references, g may be nil.
func MatchesNode(g *abnf.Grammar, n abnf.Node, text string) bool {
	return slices.Contains(NewText(g, text).Ends(n, 0), len(text))
}

// Prefixes returns the lengths of all prefixes of text that match a rule, in increasing order, and the length of the
// longest prefix, perhaps within a character, with which a string of the rule begins. Every rule must match a string.
func Prefixes(g *abnf.Grammar, rule, text string) (ends []int, reach int) {
	t := NewText(g, text)
	ends = t.Ends(&abnf.RuleRef{Name: rule}, 0)
	slices.Sort(ends)
	return ends, t.reach
}

// Text computes the offsets of a string at which nodes of a grammar can end. It memoizes the ends of rules by offset. A
// rule that refers to itself at the same offset is evaluated in rounds until its ends no longer grow (a fixed point).
type Text struct {
	walk     Walk[offset]
	encoding abnf.Encoding
	text     string
	reach    int // as in Prefixes
	known    map[ruleAt]*ruleEnds
	round    int
	settled  int  // results of rounds up to this one are complete
	again    bool // in this round, a rule referred to itself at the same offset
	changed  bool // in this round, the ends of a rule grew
	endless  bool // in any round, a rule referred to itself at the same offset
}

type offset int

func (o offset) Offset() int { return int(o) }

type ruleAt struct {
	rule *abnf.Rule
	at   offset
}

type ruleEnds struct {
	list  []offset
	round int  // of the last evaluation
	done  bool // that evaluation has ended
}

func NewText(g *abnf.Grammar, text string) *Text {
	t := &Text{text: text, known: make(map[ruleAt]*ruleEnds)}
	t.walk = Walk[offset]{Grammar: g, Character: t.character, Rule: t.rule}
	if g != nil {
		t.encoding = g.Encoding
	}
	return t
}

// Ends returns all offsets at which n can end if it begins at offset at: in the order of preference unless t.endless.
func (t *Text) Ends(n abnf.Node, at int) (ends []int) {
	for _, end := range t.settle(func() []offset { return t.walk.Node(n, offset(at)) }) {
		ends = append(ends, int(end))
	}
	return ends
}

// settle calls read in rounds until no rule changes.
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
