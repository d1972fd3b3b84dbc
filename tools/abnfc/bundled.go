package main

import (
	"bytes"
	"embed"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/codegen"
	"example.org/iri/tables"
	"example.org/iri/tools/internal/wild"
)

//go:embed imports
var bundledFiles embed.FS

// bundledNames lists the grammars that need no file.
var bundledNames = []string{"rfc3629", "rfc3986", "rfc5322", "rfc9110"}

// bundledText returns the text of a bundled grammar, or nil.
func bundledText(name string) []byte {
	if name == "rfc3986" {
		return []byte(tables.RFC3986)
	}
	text, _ := bundledFiles.ReadFile("imports/" + name + ".abnf")
	return text
}

// isBundled reports whether a source is a bundled grammar, and not a file of its name.
func isBundled(s codegen.Source) bool {
	return len(s.Text) > 0 && bytes.Equal(s.Text, bundledText(s.Name))
}

// bundledEncoding returns the encoding of the values of a bundled grammar.
func bundledEncoding(name string) abnf.Encoding {
	if name == "rfc3629" || name == "rfc9110" {
		return abnf.Octets
	}
	return abnf.UTF8
}

// bundle holds the bundled grammars that were read, by name.
type bundle map[string]*abnf.Grammar

// read reads a bundled grammar. That of RFC 9110 takes rules from two others, by prose such as
// <host, see [URI]>. A bundled grammar without rules is a mistake of this program.
func (b bundle) read(name string) *abnf.Grammar {
	if g := b[name]; g != nil {
		return g
	}
	var others []*abnf.Grammar
	if name == "rfc9110" {
		others = []*abnf.Grammar{b.read("rfc3986"), b.read("rfc5322")}
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

// suppliers returns the flags that import a rule from bundled grammars, or "" if they lack it. If
// some write its name with the same letters, these count: host is not the field Host.
func (b bundle) suppliers(rule string) string {
	var exact, all []string
	for _, name := range bundledNames {
		g := b.read(name)
		if new(abnf.Grammar).ImportRules(g, rule) != nil {
			continue
		}
		all = append(all, "--import "+name)
		if g.Lookup(rule).Name == rule {
			exact = append(exact, "--import "+name)
		}
	}
	if exact != nil {
		all = exact
	}
	return strings.Join(all, " or ")
}
