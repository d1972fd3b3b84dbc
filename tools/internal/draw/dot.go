package draw

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"example.org/iri/tools/internal/svg"
)

// DOT returns the drawing as a graph in the language of Graphviz. Node nN is state N,
// or the box whose first state is N.
func (d *Drawing) DOT() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "digraph %s {\n", quote(d.name))
	b.WriteString("\trankdir=LR\n")
	b.WriteString("\tnode [fontname=\"sans-serif\", shape=circle, style=filled, fillcolor=white]\n")
	b.WriteString("\tedge [fontname=\"sans-serif\", fontsize=12]\n")
	fmt.Fprintf(&b, "\tgraph [fontname=\"sans-serif\", label=%s]\n", quote(d.caption))
	for i := range d.nodes {
		fmt.Fprintf(&b, "\t%s [%s]\n", d.nodes[i].id, d.nodes[i].dot())
	}
	b.WriteString("\tstart [shape=none, label=\"\", width=0, height=0]\n")
	fmt.Fprintf(&b, "\tstart -> %s\n", d.nodes[d.start].id)
	for _, e := range d.edges {
		lines := svg.Wrap(e.label, labelFont, labelWidth)
		fmt.Fprintf(&b, "\t%s -> %s [label=%s]\n", d.nodes[e.from].id, d.nodes[e.to].id, quote(lines...))
	}
	for colour, part := range d.parts {
		if d.needsLegend(colour) {
			fmt.Fprintf(&b, "\tlegend%d [shape=box, fillcolor=%s, label=%s]\n", colour, quote(palette[colour%len(palette)]), quote("in "+part))
		}
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// The font size and the width of a line of a label, in pixels.
const (
	labelFont  = 12
	labelWidth = 110
)

// dot lists the attributes of a node.
func (n *node) dot() string {
	list := []string{"label=" + quote(n.lines...), "tooltip=" + quote(n.title)}
	if n.box {
		list = append(list, "shape=box", `style="filled,rounded"`)
	}
	if n.accepting {
		list = append(list, "peripheries=2")
	}
	if n.colour >= 0 {
		list = append(list, "fillcolor="+quote(palette[n.colour%len(palette)]))
	}
	return strings.Join(list, ", ")
}

// quote returns lines of text as a string of Graphviz, in which a backslash begins an
// escape.
func quote(lines ...string) string {
	escaped := slices.Clone(lines)
	for i, line := range lines {
		escaped[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(line)
	}
	return `"` + strings.Join(escaped, `\n`) + `"`
}
