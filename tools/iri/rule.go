package main

import (
	"fmt"
	"strings"

	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
)

// ruleByName is [rule.ByName] with a helpful error.
func ruleByName(name string) (rule.Rule, error) {
	if r, ok := rule.ByName(name); ok {
		return r, nil
	}
	if near := cli.Suggest(name, ruleNames()); len(near) > 0 {
		return rule.Rule{}, fmt.Errorf("unknown rule %q; did you mean %s?", name, strings.Join(near[:min(len(near), 5)], " or "))
	}
	return rule.Rule{}, fmt.Errorf("unknown rule %q; iri help rules lists the rules", name)
}

func ruleNames() (names []string) {
	for r := range rule.All() {
		names = append(names, r.String())
	}
	return names
}
