package main

import (
	"fmt"
	"regexp"
	"strings"

	"example.org/iri/internal/codegen"
	"example.org/iri/tables/internal/recipe"
)

// rulesFile generates the variables of package rule with their comments: first the rules that most users want, then the
// others.
func rulesFile(list []*language, samples map[string]recipe.Sample) ([]byte, error) {
	g := new(writer)
	g.printf("%spackage rule\n\nimport \"example.org/iri/internal/language\"\n", head)
	for _, foremost := range []bool{true, false} {
		for _, l := range list {
			if recipe.Foremost(l.Recipe.Name) != foremost {
				continue
			}
			sample, known := samples[l.Recipe.Name]
			if !known {
				return nil, fmt.Errorf("%s does not have %s", recipe.SamplesFile, l.Recipe.Name)
			}
			name := goName(l)
			g.printf("\n")
			g.comment(name + " matches " + sample.Matches + ". " + l.Doc)
			g.printf("var %s = Rule{&language.%s}\n", name, name)
		}
	}
	return g.source()
}

// source matches a specification in comments; its groups are the number and the section.
var source = regexp.MustCompile(`RFC (\d+)(?:, (section [\d.]*\d|appendix [A-Z]))?|URL Standard|W3C Note`)

func address(name string) string {
	m := source.FindStringSubmatch(name)
	switch {
	case m[0] == "URL Standard":
		return "https://url.spec.whatwg.org/"
	case m[0] == "W3C Note":
		return "https://www.w3.org/TR/leiri/"
	case m[2] == "":
		return "https://www.rfc-editor.org/rfc/rfc" + m[1]
	}
	return "https://www.rfc-editor.org/rfc/rfc" + m[1] + "#" + strings.ReplaceAll(m[2], " ", "-")
}

func (g *writer) comment(text string) {
	const width = 90
	var links []string // with their lines, in order, without duplicates
	text = source.ReplaceAllStringFunc(text, func(name string) string {
		link := fmt.Sprintf("[%s]: %s", name, address(name))
		if !strings.Contains(strings.Join(links, "\n"), link) {
			links = append(links, link)
		}
		return "[" + strings.ReplaceAll(name, " ", noBreak) + "]"
	})
	line := ""
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' }) {
		word = strings.ReplaceAll(word, noBreak, " ")
		if line != "" && len(line)+len(word) >= width {
			g.printf("// %s\n", line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	g.printf("// %s\n", line)
	for i, link := range links {
		if i == 0 {
			g.printf("//\n")
		}
		g.printf("// %s\n", link)
	}
}

const noBreak = "\u00a0"

func innerFiles(dir string) (files []file, err error) {
	for _, group := range recipe.Inner {
		g := new(writer)
		if err := g.header(dir, group.Files(), tableImport); err != nil {
			return nil, err
		}
		var sum []byte
		for _, r := range group.Recipes {
			a, err := r.Plain(dir)
			if err != nil {
				return nil, err
			}
			g.describe(&r, a)
			g.printf("var %s = %s\n", recipe.GoName(r.Name), codegen.Literal(a))
			sum = fmt.Appendln(sum, codegen.SumLine(r.Name, a))
		}
		source, err := g.source()
		if err != nil {
			return nil, err
		}
		files = append(files, file{"internal/language/" + group.Name + ".go", source}, file{"tables/" + group.Name + ".sum", sum})
	}
	return files, nil
}

func (g *writer) inner() {
	g.printf("\n// Inner returns the languages that the library needs for itself, in the order of their recipes.\n")
	g.printf("func Inner() []*dfa.Automaton {\nreturn []*dfa.Automaton{\n")
	for _, group := range recipe.Inner {
		for _, r := range group.Recipes {
			g.printf("&%s,\n", recipe.GoName(r.Name))
		}
	}
	g.printf("}\n}\n")
}
