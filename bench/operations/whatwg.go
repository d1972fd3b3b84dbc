package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"example.org/iri"
)

// A urlCase is an object of urltestdata.json of the web platform tests. The strings between them
// are comments.
type urlCase struct {
	Input, Href string
	Base        *string
	Failure     bool
}

// A class is the cases in which the standards agree or differ in one way.
type class struct {
	cases   int
	example string
}

// The classes, in the order in which they are printed.
const (
	bothRefuse = iota
	sameText
	sameNormal
	opaqueBase
	whatwgRefuses
	weRefuse
	authorityDiffers
	hostDiffers
	userinfoDiffers
	portDiffers
	pathDiffers
	queryDiffers
)

var classNames = [...]string{
	bothRefuse:       "refused by both",
	sameText:         "same text",
	sameNormal:       "same URI in normal form (`rfc3986-6.2.3`)",
	opaqueBase:       "only here: base with a path that WHATWG calls opaque",
	whatwgRefuses:    "only here: host or port that WHATWG refuses",
	weRefuse:         "only WHATWG: repaired, or no IRI reference",
	authorityDiffers: "authority where RFC 3986 has none, or an empty one",
	hostDiffers:      "host: IDNA, numbers as addresses, shorter addresses, `localhost` of `file`",
	userinfoDiffers:  "userinfo: empty parts dropped",
	portDiffers:      "port: leading zeros dropped",
	pathDiffers:      "path: drive letters, dots encoded or in a base",
	queryDiffers:     "query or fragment: `'` encoded",
}

// whatwg resolves the cases of a file and prints how the results differ from those of browsers, as
// a table in Markdown.
func whatwg(file string, w io.Writer) error {
	cases, err := readURLCases(file)
	if err != nil {
		return err
	}
	var classes [len(classNames)]class
	for _, c := range cases {
		target := c.resolve()
		k := &classes[c.class(target)]
		k.cases++
		if example := c.example(target); k.example == "" && legible(example) {
			k.example = example
		}
	}
	fmt.Fprint(w, "| class | cases | base + reference = here, WHATWG |\n|---|--:|---|\n")
	for k, name := range classNames {
		fmt.Fprintf(w, "| %s | %d | %s |\n", name, classes[k].cases, classes[k].example)
	}
	_, err = fmt.Fprintf(w, "| all | %d | |\n", len(cases))
	return err
}

func readURLCases(file string) ([]urlCase, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var entries []json.RawMessage
	if err := json.Unmarshal(data, &entries); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var cases []urlCase
	for _, entry := range entries {
		var c urlCase
		if entry[0] != '{' {
			continue
		}
		if err := json.Unmarshal(entry, &c); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// resolve returns the target, the zero IRI if a text is not valid. What has no base is an IRI, which
// has the same target whatever the base.
func (c *urlCase) resolve() iri.IRI {
	r, err := iri.ParseReference(c.Input)
	if err != nil {
		return iri.IRI{}
	}
	base, ok := r.IRI()
	if c.Base != nil {
		base, err = iri.Parse(*c.Base)
		ok = err == nil
	}
	if !ok {
		return iri.IRI{}
	}
	return base.Resolve(r)
}

// class compares a target with what WHATWG's standard has.
func (c *urlCase) class(target iri.IRI) int {
	switch {
	case target.IsZero() && c.Failure:
		return bothRefuse
	case target.IsZero():
		return weRefuse
	case c.Failure && c.hasOpaqueBase():
		return opaqueBase
	case c.Failure:
		return whatwgRefuses
	case target.String() == c.Href:
		return sameText
	}
	here := target.ToURI().Normalize(iri.LevelURIScheme)
	href, err := iri.Parse(c.Href)
	if err != nil {
		return weRefuse
	}
	return firstDifference(here, href.Normalize(iri.LevelURIScheme))
}

func (c *urlCase) hasOpaqueBase() bool {
	if c.Base == nil {
		return false
	}
	base, _ := iri.Parse(*c.Base)
	_, authority := base.Authority()
	return !authority && !strings.HasPrefix(base.Path(), "/")
}

// firstDifference returns the class of two IRIs by the first component that differs.
func firstDifference(x, y iri.IRI) int {
	if x == y {
		return sameNormal
	}
	xAuthority, xHas := x.Authority()
	yAuthority, yHas := y.Authority()
	if xHas != yHas || xAuthority == "" != (yAuthority == "") && x.HasScheme("http") {
		return authorityDiffers
	}
	for k, component := range []func(iri.IRI) (string, bool){iri.IRI.Host, iri.IRI.Userinfo, iri.IRI.Port, path} {
		xText, xHas := component(x)
		yText, yHas := component(y)
		if xText != yText || xHas != yHas {
			return hostDiffers + k
		}
	}
	return queryDiffers
}

func path(x iri.IRI) (string, bool) { return x.Path(), true }

// example returns a case as a cell of the table.
func (c *urlCase) example(target iri.IRI) string {
	text := fmt.Sprintf("`%s`", c.Input)
	if c.Base != nil {
		text = fmt.Sprintf("`%s` + %s", *c.Base, text)
	}
	return fmt.Sprintf("%s = %s, %s", text, orDash(target.String()), orDash(c.Href))
}

// legible reports whether a text can stand in a cell and be read there.
func legible(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return c == '|' || !strconv.IsPrint(c) })
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return "`" + text + "`"
}
