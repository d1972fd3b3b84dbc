package codegen

import (
	"embed"
	"fmt"
	"strings"
	"sync"
	"text/template"

	"example.org/iri/internal/walk"
)

//go:embed template/*.tmpl
var templateFiles embed.FS

var templates = sync.OnceValue(func() *template.Template {
	t := template.New("").Funcs(template.FuncMap{
		"lines": lines[uint8], "words": lines[uint16], "rows": rows, "quoted": quoted, "numClasses": walk.NumClasses,
		"classes": func(of *[256]uint8) string { return lines(of[:]) },
		"set":     func(of [32]uint8) string { return join(of[:]) },
		"join":    join[uint64],
	})
	return template.Must(t.ParseFS(templateFiles, "template/*.tmpl"))
})

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
