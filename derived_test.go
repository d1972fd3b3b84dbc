package iri_test

import (
	"path/filepath"
	"strings"
	"sync"

	"example.org/iri/compile/abnf"
	"example.org/iri/rule"
)

// derivedLanguages are the languages derived from rules, with the rule that each is a
// change of.
var derivedLanguages = []struct {
	name string
	rule rule.Rule
	of   rule.Rule
}{
	{"IRIStrict", rule.IRIStrict.Rule, rule.IRI.Rule},
	{"IRIReferenceStrict", rule.IRIReferenceStrict.Rule, rule.IRIReference.Rule},
	{"IRIWithZone", rule.IRIWithZone.Rule, rule.IRI.Rule},
	{"IRIReferenceWithZone", rule.IRIReferenceWithZone.Rule, rule.IRIReference.Rule},
	{"URIWithZone", rule.URIWithZone.Rule, rule.URI.Rule},
	{"URIReferenceWithZone", rule.URIReferenceWithZone.Rule, rule.URIReference.Rule},
	{"LEIRI", rule.LEIRI.Rule, rule.IRI.Rule},
	{"LEIRIReference", rule.LEIRIReference.Rule, rule.IRIReference.Rule},
}

// derived returns the grammars of the derived languages by name: those of the RFCs with
// rules replaced, and a rule that is called after the language.
var derived = sync.OnceValue(func() map[string]*abnf.Grammar {
	grammars := make(map[string]*abnf.Grammar)
	for _, d := range derivedLanguages {
		change := readFile(filepath.Join("..", "testdata", "strict.abnf"))
		if strings.HasSuffix(d.name, "WithZone") {
			change = readFile(filepath.Join("languages", "zone.abnf"))
		} else if strings.HasPrefix(d.name, "LEIRI") {
			change = readFile(filepath.Join("languages", "leiri.abnf"))
		}
		g, err := abnf.Parse([]byte(change + d.name + " = " + d.of.String() + "\n"))
		if err != nil {
			panic(err)
		}
		if d.of == rule.URI.Rule || d.of == rule.URIReference.Rule {
			g.Override(newRFC3986())
		} else {
			g.Override(newRFC3987())
		}
		grammars[d.name] = g
	}
	for _, name := range httpLanguages {
		grammars[name] = httpGrammar(name)
	}
	return grammars
})

// httpLanguages are the languages of HTTP by name.
var httpLanguages = strings.Fields("origin-form absolute-form authority-form asterisk-form absolute-path partial-URI http-URI https-URI " +
	"host-field Location Referer Content-Location Link link-value method IOriginForm IAuthorityForm IHostField")

// httpGrammar returns the grammar of one.
func httpGrammar(name string) *abnf.Grammar {
	change, rules := "", newRFC3986
	switch name {
	case "http-URI", "https-URI":
		change = readFile("languages/http-uri.abnf")
	case "IOriginForm", "IAuthorityForm", "IHostField":
		change = readFile("languages/http-iri.abnf") + "IOriginForm = origin-form\nIAuthorityForm = authority-form\nIHostField = host-field\n"
		rules = newRFC3987
	}
	g, err := abnf.Parse([]byte(change))
	if err != nil {
		panic(err)
	}
	http := readGrammar("rfc9112.abnf")
	http.Override(rules())
	g.Override(http)
	return g
}
