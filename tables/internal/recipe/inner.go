package recipe

// Inner lists the languages that the library needs for itself: automata without plans and contexts,
// which package rule does not have. A group becomes a Go file of package internal/language.
var Inner = []Group{
	{Name: "inet", Recipes: inner("languages/inet.abnf", "inet-address", "inet-number", "inet-nothing", "ends-in-number")},
}

// inner returns the recipes of rules of a file.
func inner(file string, rules ...string) (list []Recipe) {
	for _, rule := range rules {
		list = append(list, Recipe{Name: rule, Rule: rule, Grammars: []string{file}})
	}
	return list
}
