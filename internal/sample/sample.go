// Package sample generates strings that match a rule of an ABNF grammar: a small set of short strings that covers the
// grammar, and random strings. Rules may refer to themselves in any way. The covering set covers
//
//   - every element of every rule that is needed,
//   - every alternative,
//   - the smallest number of each repetition, one more than that, and the greatest number if it is at most 1000 times
//     and 1000 bytes,
//   - both ends of every range of characters, and one character between them,
//   - every case-insensitive string in lower and in upper case.
//
// The rest of each string is as short as possible. Strings are in the encoding of the grammar. Surrogates, which UTF-8
// does not encode, and other elements that match no string are left out.
//
// For each node of the grammar, cost.go computes a shortest string by Knuth's generalization of Dijkstra's algorithm,
// and its shortest context by Dijkstra's algorithm. choices.go lists the choices at a node, and write.go writes a
// string in which a node makes a given choice.
package sample

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"example.org/iri/compile/abnf"
)

// MaxBytes limits the length of a string. A grammar that needs a longer one is refused.
const MaxBytes = 1 << 16

// Limits of work.
const (
	maxSteps = 1 << 18 // nodes in the parse tree of a string, and so its depth
	maxTotal = 1 << 25 // bytes of a covering set, and nodes in its parse trees
	maxNodes = 1 << 20 // nodes of the rules
)

// Sampler generates strings that match a rule, the same ones for the same seed. It is not safe for concurrent use.
type Sampler struct {
	tree  *tree
	rng   *rand.Rand
	cover []string
}

// New returns a Sampler for a rule. The error is an abnf.ErrorList if the rule is not complete, and an *abnf.Error if
// no string matches it, or if covering it needs too much work or a string of more than MaxBytes bytes.
func New(g *abnf.Grammar, rule string, seed uint64) (*Sampler, error) {
	if err := g.Verify(rule); err != nil {
		return nil, err
	}
	t, err := newTree(g, g.Lookup(rule))
	if err != nil {
		return nil, err
	}
	t.findLeast()
	if !t.start.productive {
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
			w.write(s.tree.start, n.path(), i)
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

// Random returns a string with random choices. It is at most about a hundred bytes longer than the shortest one.
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
			if n.reached && !child.productive {
				list = append(list, child.Node)
			}
		}
	}
	return list
}
