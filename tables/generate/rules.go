package main

import (
	"strings"

	"example.org/iri/tables/internal/recipe"
)

// rulesFile makes the variables of package rule: a group of those that most users want, then one of
// the others.
func rulesFile(list []*language) ([]byte, error) {
	g := new(writer)
	g.printf("%spackage rule\n\nimport \"example.org/iri/internal/language\"\n", head)
	g.rules("The rules that most programs want.", list, func(l *language) bool { return recipe.Foremost(l.Recipe.Name) })
	g.rules("The other rules.", list, func(l *language) bool { return !recipe.Foremost(l.Recipe.Name) })
	return g.source()
}

// rules prints a group of variables.
func (g *writer) rules(title string, list []*language, in func(*language) bool) {
	g.printf("\n// %s\nvar (", title)
	for _, l := range list {
		if in(l) {
			g.printf("\n")
			name := goName(l)
			g.comment(name + " " + l.Doc)
			g.printf("%s = Rule{&language.%s}\n", name, name)
		}
	}
	g.printf(")\n")
}

// comment prints a string, wrapped.
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
