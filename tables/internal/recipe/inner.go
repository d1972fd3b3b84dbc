package recipe

import (
	"slices"
	"strings"
)

// Inner lists the internal languages of the library: automata without plans and contexts, which are not in package
// rule. Each group becomes a Go file of package internal/language.
var Inner = []Group{
	{Name: "inet", Recipes: inner("languages/inet.abnf", "inet-address", "inet-number", "ends-in-number")},
	{Name: "percent", Recipes: []Recipe{
		decoded("decoded"), decoded("decoded-in-query"),
		rfc3987.derive(strict, "iuserinfo"), rfc3987.derive(strict, "ireg-name"), rfc3987.derive(strict, "isegment"),
		rfc3987.derive(strict, "iquery"), rfc3987.derive(strict, "ifragment"),
	}},
	{Name: "defaults", Recipes: inner("languages/defaults.abnf", "default-port", "default-host")},
	{Name: "hostname", Recipes: inner("languages/hostname.abnf", "host-name")},
	{Name: "lint", Recipes: lint},
	{Name: "schemes", Recipes: schemes},
	{Name: "http", Recipes: guard},
}

// inner returns the recipes of rules of files A<B, in which the rules of A replace those of B.
func inner(files string, rules ...string) (list []Recipe) {
	for _, rule := range rules {
		list = append(list, Recipe{Name: rule, Rule: rule, Grammars: strings.Split(files, "<")})
	}
	return list
}

func without(files, name, rule, other string) Recipe {
	r := inner(files, rule)[0]
	r.Name, r.Without = name, files+":"+other
	return r
}

func decoded(rule string) Recipe {
	return Recipe{
		Name: rule, Rule: rule, Grammars: []string{"languages/percent.abnf", rfc3987.file},
		Without: strict.without,
	}
}

const (
	guardFiles = "languages/http.abnf<languages/bidi.abnf"
	hostFiles  = "languages/http.abnf<languages/inet.abnf<rfc3986.abnf"
)

var guard = slices.Concat(
	inner(guardFiles, "suspect", "suspect-segment", "unencoded", "ordinary-path", "encoded-slash", "encoded-backslash",
		"encoded-nul", "encoded-control", "encoded-percent", "encoded-hash", "encoded-question", "encoded-semicolon", "plain-dots"),
	[]Recipe{without(guardFiles, "encoded-dots", "has-dots", "plain-dots")},
	inner(guardFiles, "dots-at-end", "has-parameters", "some-formatting", "query-mark"),
	[]Recipe{without(hostFiles, "plain-name", "plain-name", "ends-in-number")},
	inner(hostFiles, "plain-address", "plain-port"),
)

const lintFiles = "languages/lint.abnf<languages/bidi.abnf"

var lint = slices.Concat(
	inner(lintFiles, "formatting", "bidi-isolate", "joiner", "invisible", "blank", "dot-like", "delimiter-like"),
	[]Recipe{
		without(lintFiles, "plain-units", "units", "has-flaw"),
		without(lintFiles, "plain-segment", "units", "has-path-flaw"),
		without(lintFiles, "plain-host", "units", "has-host-flaw"),
		without(lintFiles, "plain-path", "units", "has-bad-path"),
	},
	inner(lintFiles, "unit", "dns-host"),
)

var schemes = slices.Concat(
	inner("languages/schemes.abnf<../grammars/urn.abnf<"+rfc3987.file, "file-iri", "namestring", "uuid-iri", "odd-urn", "did-iri", "mailto-iri", "tag-iri", "tel-iri", "sms-iri", "geo-iri", "sip-iri", "ws-iri"),
)
