package main

import "strings"

// rulesFile makes the variables of package rule.
func rulesFile(list []*language) ([]byte, error) {
	g := new(writer)
	g.printf("%spackage rule\n\nimport \"example.org/iri/internal/language\"\n\n// The languages.\nvar (\n", head)
	for i, l := range list {
		if i > 0 {
			g.printf("\n")
		}
		name := goName(l)
		g.comment(name + " " + l.Doc)
		g.printf("%s = Rule{&language.%s}\n", name, name)
	}
	g.printf(")\n")
	return g.source()
}

// comment prints a text, wrapped.
func (g *writer) comment(text string) {
	const width = 90
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+len(word) >= width {
			g.printf("// %s\n", line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	g.printf("// %s\n", line)
}
