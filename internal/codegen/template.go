package codegen

import (
	"embed"
	"fmt"
	"strings"
	"sync"
	"text/template"
)

//go:embed template/*.tmpl
var templateFiles embed.FS

// The templates of packages that import package dfa, and of those that import nothing.
var (
	withImports    = sync.OnceValue(func() *template.Template { return parseTemplates(strings.NewReplacer()) })
	withoutImports = sync.OnceValue(func() *template.Template { return parseTemplates(inPackage) })
)

// parseTemplates reads the templates, with other names in place of those of package dfa.
func parseTemplates(names *strings.Replacer) *template.Template {
	t := template.New("").Funcs(template.FuncMap{
		"lines": lines[uint8], "words": lines[uint16], "rows": rows, "quoted": quoted,
		"classes": func(of *[256]uint8) string { return lines(of[:]) },
		"set":     func(of [32]uint8) string { return join(of[:]) },
		"join":    join[uint64],
	})
	files, _ := templateFiles.ReadDir("template")
	for _, f := range files {
		text, _ := templateFiles.ReadFile("template/" + f.Name())
		template.Must(t.Parse(names.Replace(string(text))))
	}
	return t
}

// quoted returns a list of strings as a Go expression.
func quoted(list []string) string {
	if len(list) == 0 {
		return "nil"
	}
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, ", %+q", s)
	}
	return "[]string{" + b.String()[len(", "):] + "}"
}
