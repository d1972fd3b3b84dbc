package codegen

import "example.org/iri/dfa"

// functions prints the functions of a rule; t is nil if it has no spans.
func (g *writer) functions(n *names, t *dfa.Tagged) {
	g.printf("\n// %s reports whether text matches rule %s. It allocates nothing.\n", n.valid, n.rule)
	g.printf("func %s[Bytes ~[]byte | ~string](text Bytes) bool { return dfa.Match(&%s, text) }\n", n.valid, n.table)
	g.printf("\n// %s returns nil if text matches rule %s, else a *dfa.SyntaxError.\n", n.check, n.rule)
	g.printf("func %s[Bytes ~[]byte | ~string](text Bytes) error { return dfa.Diagnose(&%s, text) }\n", n.check, n.table)
	if t != nil {
		g.parseFunction(n)
		g.partsType(n, t)
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
