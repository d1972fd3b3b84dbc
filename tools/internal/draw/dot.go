package draw

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"example.org/iri/tools/internal/svg"
)

// DOT returns the drawing as a Graphviz graph. Node nN is state N, or the box with first state N.
func (d *Drawing) DOT() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "digraph %s {\n", quote(d.name))
	b.WriteString("\trankdir=LR\n")
	b.WriteString("\tnode [fontname=\"sans-serif\", shape=circle, style=filled, fillcolor=white]\n")
	b.WriteString("\tedge [fontname=\"sans-serif\", fontsize=12]\n")
	fmt.Fprintf(&b, "\tgraph [fontname=\"sans-serif\", label=%s]\n", quote(d.caption))
	colours := make(map[string]string) // by part
	for _, n := range d.nodes {
		if n.part != "" && colours[n.part] == "" {
			colours[n.part] = palette[len(colours)%len(palette)]
		}
		fmt.Fprintf(&b, "\t%s [%s]\n", n.id, n.dot(colours[n.part]))
	}
	b.WriteString("\tstart [shape=none, label=\"\", width=0, height=0]\n")
	fmt.Fprintf(&b, "\tstart -> %s\n", d.nodes[d.start].id)
	for _, e := range d.edges {
		lines := svg.Wrap(e.label, labelFont, labelWidth)
		fmt.Fprintf(&b, "\t%s -> %s [label=%s]\n", d.nodes[e.from].id, d.nodes[e.to].id, quote(lines...))
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// Font size and line width of labels in pixels.
const (
	labelFont  = 12
	labelWidth = 110
)

// palette has colors of parts, light enough for black text.
var palette = []string{
	"#cfe2f3", "#d9ead3", "#fff2cc", "#f4cccc", "#d9d2e9", "#fce5cd", "#c9e7e5", "#f3d1e1",
	"#e4e4b0", "#dcdcdc", "#9fc5e8", "#a8d08d", "#ffd966", "#ea9999", "#b4a7d6", "#f6b26b",
}

// dot returns the attributes of a node. The color may be "".
func (n *node) dot(colour string) string {
	list := []string{"label=" + quote(n.lines...), "tooltip=" + quote(n.title)}
	if n.box() {
		list = append(list, "shape=box", `style="filled,rounded"`)
	}
	if n.accepting {
		list = append(list, "peripheries=2")
	}
	if colour != "" {
		list = append(list, "fillcolor="+quote(colour))
	}
	return strings.Join(list, ", ")
}

// quote returns lines as a Graphviz string, in which a backslash begins an escape.
func quote(lines ...string) string {
	escaped := slices.Clone(lines)
	for i, line := range lines {
		escaped[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(line)
	}
	return `"` + strings.Join(escaped, `\n`) + `"`
}
