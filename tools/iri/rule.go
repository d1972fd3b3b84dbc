package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
)

// ruleByName is [rule.ByName] with an error that helps.
func ruleByName(name string) (rule.Rule, error) {
	if r, ok := rule.ByName(name); ok {
		return r, nil
	}
	if r, edits := nearest(name); edits <= max(1, len(name)/4) {
		return rule.Rule{}, fmt.Errorf("unknown rule %q; did you mean %v?", name, r)
	}
	return rule.Rule{}, fmt.Errorf("unknown rule %q; iri check --help lists the rules", name)
}

// languageOf returns the language of a rule.
func languageOf(r rule.Rule) *uri.Language {
	for _, l := range language.All() {
		if l.Name == r.String() {
			return l
		}
	}
	return nil
}

// completeRule lists the names of rules for a shell.
func completeRule(*cobra.Command, []string, string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
	for r := range rule.All() {
		names = append(names, r.String())
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// nearest returns the rule whose name takes the fewest edits to get from name, the
// first of them if there are several, and how many. A name typed halfway is one edit away.
func nearest(name string) (best rule.Rule, least int) {
	name = strings.ToLower(name)
	least = -1
	for r := range rule.All() {
		d := 1
		if full := strings.ToLower(r.String()); full == name || !strings.HasPrefix(full, name) {
			d = cli.Distance(name, full)
		}
		if least < 0 || d < least {
			best, least = r, d
		}
	}
	return best, least
}
