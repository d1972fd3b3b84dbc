package railroad_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
)

// graph is a nondeterministic automaton over labels; the label "" is an epsilon transition. Trees and pictures are
// converted to graphs, which are compared.
type graph struct {
	edges      map[int][]edge
	nodes      int
	begin, end int
}

type edge struct {
	label string
	to    int
}

func newGraph() *graph { return &graph{edges: make(map[int][]edge)} }

func (g *graph) node() int {
	g.nodes++
	return g.nodes
}

func (g *graph) edge(from int, label string, to int) {
	g.edges[from] = append(g.edges[from], edge{label, to})
}

// graphOfTree returns the graph of a tree. It ignores the bounds of loops, except for 0.
func graphOfTree(n abnf.Node) *graph {
	g := newGraph()
	g.begin = g.node()
	g.end = g.tree(n, g.begin)
	return g
}

// tree adds the graph of a node after state from, and returns its end.
func (g *graph) tree(n abnf.Node, from int) (end int) {
	end = g.node()
	switch n := n.(type) {
	case *abnf.Alternation:
		for _, alt := range n.Alts {
			g.edge(g.tree(alt, from), "", end)
		}
	case *abnf.Concatenation:
		for _, elem := range n.Elems {
			from = g.tree(elem, from)
		}
		g.edge(from, "", end)
	case *abnf.Repetition:
		begin := g.node()
		g.edge(from, "", begin)
		if n.Min == 0 {
			g.edge(from, "", end)
		}
		if n.Max != 0 {
			last := g.tree(n.Elem, begin)
			g.edge(last, "", end)
			if n.Max != 1 {
				g.edge(last, "", begin)
			}
		}
	default:
		g.edge(from, labelOf(n), end)
	}
	return end
}

// labelOf returns the label of a leaf.
func labelOf(n abnf.Node) string {
	switch n := n.(type) {
	case *abnf.CharVal:
		if n.Text == "" {
			return ""
		}
		fold := !n.CaseSensitive && strings.ToUpper(n.Text) != strings.ToLower(n.Text)
		return fmt.Sprint([]rune(n.Text), false, fold)
	case *abnf.NumVal:
		return fmt.Sprint(n.Values, n.Range, false)
	case *abnf.RuleRef:
		return "rule " + n.Name
	case *abnf.ProseVal:
		return "prose " + strings.Join(strings.Fields(n.Text), " ")
	}
	return ""
}

// meanings parses the texts of a box to labels of graphs.
func (b box) meanings() (list []string) {
	switch b.class {
	case "rule":
		return []string{"rule " + b.labels[0].text}
	case "open":
		var lines []string
		for _, l := range b.labels {
			lines = append(lines, l.text)
		}
		return []string{"prose " + strings.Join(lines, " ")}
	}
	for _, l := range b.labels {
		list = append(list, l.meaning())
	}
	return list
}

// meaning parses "x", 'x', U+0078, a sequence of these, or a range.
func (c label) meaning() string {
	var values []rune
	isRange := false
	for text := c.text; text != ""; text = strings.TrimPrefix(text, " ") {
		switch {
		case text[0] == '"' || text[0] == '\'':
			quoted, rest, _ := strings.Cut(text[1:], text[:1])
			values, text = append(values, []rune(quoted)...), rest
		case strings.HasPrefix(text, "to "):
			isRange, text = true, text[len("to "):]
		default:
			word, rest, _ := strings.Cut(text, " ")
			var r rune
			if _, err := fmt.Sscanf(word, "U+%X", &r); err != nil || len(word) < len("U+0000") {
				return "what is " + word
			}
			values, text = append(values, r), rest
		}
	}
	return fmt.Sprint(values, isRange, c.fold)
}

// graphOfPicture follows the tracks like a train. All tracks begin and end in the direction to the right. Two tracks
// join where one begins or ends on a part of the other one that leads to the right.
func graphOfPicture(p *picture) *graph {
	g := newGraph()
	known := make(map[point]int)
	at := func(p point) int {
		if known[p] == 0 {
			known[p] = g.node()
		}
		return known[p]
	}
	g.begin, g.end = at(point{p.begin.x + 5, p.begin.y}), at(point{p.end.x - 5, p.end.y})
	for _, b := range p.boxes {
		middle := b.y + b.height/2
		for _, label := range b.meanings() {
			g.edge(at(point{b.x, middle}), label, at(point{b.x + b.width, middle}))
		}
	}
	for _, track := range p.tracks {
		at(track[0].point)
		at(track[len(track)-1].point)
	}
	joints := make(map[int][]int) // x of all points, by y
	for _, p := range slices.SortedFunc(maps.Keys(known), func(p, q point) int { return cmp.Compare(p.x, q.x) }) {
		joints[p.y] = append(joints[p.y], p.x)
	}
	for _, track := range p.tracks {
		last := track[0].point
		for i, s := range track[1:] {
			from := track[i].point
			if !s.curve && s.y == from.y { // to the right, or there is nothing between
				for _, x := range joints[s.y] {
					if from.x < x && x < s.x {
						g.edge(at(last), "", at(point{x, s.y}))
						last = point{x, s.y}
					}
				}
			}
		}
		g.edge(at(last), "", at(track[len(track)-1].point))
	}
	return g
}

// same reports whether two graphs have the same strings of labels, or returns one that only one graph has. It compares
// only short strings of very large graphs.
func same(g, h *graph) (difference string, ok bool) {
	type pair struct{ g, h string }
	type item struct {
		g, h []int
		text string
	}
	const most = 2000
	seen := make(map[pair]bool)
	queue := []item{{g.closure([]int{g.begin}), h.closure([]int{h.begin}), ""}}
	for ; len(queue) > 0 && len(seen) < most; queue = queue[1:] {
		i := queue[0]
		if slices.Contains(i.g, g.end) != slices.Contains(i.h, h.end) {
			return i.text, false
		}
		next := make(map[string]bool)
		g.labels(i.g, next)
		h.labels(i.h, next)
		for _, label := range slices.Sorted(maps.Keys(next)) {
			j := item{g.step(i.g, label), h.step(i.h, label), i.text + " " + label}
			if key := (pair{fmt.Sprint(j.g), fmt.Sprint(j.h)}); !seen[key] {
				seen[key] = true
				queue = append(queue, j)
			}
		}
	}
	return "", true
}

func (g *graph) labels(set []int, labels map[string]bool) {
	for _, n := range set {
		for _, e := range g.edges[n] {
			if e.label != "" {
				labels[e.label] = true
			}
		}
	}
}

func (g *graph) step(set []int, label string) (next []int) {
	for _, n := range set {
		for _, e := range g.edges[n] {
			if e.label == label {
				next = append(next, e.to)
			}
		}
	}
	return g.closure(next)
}

// closure returns the sorted states that are reachable by epsilon transitions.
func (g *graph) closure(set []int) []int {
	seen := make(map[int]bool)
	for len(set) > 0 {
		n := set[len(set)-1]
		set = set[:len(set)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		for _, e := range g.edges[n] {
			if e.label == "" {
				set = append(set, e.to)
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}
