package codegen

import (
	"strings"

	"example.org/iri/dfa/table"
)

// functions prints the functions of a rule.
func (g *writer) functions(n *names, r *Rule) {
	g.printf("\n// %s reports whether text matches %s. It allocates nothing.\n", n.valid, r.what())
	g.printf("func %s[Bytes ~[]byte | ~string](text Bytes) bool { return dfa.Match(&%s, text) }\n", n.valid, n.table)
	g.printf("\n// %s returns nil if %s, else a *dfa.SyntaxError.\n", n.check, n.valid)
	g.printf("func %s[Bytes ~[]byte | ~string](text Bytes) error { return dfa.Diagnose(&%s, text) }\n", n.check, n.table)
	if r.Spans != nil {
		(&decoder{g, n, r.Spans}).parseFunction()
		g.partsType(n, r.Spans)
	}
	g.tableFunction(n, "dfa.Automaton")
}

// classify prints the function of a classifier.
func (g *writer) classify(n *names, c Classifier) {
	g.printf("\n// %s returns which of these languages text is in, the first as 1, the second as 2, the\n// third as 4, and so on: %s.\n",
		n.classify, strings.Join(c.Names, ", "))
	g.printf("func %s[Bytes ~[]byte | ~string](text Bytes) uint16 { return table.Classify(&%s, text) }\n", n.classify, n.table)
	g.tableFunction(n, "table.Classifier")
}

// tableFunction prints a function that returns a table, if that is asked for.
func (g *writer) tableFunction(n *names, of string) {
	if n.getTable != "" {
		g.printf("\n// %s returns the table of %s, which nobody may change.\n", n.getTable, n.rule)
		g.printf("func %s() *"+of+" { return &%s }\n", n.getTable, n.table)
	}
}

// partsType prints the type of what is parsed, with a method for each span.
func (g *writer) partsType(n *names, t *table.Tagged) {
	g.printf("\n// %s says where rules lie in a text of rule %s, by byte offsets. A rule that is absent\n", n.parts, n.rule)
	g.printf("// is not the same as one that is empty; its span is the zero one, which cuts the empty text.\n")
	g.printf("type %s struct {\n// One more than the offset of the beginning and, above 32 bits, of the end; 0 if it is absent.\n", n.parts)
	g.printf("span%s uint64\n}\n", strings.Join(n.methods, ", span"))
	for k, rule := range t.Names {
		method := n.methods[k]
		g.printf("\n// %s returns where the last %s lies, and false if there is none.\n", method, rule)
		g.printf("func (p %s) %s() (dfa.Span, bool) {\nif p.span%s == 0 {\nreturn dfa.Span{}, false\n}\n", n.parts, method, method)
		g.printf("return dfa.Span{Start: int(uint32(p.span%s)) - 1, End: int(p.span%s>>32) - 1}, true\n}\n", method, method)
	}
}
