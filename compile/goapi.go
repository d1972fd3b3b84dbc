package compile

import "example.org/iri/dfa"

// functions prints the functions of a rule; t is nil if it has no spans.
func (g *goWriter) functions(n goNames, t *dfa.Tagged) {
	g.printf("\n// %s reports whether text matches rule %s. It allocates nothing.\n", n.valid, n.rule)
	g.printf("func %s[Bytes ~[]byte | ~string](text Bytes) bool { return dfa.Match(&%s, text) }\n", n.valid, n.table)
	g.printf("\n// %s returns nil if text matches rule %s, else a *dfa.SyntaxError.\n", n.check, n.rule)
	g.printf("func %s[Bytes ~[]byte | ~string](text Bytes) error { return dfa.Diagnose(&%s, text) }\n", n.check, n.table)
	if t != nil {
		g.parseFunction(n)
		g.partsType(n, t)
	}
}

func (g *goWriter) parseFunction(n goNames) {
	g.printf("\n// %s returns where rules lie in a text that matches rule %s, else the error of\n// %s.", n.parse, n.rule, n.check)
	g.printf(" It allocates nothing but that error.\n")
	g.printf("func %s[Bytes ~[]byte | ~string](text Bytes) (%s, error) {\n", n.parse, n.parts)
	g.printf("var p %s\nvar ok bool\n", n.parts)
	g.printf("if p.present, ok = dfa.Find(&%s, text, p.spans[:]); !ok {\nreturn %s{}, %s(text)\n}\nreturn p, nil\n}\n", n.spans, n.parts, n.check)
}

// partsType prints the type of what is parsed, with a method for each span.
func (g *goWriter) partsType(n goNames, t *dfa.Tagged) {
	g.printf("\n// %s says where rules lie in a text of rule %s, by byte offsets. A rule that is absent\n", n.parts, n.rule)
	g.printf("// is not the same as one that is empty; its span is the zero one, which cuts the empty text.\n")
	g.printf("type %s struct {\nspans [%d]dfa.Span\npresent uint64\n}\n", n.parts, len(t.Names))
	for k, rule := range t.Names {
		g.printf("\n// %s returns where the last %s lies, and false if there is none.\n", n.methods[k], rule)
		g.printf("func (p %s) %s() (dfa.Span, bool) { return p.spans[%d], p.present&%#x != 0 }\n", n.parts, n.methods[k], k, 1<<k)
	}
}

// tagged prints the automaton behind a Parse function.
func (g *goWriter) tagged(n goNames, t *dfa.Tagged) {
	g.printf("\n// %s is %s with registers: %d states, %d byte\n// classes.\n", n.spans, n.table, t.Automaton.NumStates(), t.Automaton.NumClasses())
	g.printf("var %s = dfa.Tagged{\nAutomaton: dfa.Automaton{\n", n.spans)
	g.fields(&t.Automaton)
	g.printf("},\nNames: %#v,\nDoes: []uint16{\n", t.Names)
	lines(g, t.Does)
	g.printf("},\nPrograms: [][]dfa.Move{\n")
	for _, program := range t.Programs {
		g.printf("{")
		for i, m := range program {
			if i > 0 {
				g.printf(", ")
			}
			if m.From == dfa.Now {
				g.printf("{To: %d, From: dfa.Now}", m.To)
			} else {
				g.printf("{To: %d, From: %d}", m.To, m.From)
			}
		}
		g.printf("},\n")
	}
	g.printf("},\nFinal: []uint16{\n")
	lines(g, t.Final)
	g.printf("},\nPlaces: [][]uint8{\n")
	for _, places := range t.Places {
		g.printf("{%s},\n", join(places))
	}
	g.printf("},\n}\n")
}
