package codegen

import (
	"strings"

	"example.org/iri/dfa"
)

// functions prints the functions of a rule.
func (g *writer) functions(n *names, r *Rule) {
	g.printf("\n// %s reports whether text matches %s. It allocates nothing.\n", n.valid, r.what())
	g.printf("func %s[Bytes ~[]byte | ~string](text Bytes) bool { return dfa.Match(&%s, text) }\n", n.valid, n.table)
	g.printf("\n// %s returns nil if %s, else a *dfa.SyntaxError.\n", n.check, n.valid)
	g.printf("func %s[Bytes ~[]byte | ~string](text Bytes) error { return dfa.Diagnose(&%s, text) }\n", n.check, n.table)
	if r.Spans != nil {
		g.parseFunction(n)
		g.partsType(n, r.Spans)
	}
	g.tableFunction(n, "Automaton")
}

// classify prints the function of a classifier.
func (g *writer) classify(n *names, c Classifier) {
	g.printf("\n// %s returns which of these languages text is in, the first as 1, the second as 2, the\n// third as 4, and so on: %s.\n",
		n.classify, strings.Join(c.Names, ", "))
	g.printf("func %s[Bytes ~[]byte | ~string](text Bytes) uint16 { return dfa.Classify(&%s, text) }\n", n.classify, n.table)
	g.tableFunction(n, "Classifier")
}

// tableFunction prints a function that returns a table, if that is asked for.
func (g *writer) tableFunction(n *names, kind string) {
	if n.getTable != "" {
		g.printf("\n// %s returns the table of %s, which nobody may change.\n", n.getTable, n.rule)
		g.printf("func %s() *dfa.%s { return &%s }\n", n.getTable, kind, n.table)
	}
}

func (g *writer) parseFunction(n *names) {
	g.printf("\n// %s returns where rules lie in a text that matches rule %s, else the error of\n// %s.", n.parse, n.rule, n.check)
	g.printf(" It allocates nothing but that error.\n")
	g.printf("func %s[Bytes ~[]byte | ~string](text Bytes) (%s, error) {\n", n.parse, n.parts)
	g.printf("var p %s\nvar ok bool\n", n.parts)
	g.printf("if p.present, ok = dfa.Find(&%s, text, p.spans[:]); !ok {\nreturn %s{}, %s(text)\n}\nreturn p, nil\n}\n", n.spans, n.parts, n.check)
}

// partsType prints the type of what is parsed, with a method for each span.
func (g *writer) partsType(n *names, t *dfa.Tagged) {
	g.printf("\n// %s says where rules lie in a text of rule %s, by byte offsets. A rule that is absent\n", n.parts, n.rule)
	g.printf("// is not the same as one that is empty; its span is the zero one, which cuts the empty text.\n")
	g.printf("type %s struct {\nspans [%d]dfa.Span\npresent uint64\n}\n", n.parts, len(t.Names))
	for k, rule := range t.Names {
		g.printf("\n// %s returns where the last %s lies, and false if there is none.\n", n.methods[k], rule)
		g.printf("func (p %s) %s() (dfa.Span, bool) { return p.spans[%d], p.present&%#x != 0 }\n", n.parts, n.methods[k], k, 1<<k)
	}
}
