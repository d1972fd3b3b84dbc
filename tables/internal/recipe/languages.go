package recipe

import (
	"fmt"
	"slices"
	"strings"
)

// family is the common part of the rules for whole references in one RFC. The rules of RFC 3987 have the names of RFC
// 3986 after an i.
type family struct {
	file, section string // of the grammar, and of its RFC
	wholes        []string
	rules         Rules
}

var (
	rfc3987 = family{
		file: "rfc3987.abnf", section: "RFC 3987, section 2.2",
		wholes: []string{"IRI", "IRI-reference", "absolute-IRI", "irelative-ref"},
		rules:  Rules{"ihier-part", "iauthority", "ihost", "port", "ipath-abempty", "iquery", "ifragment"},
	}
	rfc3986 = family{
		file: "rfc3986.abnf", section: "RFC 3986, appendix A",
		wholes: []string{"URI", "URI-reference", "absolute-URI", "relative-ref"},
		rules:  Rules{"hier-part", "authority", "host", "port", "path-abempty", "query", "fragment"},
	}
)

// HTTP: URIs in RFC 9112, RFC 9110 and RFC 8288.
var http = []Recipe{
	httpRule("origin-form", Targets, "RFC 9112, section 3.2.1. Its Parts have a path, and maybe a query").like("partial-URI").beyond("IOriginForm"),
	httpRule("absolute-form", References, "RFC 9112, section 3.2.2: an absolute-URI").fast().beyond("absolute-IRI"),
	httpRule("authority-form", Authorities, "RFC 9112, section 3.2.3. Its Parts have an authority, with a host and a port").
		like("partial-URI").beyond("IAuthorityForm"),
	httpRule("asterisk-form", Others, "RFC 9112, section 3.2.4"),
	httpRule("absolute-path", Others, "RFC 9110, section 4.1"),
	httpRule("partial-URI", References, "RFC 9110, section 4.1: a relative-ref without fragment").fast(),
	web("http-URI", "RFC 9110, section 4.2.1"),
	web("https-URI", "RFC 9110, section 4.2.2"),
	httpRule("host-field", Authorities, "RFC 9110, section 7.2, where it is called Host. Its Parts have an authority, with a "+
		"host and maybe a port; an empty string has the zero Parts").like("partial-URI").beyond("IHostField"),
	httpRule("Location", References, "RFC 9110, section 10.2.2: a URI-reference").fast().beyond("IRI-reference"),
	httpRule("Referer", References, "RFC 9110, section 10.1.3: an absolute-URI or partial-URI").fast(),
	httpRule("Content-Location", References, "RFC 9110, section 8.7: an absolute-URI or partial-URI").fast(),
	httpRule("Link", Others, "RFC 8288, section 3: the whole field, with a URI-reference in each link-value").mixed(),
	httpRule("link-value", Others, "RFC 8288, section 3").mixed(),
	httpRule("method", Others, "RFC 9110, section 9.1"),
	international("origin-form", Targets).like("irelative-ref"),
	international("authority-form", Authorities).like("irelative-ref"),
	international("host-field", Authorities).like("irelative-ref"),
	browser("origin-form", Targets).like("partial-URI").beyond("IBrowserOriginForm"),
	browser("absolute-form", References).like("absolute-form").beyond("IBrowserAbsoluteForm"),
	{
		Name: "IBrowserOriginForm", Rule: "origin-form", Shape: Targets, Rules: rfc3987.rules, Like: "irelative-ref",
		Grammars: []string{"languages/http-iri.abnf", "languages/browser.abnf", "rfc9112.abnf", rfc3987.file},
		Doc:      "HTTP does not allow these characters; some clients send them.",
	},
	{
		Name: "IBrowserAbsoluteForm", Rule: "absolute-IRI", Shape: References, Rules: rfc3987.rules, Like: "absolute-IRI",
		Grammars: []string{"languages/browser.abnf", rfc3987.file},
		Doc:      "HTTP does not allow these characters; some clients send them.",
	},
}

func httpRule(rule string, shape Shape, doc string) Recipe {
	return Recipe{
		Name: rule, Rule: rule, Grammars: []string{"rfc9112.abnf", rfc3986.file},
		Shape: shape, Rules: shape.rules(&rfc3986),
		Doc: fmt.Sprintf("It is rule %s of %s.", rule, doc),
	}
}

// rules returns the rules of the components for a shape. An authority begins with its host, so only the port has an
// offset.
func (s Shape) rules(f *family) (list Rules) {
	switch s {
	case References, Targets:
		return f.rules
	case Authorities:
		list[port] = f.rules[port]
	}
	return list
}

func (r Recipe) fast() Recipe {
	r.Fast = true
	return r
}

func (r Recipe) like(name string) Recipe {
	r.Like = name
	return r
}

func (r Recipe) beyond(name string) Recipe {
	r.Beyond = name
	return r
}

func (r Recipe) mixed() Recipe {
	r.Mixed = true
	return r
}

func web(rule, section string) Recipe {
	r := httpRule(rule, References, section+", whose prose forbids an empty host")
	r.Grammars = slices.Insert(r.Grammars, 0, "languages/http-uri.abnf")
	r.Rules[hier] = "http-part"
	r.WithHost = true
	return r.like("absolute-form")
}

func international(rule string, shape Shape) Recipe {
	return Recipe{
		Name: "I" + GoName(rule), Rule: rule, Grammars: []string{"languages/http-iri.abnf", "rfc9112.abnf", rfc3987.file},
		Shape: shape, Rules: shape.rules(&rfc3987),
		Doc: "HTTP does not allow these characters; some clients send them.",
	}
}

func browser(rule string, shape Shape) Recipe {
	r := httpRule(rule, shape, "")
	r.Name, r.Grammars = "Browser"+GoName(rule), slices.Insert(r.Grammars, 0, "languages/browser.abnf")
	r.Doc = fmt.Sprintf("It is %s with what the URL Standard does not encode: [ ] | ^ in paths; [ ] { } | \\ ^ ` and "+
		"%% without two hexadecimal digits in queries.", GoName(rule))
	return r
}

// Derived languages, with files in folder languages.
var (
	strict = variant{suffix: "Strict", without: "languages/bidi.abnf:has-formatting",
		doc: "RFC 3987, section 4.1, forbids these in prose, not in its grammar: U+200E, U+200F, U+202A to U+202E."}
	zone = variant{suffix: "WithZone", with: "languages/zone.abnf",
		doc: "RFC 6874 defined zone identifiers, as in http://[fe80::1%25en1]/; RFC 9844 obsoletes RFC 6874."}
	leiri = variant{with: "languages/leiri.abnf",
		doc: "A W3C Note calls it a legacy extended IRI: nearly every character that is not an ASCII delimiter " +
			"is allowed where IRIs allow non-ASCII characters, spaces and controls included."}

	derived = []Recipe{
		rfc3987.derive(strict, "IRI"),
		rfc3987.derive(strict, "IRI-reference"),
		rfc3987.derive(zone, "IRI"),
		rfc3987.derive(zone, "IRI-reference"),
		rfc3986.derive(zone, "URI"),
		rfc3986.derive(zone, "URI-reference"),
		rfc3987.derive(leiri, "IRI").as("LEIRI"),
		rfc3987.derive(leiri, "IRI-reference").as("LEIRIReference"),
	}
)

// Foremost reports whether most users of package rule want a language; its documentation begins with these.
func Foremost(name string) bool {
	switch name {
	case "IRI", "IRI-reference", "absolute-IRI", "URI", "URI-reference", "absolute-URI", "IRIStrict", "IRIReferenceStrict",
		"URIWithZone", "URIReferenceWithZone", "http-URI", "https-URI":
		return true
	}
	return false
}

// First lists the rules of RFC 3987 and RFC 5234 that errors name in place of the bytes that may follow.
var First = []string{
	"iunreserved", "unreserved", "pct-encoded", "sub-delims", "gen-delims", "iprivate", "ucschar", "ALPHA", "DIGIT", "HEXDIG",
}

// Delimiters lists the delimiters of scheme, authority, userinfo, query and fragment for the plans of fast paths, which
// are proved.
const Delimiters = ":/@?#"

type variant struct {
	suffix  string // appended to the name
	with    string // file of rules that replace the rules of the grammar
	without string // language that is subtracted
	doc     string
}

func (f *family) derive(v variant, rule string) Recipe {
	r := f.recipe(rule)
	r.Name = GoName(rule) + v.suffix
	if v.with != "" {
		r.Grammars = []string{v.with, f.file}
	}
	r.Without, r.Doc = v.without, v.doc
	if r.Beyond != "" {
		r.Beyond = GoName(r.Beyond) + v.suffix
	}
	return r
}

func (r Recipe) as(name string) Recipe {
	r.Name = name
	return r
}

func (f *family) recipe(rule string) Recipe {
	r := Recipe{Name: rule, Rule: rule, Grammars: []string{f.file}, Doc: fmt.Sprintf("It is rule %s of %s.", rule, f.section)}
	for _, whole := range f.wholes {
		if rule == whole {
			r.Rules, r.Shape, r.Fast = f.rules, References, true
		}
	}
	if f == &rfc3986 {
		r.Beyond = internationalized(rule)
	}
	return r
}

func internationalized(rule string) string {
	if before, after, found := strings.Cut(rule, "URI"); found {
		return before + "IRI" + after
	}
	return "i" + rule
}

// Groups lists the languages: the rules of RFC 3987 in the order of its grammar, the other rules of RFC 3986, the
// derived languages, and HTTP. It reads grammars in folder dir.
func Groups(dir string) ([]Group, error) {
	groups := []Group{{Name: "rfc3987"}, {Name: "rfc3986"}, {Name: "derived", Recipes: derived}, {Name: "rfc9112", Recipes: http}}
	known := make(map[string]int) // index of a rule in the first group
	for i, f := range []*family{&rfc3987, &rfc3986} {
		g, err := read(dir, f.file)
		if err != nil {
			return nil, err
		}
		for rule := range g.Rules() {
			name := strings.ToLower(rule.Name)
			if k, shared := known[name]; shared {
				groups[0].Recipes[k].Doc = fmt.Sprintf("It is rule %s of %s, and of %s.", rule.Name, rfc3987.section, rfc3986.section)
				continue
			}
			if i == 0 {
				known[name] = len(groups[0].Recipes)
			}
			groups[i].Recipes = append(groups[i].Recipes, f.recipe(rule.Name))
		}
	}
	return groups, nil
}
