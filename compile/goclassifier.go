package compile

import (
	"strings"

	"example.org/iri/dfa"
)

// classifier prints a classifier; a row may take several lines.
func (g *goWriter) classifier(c NamedClassifier) {
	g.printf("\n// %s tells in which of these languages a text is: %s: %d states, %d byte\n// classes.\n",
		c.Name, strings.Join(c.Names, ", "), len(c.Sets), c.NumClasses())
	g.printf("var %s = %s\n", c.Name, ClassifierLiteral(c.Classifier))
}

// ClassifierLiteral returns a classifier as [Literal] does an automaton.
func ClassifierLiteral(c *dfa.Classifier) string {
	g := new(goWriter)
	g.printf("dfa.Classifier{\nNames: %#v,\nStart: %d,\nShift: %d,\n", c.Names, c.Start, c.Shift)
	g.printf("Classes: &[256]uint8{\n")
	lines(g, c.Classes[:])
	g.printf("},\nTrans: []uint16{\n")
	for s := range c.Sets {
		g.printf("// %d\n", s)
		lines(g, c.Trans[s<<c.Shift:(s+1)<<c.Shift])
	}
	g.printf("},\nSets: []uint16{\n")
	lines(g, c.Sets)
	g.printf("},\n}")
	return g.buf.String()
}
