package sample

import (
	"fmt"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/unicodeclass"
	"example.org/iri/internal/values"
)

// tree is the graph of all rules that a rule needs. All references to a rule have the same child, the body of the rule.
type tree struct {
	encoding abnf.Encoding
	start    *node
	nodes    []*node // rule by rule from the start, each in preorder
}

type node struct {
	abnf.Node
	rule     *abnf.Rule // that contains the node
	index    int        // among the children of its parent in this rule
	children []*node
	parents  []*node
	set      unicodeclass.Set // of a range
	texts    []string         // of a number: both ends of a range, or one string; nil if none can be encoded
	choices  []int            // in increasing order; see choices.go
	made     []int            // number of times that each choice was made

	missing    int  // children that must be productive before it is
	productive bool // some string matches it
	least      cost // of a shortest such string

	reached bool  // some string of the start passes through it
	context cost  // of a shortest such string, without the part that the node matches
	via     *node // parent on the path to the node in that string
}

func newTree(g *abnf.Grammar, start *abnf.Rule) (*tree, error) {
	b := builder{grammar: g, tree: &tree{encoding: g.Encoding}, bodies: make(map[*abnf.Rule]*node)}
	b.start = b.body(start)
	for len(b.queue) > 0 {
		n := b.queue[0]
		b.queue = b.queue[1:]
		b.add(n)
		if len(b.nodes) > maxNodes {
			return nil, b.fault(b.start, fmt.Sprintf("it needs rules of more than %d elements", maxNodes))
		}
	}
	return b.tree, nil
}

type builder struct {
	*tree
	grammar *abnf.Grammar
	bodies  map[*abnf.Rule]*node
	queue   []*node // bodies to be added to nodes
}

func (b *builder) body(r *abnf.Rule) *node {
	n, known := b.bodies[r]
	if !known {
		n = &node{Node: r.Body, rule: r}
		b.bodies[r] = n
		b.queue = append(b.queue, n)
	}
	return n
}

func (b *builder) add(n *node) {
	b.nodes = append(b.nodes, n)
	for i, m := range abnf.Children(n.Node) {
		child := &node{Node: m, rule: n.rule, index: i, parents: []*node{n}}
		n.children = append(n.children, child)
		b.add(child)
	}
	switch m := n.Node.(type) {
	case *abnf.RuleRef:
		body := b.body(b.grammar.Target(m))
		body.parents = append(body.parents, n)
		n.children = []*node{body}
	case *abnf.NumVal:
		n.set, n.texts = b.number(m)
	}
}

// number returns the set of a range, and the texts of a node.
func (t *tree) number(n *abnf.NumVal) (set unicodeclass.Set, texts []string) {
	if n.Range {
		set = unicodeclass.New(unicodeclass.Range{Lo: rune(n.Values[0]), Hi: rune(n.Values[1])})
		if ranges := slices.Collect(set.Ranges()); len(ranges) > 0 {
			texts = []string{t.text(ranges[0].Lo), t.text(ranges[len(ranges)-1].Hi)}
		}
		return set, texts
	}
	var sequence strings.Builder
	for _, v := range n.Values {
		if values.Len(t.encoding, rune(v)) == 0 {
			return set, nil
		}
		sequence.WriteString(t.text(rune(v)))
	}
	return set, []string{sequence.String()}
}

func (t *tree) text(c rune) string { return string(values.Append(t.encoding, nil, c)) }

// path returns the nodes on the way from the start to n, without the start.
func (n *node) path() []*node {
	var list []*node
	for ; n.via != nil; n = n.via {
		list = append(list, n)
	}
	slices.Reverse(list)
	return list
}

func (t *tree) fault(n *node, msg string) *abnf.Error {
	return &abnf.Error{Pos: n.Position(), Msg: fmt.Sprintf("rule %q cannot be sampled: %s", n.rule.Name, msg)}
}
