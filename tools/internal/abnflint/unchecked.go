package abnflint

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
)

// unchecked reports why the node at pos cannot be checked, each reason once, since dependent rules have the same
// reason.
func (l *linter) unchecked(pos abnf.Pos, err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			l.unchecked(pos, err)
		}
		return
	}
	if errors.As(err, new(*abnf.Error)) {
		return // reported by faults
	}
	var cycle *compile.NotRegularError
	if errors.As(err, &cycle) && l.met(cycle.Cycle) {
		return
	}
	f := l.excuse(pos, err)
	key := f.String()
	if errors.Is(err, errEffort) {
		key = f.Msg
	}
	if !l.excuses[key] {
		l.excuses[key] = true
		l.findings = append(l.findings, f)
	}
}

// met records the rules of a cycle, and reports whether one of them was recorded before.
func (l *linter) met(cycle []string) bool {
	before := slices.ContainsFunc(cycle, func(name string) bool { return l.cycles[name] })
	for _, name := range cycle {
		l.cycles[name] = true
	}
	return before
}

// excuse returns the finding for an unchecked rule, at the position of the rule that causes it.
func (l *linter) excuse(pos abnf.Pos, err error) Finding {
	const skipped = "not checked, nor is what refers to it: "
	if cycle, ok := errors.AsType[*compile.NotRegularError](err); ok {
		why := fmt.Sprintf("it refers to itself %s (%s), which is not regular", cycle.Where, strings.Join(cycle.Cycle, " -> "))
		return Finding{Code: notChecked, Pos: cycle.Pos, Rule: cycle.Cycle[0], Msg: skipped + why}
	}
	if e, ok := errors.AsType[*compile.LimitError](err); ok {
		why := fmt.Sprintf("more than %d %s", e.Max, e.What)
		if e.Rule != l.free {
			return Finding{Code: notChecked, Pos: e.Pos, Rule: e.Rule, Msg: skipped + why}
		}
		return Finding{Code: notChecked, Pos: pos, Rule: l.rule.Name, Msg: "alternatives not checked: " + why}
	}
	if errors.Is(err, errEffort) {
		return Finding{Code: notChecked, Pos: pos, Rule: l.rule.Name, Msg: "not checked, nor is what follows: " + err.Error()}
	}
	return Finding{Code: notChecked, Pos: pos, Rule: l.rule.Name, Msg: "not checked: " + err.Error()}
}
