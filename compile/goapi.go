package compile

import (
	"fmt"
	"strings"

	"example.org/iri/dfa"
)

// goNames are the names in Go of what is made for a rule.
type goNames struct {
	rule, table                       string
	valid, check, parse, parts, spans string
}

func namesOf(rule string) goNames {
	n := GoName(rule)
	return goNames{
		rule:  rule,
		table: n,
		valid: "Valid" + n,
		check: "Check" + n,
		parse: "Parse" + n,
		parts: n + "Parts",
		spans: strings.ToLower(n[:1]) + n[1:] + "Spans",
	}
}

// functions prints the functions of a rule.
func (g *goWriter) functions(n goNames) {
	g.printf("\n// %s reports whether text matches rule %s. It allocates nothing.\n", n.valid, n.rule)
	g.printf("func %s[bytes ~[]byte | ~string](text bytes) bool { return dfa.Match(&%s, text) }\n", n.valid, n.table)
	g.printf("\n// %s returns nil if text matches rule %s, else a *dfa.SyntaxError.\n", n.check, n.rule)
	g.printf("func %s[bytes ~[]byte | ~string](text bytes) error { return dfa.Diagnose(&%s, text) }\n", n.check, n.table)
}

// parseFunction prints the type and the function for the spans of a rule.
func (g *goWriter) parseFunction(n goNames, t *dfa.Tagged) {
	g.printf("\n// %s says where rules lie in a text that matches %s, by byte offsets: the last\n", n.parts, n.rule)
	g.printf("// text of each; {-1, -1} if there is none.\n")
	g.printf("type %s struct {\n%s dfa.Span\n}\n", n.parts, strings.Join(fieldNames(t), ", "))
	g.printf("\n// %s returns the parts of a text that matches rule %s, else the error of %s.\n", n.parse, n.rule, n.check)
	g.printf("// It allocates nothing but that error.\n")
	g.printf("func %s[bytes ~[]byte | ~string](text bytes) (%s, error) {\n", n.parse, n.parts)
	g.printf("var spans [%d]dfa.Span\n", len(t.Names))
	g.printf("if !dfa.Find(&%s, text, spans[:]) {\nreturn %s{}, %s(text)\n}\n", n.spans, n.parts, n.check)
	var list []string
	for k := range t.Names {
		list = append(list, fmt.Sprintf("spans[%d]", k))
	}
	g.printf("return %s{%s}, nil\n}\n", n.parts, strings.Join(list, ", "))
	g.tagged(n, t)
}

func fieldNames(t *dfa.Tagged) []string {
	var list []string
	for _, name := range t.Names {
		list = append(list, GoName(name))
	}
	return list
}

// tagged prints the automaton behind a Parse function.
func (g *goWriter) tagged(n goNames, t *dfa.Tagged) {
	g.printf("\n// %s is %s with registers: %d states, %d byte classes.\n", n.spans, n.table, t.Automaton.NumStates(), t.Automaton.NumClasses())
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
