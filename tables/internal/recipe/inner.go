package recipe

import "strings"

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
