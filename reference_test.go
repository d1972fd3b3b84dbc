package iri_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"example.org/iri"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/rule"
)

// A cut maps components to spans, without absent ones.
type cut map[string]place

// A place is an [iri.Span] that can be written without field names.
type place struct{ Start, End int }

// The regular expression of RFC 3986, appendix B, and one for authorities.
var (
	appendixB      = regexp.MustCompile(`(?s)^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$`)
	authorityParts = regexp.MustCompile(`(?s)^(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::(.*))?$`)
)

// split splits a string that matches a top rule at its delimiters.
func split(text string) cut {
	c := make(cut)
	c.add(0, appendixB.FindStringSubmatchIndex(text), "scheme", "authority", "path", "query", "fragment")
	if a, ok := c["authority"]; ok {
		c.add(a.Start, authorityParts.FindStringSubmatchIndex(text[a.Start:a.End]), "userinfo", "host", "port")
	}
	return c
}

// A kit maps components to strings, without absent ones. An authority is represented by its parts.
type kit map[string]string

func kitOf(text string) kit { return split(text).kit(text) }

func (c cut) kit(text string) kit {
	k := make(kit)
	for name, place := range c {
		if name != "authority" {
			k[name] = text[place.Start:place.End]
		}
	}
	return k
}

func (k kit) has(name string) bool {
	_, has := k[name]
	return has
}

// text is the pseudo-code of RFC 3986, section 5.3, and the grammar of authorities.
func (k kit) text() string {
	var result strings.Builder
	write := func(before, name, after string) {
		if text, defined := k[name]; defined {
			result.WriteString(before + text + after)
		}
	}
	write("", "scheme", ":")
	if k.has("host") {
		result.WriteString("//")
		write("", "userinfo", "@")
		write("", "host", "")
		write(":", "port", "")
	}
	write("", "path", "")
	write("?", "query", "")
	write("#", "fragment", "")
	return result.String()
}

func splitAs(r rule.Rule, text string) cut {
	switch {
	case isAuthority(r) && text == "":
		return cut{"path": {}}
	case isAuthority(r):
		c := cut{"authority": {0, len(text)}, "path": {len(text), len(text)}}
		c.add(0, authorityParts.FindStringSubmatchIndex(text), "userinfo", "host", "port")
		return c
	case slices.Contains([]rule.Rule{rule.OriginForm, rule.IOriginForm, rule.BrowserOriginForm, rule.IBrowserOriginForm}, r):
		path, _, _ := strings.Cut(text, "?")
		c := cut{"path": {0, len(path)}}
		if len(path) < len(text) {
			c["query"] = place{len(path) + 1, len(text)}
		}
		return c
	}
	return split(text)
}

func isAuthority(r rule.Rule) bool {
	return slices.Contains([]rule.Rule{rule.AuthorityForm, rule.HostField, rule.IAuthorityForm, rule.IHostField}, r)
}

// add adds the groups of a match under their names.
func (c cut) add(base int, match []int, names ...string) {
	for i, name := range names {
		if span := match[2*i+2 : 2*i+4]; span[0] >= 0 {
			c[name] = place{base + span[0], base + span[1]}
		}
	}
}

func cutOf(x iri.Parts) cut {
	c := cut{"path": place(x.Path())}
	for name, method := range map[string]func() (iri.Span, bool){
		"scheme": x.Scheme, "authority": x.Authority, "userinfo": x.Userinfo, "host": x.Host,
		"port": x.Port, "query": x.Query, "fragment": x.Fragment,
	} {
		span, ok := method()
		switch {
		case ok:
			c[name] = place(span)
		case span != (iri.Span{}):
			c["absent "+name] = place(span) // must not be present
		}
	}
	return c
}

// compareWithReference compares everything that the package returns for a string with the slow reference, and reports
// the first difference.
func compareWithReference(r rule.Rule, text string) error {
	ends, reach := matcher.Prefixes(grammarOf(r), r.String(), text)
	valid := slices.Contains(ends, len(text))
	if r.Valid([]byte(text)) != valid || r.ValidString(text) != valid {
		return fmt.Errorf("%v %q: Valid is %v and %v, want %v", r, text, r.Valid([]byte(text)), r.ValidString(text), valid)
	}
	longest := -1
	if len(ends) > 0 {
		longest = ends[len(ends)-1]
	}
	if got := r.Prefix([]byte(text)); got != longest {
		return fmt.Errorf("%v %q: Prefix is %d, want %d", r, text, got, longest)
	}
	m := r.Matcher()
	n, writeErr := m.WriteString(text)
	if n != reach || m.Len() != int64(reach) || m.Matched() != valid || (writeErr == nil) != (reach == len(text)) {
		return fmt.Errorf("%v %q: Matcher took %d bytes, error %v, matched %v; want %d, %v", r, text, n, writeErr, m.Matched(), reach, valid)
	}
	for i, err := range []error{r.Check([]byte(text)), r.CheckString(text), m.Err()} {
		if err := verifyError(err, r, text, valid, reach); err != nil {
			return fmt.Errorf("%w (of Check, CheckString, Matcher: %d)", err, i)
		}
	}
	return verifyParts(r, text, valid)
}

func verifyError(err error, r rule.Rule, text string, valid bool, reach int) error {
	if err == nil || valid {
		if valid && err == nil {
			return nil
		}
		return fmt.Errorf("%v %q: error %v, want valid %v", r, text, err, valid)
	}
	found := -1
	if reach < len(text) {
		found = int(text[reach])
	}
	var e *iri.SyntaxError
	if !errors.As(err, &e) || e.Rule != r.String() || e.Offset != int64(reach) || e.Byte != found {
		return fmt.Errorf("%v %q: error %#v, want offset %d, byte %d", r, text, err, reach, found)
	}
	if found >= 0 && e.Expected().Has(text[reach]) {
		return fmt.Errorf("%v %q: error expects the byte that it found", r, text)
	}
	return nil
}

// verifyParts compares Split with the string split at its delimiters.
func verifyParts(r rule.Rule, text string, valid bool) error {
	var parts, stringParts iri.Parts
	var err, stringErr error
	if r == rule.IRI && (iri.Valid([]byte(text)) != valid || iri.ValidString(text) != valid) ||
		r == rule.IRIReference && (iri.ValidReference([]byte(text)) != valid || iri.ValidReferenceString(text) != valid) {
		return fmt.Errorf("%v %q: the functions for it do not say %v", r, text, valid)
	}
	switch r {
	case rule.IRI:
		parts, err = iri.Split([]byte(text))
		stringParts, stringErr = iri.SplitString(text)
	case rule.IRIReference:
		parts, err = iri.SplitReference([]byte(text))
		stringParts, stringErr = iri.SplitReferenceString(text)
	default:
		parts, err = r.Split([]byte(text))
		stringParts, stringErr = r.SplitString(text)
		if err == rule.ErrNoParts {
			return nil
		}
	}
	if parts != stringParts || !reflect.DeepEqual(err, stringErr) || !reflect.DeepEqual(err, r.CheckString(text)) {
		return fmt.Errorf("%v %q: Parse %v, %v; ParseString %v, %v", r, text, parts, err, stringParts, stringErr)
	}
	if valid {
		if want := splitAs(r, text); !maps.Equal(cutOf(parts), want) {
			return fmt.Errorf("%v %q: parts %v, want %v", r, text, cutOf(parts), want)
		}
	} else if parts != (iri.Parts{}) {
		return fmt.Errorf("%v %q: parts %v in spite of an error", r, text, parts)
	}
	return nil
}

// derivedLanguages are the derived languages, each with the rule that it changes.
var derivedLanguages = []struct {
	name string
	rule rule.Rule
	of   rule.Rule
}{
	{"IRIStrict", rule.IRIStrict, rule.IRI},
	{"IRIReferenceStrict", rule.IRIReferenceStrict, rule.IRIReference},
	{"IRIWithZone", rule.IRIWithZone, rule.IRI},
	{"IRIReferenceWithZone", rule.IRIReferenceWithZone, rule.IRIReference},
	{"URIWithZone", rule.URIWithZone, rule.URI},
	{"URIReferenceWithZone", rule.URIReferenceWithZone, rule.URIReference},
	{"LEIRI", rule.LEIRI, rule.IRI},
	{"LEIRIReference", rule.LEIRIReference, rule.IRIReference},
}

// derived returns the grammars of the derived languages: those of the RFCs with some rules replaced, and a rule with
// the name of the language.
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
		if d.of == rule.URI || d.of == rule.URIReference {
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

var httpLanguages = strings.Fields("origin-form absolute-form authority-form asterisk-form absolute-path partial-URI http-URI https-URI " +
	"host-field Location Referer Content-Location Link link-value method IOriginForm IAuthorityForm IHostField " +
	"BrowserOriginForm BrowserAbsoluteForm IBrowserOriginForm IBrowserAbsoluteForm")

func httpGrammar(name string) *abnf.Grammar {
	change, rules := "", newRFC3986
	switch name {
	case "http-URI", "https-URI":
		change = readFile("languages/http-uri.abnf")
	case "IOriginForm", "IAuthorityForm", "IHostField":
		change = readFile("languages/http-iri.abnf") + "IOriginForm = origin-form\nIAuthorityForm = authority-form\nIHostField = host-field\n"
		rules = newRFC3987
	case "BrowserOriginForm", "BrowserAbsoluteForm":
		change = readFile("languages/browser.abnf") + "BrowserOriginForm = origin-form\nBrowserAbsoluteForm = absolute-form\n"
	case "IBrowserOriginForm", "IBrowserAbsoluteForm":
		change = strings.ReplaceAll(readFile("languages/browser.abnf"), "\nquery      ", "\nquery-of-uri") + readFile("languages/http-iri.abnf") +
			"IBrowserOriginForm = origin-form\nIBrowserAbsoluteForm = absolute-IRI\n"
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

// The grammars that the package was compiled from.
var (
	rfc3987 = sync.OnceValue(newRFC3987)
	rfc3986 = sync.OnceValue(newRFC3986)
)

func newRFC3987() *abnf.Grammar { return readGrammar("rfc3987.abnf") }
func newRFC3986() *abnf.Grammar { return readGrammar("rfc3986.abnf") }

func readFile(name string) string {
	src, err := os.ReadFile(filepath.Join("tables", name))
	if err != nil {
		panic(err) // the tests run beside their grammars
	}
	return string(src)
}

func readGrammar(name string) *abnf.Grammar {
	g, err := abnf.ParseFile(name, []byte(readFile(name)))
	if err != nil {
		panic(err)
	}
	return g
}

func grammarOf(r rule.Rule) *abnf.Grammar {
	if g := derived()[r.String()]; g != nil {
		return g
	}
	if rfc3987().Lookup(r.String()) != nil {
		return rfc3987()
	}
	return rfc3986()
}
