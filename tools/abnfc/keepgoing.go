package main

import (
	"fmt"
	"io"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/internal/cli"
)

// exclusions are the rules that are not compiled, with their faults. Without --keep-going, a fault ends the command.
type exclusions struct {
	grammar *grammarText
	faults  faultList
	faulty  map[*abnf.Rule]bool // with a fault that also affects dependent rules
	lines   []string            // one for each rule
	unread  int                 // number of rules that --wild could not read
}

// newExclusions returns exclusions with the faults that Verify found in rules and their dependencies, and with the
// faults of unreadable rules.
func newExclusions(g *grammarText, rules []string, list, unread abnf.ErrorList) *exclusions {
	x := &exclusions{grammar: g, faulty: make(map[*abnf.Rule]bool), unread: len(unread)}
	at := make(map[abnf.Pos]bool)
	for _, e := range slices.Concat(unread, list) {
		x.faults.add(e)
		if e.Undefined == "" { // excludeFaulty handles undefined names
			at[e.Pos] = true
		}
	}
	if len(at) > 0 {
		x.findFaulty(rules, func(pos abnf.Pos) bool { return at[pos] })
	}
	return x
}

// findFaulty marks the rules, and their dependencies, that contain one of the places.
func (x *exclusions) findFaulty(rules []string, isPlace func(abnf.Pos) bool) {
	seen := make(map[*abnf.Rule]bool)
	visit := func(r *abnf.Rule) {
		if r != nil && !seen[r] {
			seen[r] = true
			x.faulty[r] = x.faulty[r] || containsPlace(r, isPlace)
		}
	}
	for _, name := range rules {
		visit(x.grammar.Lookup(name))
	}
	for _, r := range x.grammar.References(rules...) {
		visit(r)
	}
}

func containsPlace(r *abnf.Rule, isPlace func(abnf.Pos) bool) bool {
	if isPlace(r.Pos) {
		return true
	}
	for n := range abnf.All(r.Body) {
		if isPlace(n.Position()) {
			return true
		}
	}
	return false
}

// excludeFaulty excludes a rule that is faulty, or needs a rule that is faulty, undefined or unreadable. It reports
// whether it has excluded the rule.
func (x *exclusions) excludeFaulty(rule string) bool {
	if r := x.grammar.Lookup(rule); x.faulty[r] {
		x.exclude(r, "")
		return true
	}
	for ref, to := range x.grammar.References(rule) {
		if to == nil || x.faulty[to] || x.grammar.isUnread(ref) {
			x.exclude(x.grammar.Lookup(rule), ref.Name)
			return true
		}
	}
	return false
}

// add excludes a rule for a fault that affects no other rule.
func (x *exclusions) add(rule string, err error) {
	x.faults.add(err)
	x.exclude(x.grammar.Lookup(rule), "")
}

// addLanguage excludes a rule that cannot be compiled, and marks the rules with the fault.
func (x *exclusions) addLanguage(rule string, err error) {
	x.faults.add(err)
	at := make(map[abnf.Pos]bool)
	for _, fault := range faults(err) {
		if e, ok := fault.(placed); ok {
			at[e.Position()] = true
		}
	}
	x.findFaulty([]string{rule}, func(pos abnf.Pos) bool { return at[pos] })
	if !x.excludeFaulty(rule) {
		x.exclude(x.grammar.Lookup(rule), "")
	}
}

// exclude records the exclusion of a rule, because of itself or of the rule cause.
func (x *exclusions) exclude(r *abnf.Rule, cause string) {
	line := fmt.Sprintf("%v: rule %s is left out", r.Pos, r.Name)
	if cause != "" {
		line += ": it needs " + cause
	}
	x.lines = append(x.lines, line)
}

func (x *exclusions) print(w io.Writer) {
	printFaults(w, x.faults.errs)
	for _, line := range x.lines {
		fmt.Fprintln(w, line)
	}
}

// summary prints the numbers of compiled and excluded rules. It returns ErrInvalid if no rule was compiled.
func (b *builder) summary(w io.Writer) error {
	fmt.Fprintf(w, "compiled %d rules, left out %d\n", len(b.file.Rules), len(b.leftOut.lines)+b.leftOut.unread)
	if len(b.file.Rules) == 0 {
		return cli.ErrInvalid
	}
	return nil
}
