package main

import (
	"bytes"
	"embed"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/grammars"
	"example.org/iri/internal/codegen"
	"example.org/iri/tables"
	"example.org/iri/tools/internal/wild"
)

//go:embed imports
var bundledFiles embed.FS

// bundled lists the built-in grammars, and those from which they import rules. Their texts are in package grammars or
// in folder imports.
var bundled = []struct {
	name     string
	file     string // in package grammars
	encoding abnf.Encoding
	others   []string
}{
	{name: "rfc2045"},
	{name: "rfc3339", file: "date-time.abnf"},
	{name: "rfc3629", encoding: abnf.Octets},
	{name: "rfc3986"},
	{name: "rfc3987"},
	{name: "rfc5322"},
	{name: "rfc5646", file: "language-tag.abnf"},
	{name: "rfc6570", file: "uri-template.abnf", others: []string{"rfc3987"}},
	{name: "rfc8141", file: "urn.abnf", others: []string{"rfc3986"}},
	{name: "rfc9110", encoding: abnf.Octets, others: []string{"rfc3986", "rfc5322", "rfc5646"}},
}

var bundledNames = func() (names []string) {
	for _, b := range bundled {
		names = append(names, b.name)
	}
	return names
}()

func bundledText(name string) (text []byte) {
	switch i := slices.Index(bundledNames, name); {
	case name == "rfc3986":
		text = []byte(tables.RFC3986)
	case name == "rfc3987":
		text = []byte(tables.RFC3987)
	case i >= 0 && bundled[i].file != "":
		text, _ = grammars.Files.ReadFile(bundled[i].file)
	default:
		text, _ = bundledFiles.ReadFile("imports/" + name + ".abnf")
	}
	return text
}

// isBundled reports whether a source is a bundled grammar, and not a file with its name.
func isBundled(s codegen.Source) bool {
	return len(s.Text) > 0 && bytes.Equal(s.Text, bundledText(s.Name))
}

func bundledEncoding(name string) abnf.Encoding {
	return bundled[slices.Index(bundledNames, name)].encoding
}

// bundle caches parsed bundled grammars by name.
type bundle map[string]*abnf.Grammar

// read parses a bundled grammar. Some import rules of others, even by prose such as <host, see [URI]>. An error is a
// bug of this program.
func (b bundle) read(name string) *abnf.Grammar {
	if g := b[name]; g != nil {
		return g
	}
	var others []*abnf.Grammar
	for _, other := range bundled[slices.Index(bundledNames, name)].others {
		others = append(others, b.read(other))
	}
	page, err := wild.Parse(name, bundledText(name), others...)
	if err != nil {
		panic(err)
	}
	for _, h := range others {
		page.Import(h)
	}
	b[name] = page.Grammar
	return b[name]
}

// suppliers returns the flags that import a rule from bundled grammars, or "". If some grammars write its name in the
// same case, the others are left out: host is not the field Host.
func (b bundle) suppliers(rule string) string {
	var exact, all []string
	for _, name := range bundledNames {
		g := b.read(name)
		r := g.Lookup(rule) // the error of ImportRules would search for a similar name
		if r == nil || new(abnf.Grammar).ImportRules(g, rule) != nil {
			continue
		}
		all = append(all, "--import "+name)
		if r.Name == rule {
			exact = append(exact, "--import "+name)
		}
	}
	if exact != nil {
		all = exact
	}
	return strings.Join(all, " or ")
}
