package iri_test

import (
	"maps"
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
	{"LEIRI", rule.LEIRI.Rule, rule.IRI.Rule},
	{"LEIRIReference", rule.LEIRIReference.Rule, rule.IRIReference.Rule},
}

// strictCharacters is ucschar without the characters that RFC 3987, section 4.1,
// forbids: another way to the strict languages than to take texts away.
const strictCharacters = `
ucschar = %xA0-200D / %x2010-2029 / %x202F-D7FF / %xF900-FDCF / %xFDF0-FFEF
        / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD
        / %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD
        / %x70000-7FFFD / %x80000-8FFFD / %x90000-9FFFD
        / %xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD
        / %xD0000-DFFFD / %xE1000-EFFFD
`

// slowDerived returns the grammars of the derived languages by name: those of the
// RFCs with rules replaced, and a rule that is called after the language.
var slowDerived = sync.OnceValue(func() map[string]slowGrammar {
	strict, err := abnf.Parse([]byte(strictCharacters))
	if err != nil {
		panic(err)
	}
	zone := readGrammar(filepath.Join("languages", "zone.abnf"))
	leiri := readGrammar(filepath.Join("languages", "leiri.abnf"))
	grammars := make(map[string]slowGrammar)
	for _, d := range derivedLanguages {
		change := strict
		if strings.HasSuffix(d.name, "WithZone") {
			change = zone
		} else if strings.HasPrefix(d.name, "LEIRI") {
			change = leiri
		}
		g := maps.Clone(slow87())
		if d.of == rule.URI.Rule {
			g = maps.Clone(slow86())
		}
		for r := range change.Rules() {
			g[r.Name] = r.Body
		}
		g[d.name] = &abnf.RuleRef{Name: d.of.String()}
		grammars[d.name] = g
	}
	return grammars
})
