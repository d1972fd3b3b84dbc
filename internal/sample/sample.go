// Package sample makes strings that match a rule of an ABNF grammar: a set of short
// ones that together go everywhere in the grammar, and random ones. Rules may refer
// to themselves in any way.
//
// The covering set passes through each element of each rule that is needed. It takes
//
//   - every alternative,
//   - every repetition as seldom as possible, once more than that, and as often as possible if that
//     is at most 1000 times and 1000 bytes,
//   - both ends of every range of characters, and one between them,
//   - every string whose case does not matter in lower and in upper case.
//
// The rest of each string is as short as possible. Strings are in the encoding of the grammar. UTF-8
// has no surrogates, so they are passed over. Elements that no string matches are left out.
package sample

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"example.org/iri/compile/abnf"
)

// MaxBytes limits the length of a string. A grammar in which something takes a longer
// one is refused before any is made.
const MaxBytes = 1 << 16

// Limits of work: nodes that a string passes through, which is also how deep
// recursion can get; nodes, and bytes, of a covering set; nodes of the rules.
const (
	maxSteps = 1 << 18
	maxTotal = 1 << 25
	maxNodes = 1 << 20
)

// Sampler makes strings that match a rule. Equal grammars, rules and seeds give equal
// strings. It may not be used by two goroutines at a time.
type Sampler struct {
	tree  *tree
	rng   *rand.Rand
	cover []string
}

// New returns a Sampler for a rule, whose choices by lot depend on seed. The error
// is an abnf.ErrorList if the rule has no meaning, and an *abnf.Error if no string
// matches it, or if covering it takes a string of more than MaxBytes bytes, or too
// much work.
func New(g *abnf.Grammar, rule string, seed uint64) (*Sampler, error) {
	if err := g.Verify(rule); err != nil {
		return nil, err
	}
	t, err := newTree(g, g.Lookup(rule))
	if err != nil {
		return nil, err
	}
	t.findLeast()
	if !t.start.fruitful {
		return nil, t.fault(t.start, "no string matches it")
	}
	t.findContexts()
	if err := t.findChoices(); err != nil {
		return nil, err
	}
	s := &Sampler{tree: t, rng: rand.New(rand.NewPCG(seed, 0))}
	if err := s.makeCover(); err != nil {
		return nil, err
	}
	return s, nil
}

// Cover returns the covering set: each string once, in the order of what it is wanted
// for, rule by rule from the start.
func (s *Sampler) Cover() []string { return slices.Clone(s.cover) }

// makeCover makes a string for each choice that no string before has taken.
func (s *Sampler) makeCover() error {
	seen := make(map[string]bool)
	bytes, steps := 0, 0
	for _, n := range s.tree.nodes {
		for i := range n.choices {
			if n.made[i] > 0 {
				continue
			}
			w := writer{rng: s.rng, encoding: s.tree.encoding}
			w.write(s.tree.start, n.way(), i)
			if text := string(w.text); !seen[text] {
				seen[text] = true
				s.cover = append(s.cover, text)
			}
			bytes, steps = bytes+len(w.text), steps+w.steps
			if max(bytes, steps) > maxTotal {
				return s.tree.fault(s.tree.start, fmt.Sprintf("the strings that cover it take more than %d bytes or steps", maxTotal))
			}
		}
	}
	return nil
}

// Random returns a string whose choices are made by lot, up to a hundred bytes longer
// than the shortest one.
func (s *Sampler) Random() string {
	spare := s.rng.Int64N(100)
	w := writer{rng: s.rng, encoding: s.tree.encoding, roams: true, spare: cost{spare, 20 * (spare + 1)}}
	w.write(s.tree.start, nil, free)
	return string(w.text)
}

// LeftOut returns what is left out because no string matches it, such as an
// alternative that is a surrogate, in the order of the rules from the start.
func (s *Sampler) LeftOut() []abnf.Node {
	var list []abnf.Node
	for _, n := range s.tree.nodes {
		for _, child := range n.children {
			if n.reached && !child.fruitful {
				list = append(list, child.Node)
			}
		}
	}
	return list
}
