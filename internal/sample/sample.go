// Package sample generates strings that match a rule of an ABNF grammar: a small set of short strings that covers the
// grammar, and random strings. Rules may refer to themselves in any way.
//
// The covering set passes through each element of each rule that is needed. It covers
//
//   - every alternative,
//   - the smallest number of each repetition, one more than that, and the greatest number if it is at most 1000 times
//     and 1000 bytes,
//   - both ends of every range of characters, and one character between them,
//   - every case-insensitive string in lower and in upper case.
//
// The rest of each string is as short as possible. Strings are in the encoding of the grammar. Surrogates, which UTF-8
// does not encode, and other elements that match no string are left out.
//
// Knuth's generalization of Dijkstra's algorithm finds shortest strings (cost.go), and Dijkstra's algorithm the
// shortest surroundings of each node; choices.go lists the choices at a node, and write.go writes a string with one of
// them.
package sample

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"example.org/iri/compile/abnf"
)

// MaxBytes limits the length of a string. A grammar that needs a longer one is refused.
const MaxBytes = 1 << 16

// Limits of work: nodes that a string passes through, and levels; nodes, and bytes, of a covering set; nodes of the
// rules.
const (
	maxSteps = 1 << 18
	maxTotal = 1 << 25
	maxNodes = 1 << 20
)

// Sampler generates strings that match a rule, equal ones for equal seeds. It is not safe for concurrent use.
type Sampler struct {
	tree  *tree
	rng   *rand.Rand
	cover []string
}

// New returns a Sampler for a rule. The error is an abnf.ErrorList if the rule is not complete, and an *abnf.Error if
// no string matches it, or if covering it needs a string of more than MaxBytes bytes, or too much work.
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

// Cover returns the covering set without duplicates, in the order of the rules from the start.
func (s *Sampler) Cover() []string { return slices.Clone(s.cover) }

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
				return s.tree.fault(s.tree.start, fmt.Sprintf("covering it takes more than %d bytes or steps", maxTotal))
			}
		}
	}
	return nil
}

// Random returns a string of random choices, at most about a hundred bytes longer than the shortest one.
func (s *Sampler) Random() string {
	spare := s.rng.Int64N(100)
	w := writer{rng: s.rng, encoding: s.tree.encoding, roams: true, spare: cost{spare, 20 * (spare + 1)}}
	w.write(s.tree.start, nil, free)
	return string(w.text)
}

// LeftOut returns the elements that no string matches, such as a surrogate, in the order of the rules from the start.
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
