package main

import (
	"fmt"
	"strings"

	"example.org/iri"
)

// ruleByName is [iri.RuleByName] with an error that helps.
func ruleByName(name string) (iri.Rule, error) {
	if r, ok := iri.RuleByName(name); ok {
		return r, nil
	}
	return iri.Rule{}, fmt.Errorf("unknown rule %q; did you mean %v?", name, nearest(name))
}

// nearest returns the rule whose name takes the fewest edits to get from name, the
// first of them if there are several. A name typed halfway is one edit away.
func nearest(name string) iri.Rule {
	name = strings.ToLower(name)
	var best iri.Rule
	least := -1
	for r := range iri.Rules() {
		d := 1
		if full := strings.ToLower(r.String()); full == name || !strings.HasPrefix(full, name) {
			d = distance(name, full)
		}
		if least < 0 || d < least {
			best, least = r, d
		}
	}
	return best
}

// distance counts the bytes to insert, delete or replace to get from s to t
// (Levenshtein).
func distance(s, t string) int {
	row := make([]int, len(t)+1) // row[j] is the distance of s[:i] and t[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(s) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(t) {
			replace := diagonal
			if s[i] != t[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, diagonal+1)
		}
	}
	return row[len(t)]
}
