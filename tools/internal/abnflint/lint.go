// Package abnflint finds what an ABNF grammar may say but hardly means: rules that are
// not needed or match nothing, alternatives that add nothing, places where quoted
// letters surprise because their case does not matter, escapes of C, surrogates, values that look like
// octets, names that two files define, core rules with another meaning, and rules whose place in a
// text is ambiguous. It also finds what has no meaning: prose, and names without a rule.
//
// What needs automata is decided by package compile, and so exactly. Where that
// takes too much the finding is that something was not checked.
package abnflint

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
)

// Finding is something that is allowed but hardly meant.
type Finding struct {
	abnf.Pos
	Rule    string // the rule in which it is; empty if Msg says enough
	Msg     string // what it is
	Witness []byte // a shortest string that shows it; nil if none is needed
}

// String returns a finding in a line such as
//
//	uri.abnf:52:12: rule path: alternative path-empty adds nothing: path-abempty before it matches all its strings
func (f Finding) String() string {
	if f.Rule == "" {
		return fmt.Sprintf("%v: %s", f.Pos, f.Msg)
	}
	return fmt.Sprintf("%v: rule %s: %s", f.Pos, f.Rule, f.Msg)
}

// Grammar returns what is found in the rules of g called own, in the order of places; the others,
// such as imported ones, are taken as they are, but that they match nothing, or look like octets.
// The rules called starts are those that are wanted; without any, the first of own and those that
// no other of own refers to. The error is that a start is not defined. What else Verify finds, and
// what could not be read, is among the findings.
//
// Every rule of own, and every alternative in it, is compiled. A finding reports what is
// not checked: what would take more than 1<<14 states, what is not regular, and all
// that is left when checking has taken fourteen times what it takes for RFC 3987,
// which is ten seconds or so.
func Grammar(g *abnf.Grammar, own, starts []string) ([]Finding, error) {
	for _, name := range slices.Concat(own, starts) {
		if g.Lookup(name) == nil {
			return nil, g.Verify(name)
		}
	}
	l := newLinter(g, own)
	l.faults()
	l.look(starts, true)
	slices.SortStableFunc(l.findings, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset))
	})
	return l.findings, nil
}

// Hints counts what Grammar finds in the rules of g called own, without what has no meaning and
// rules whose place is ambiguous. It takes no longer than to compile them, and stops after a
// sixteenth of the effort of Grammar.
func Hints(g *abnf.Grammar, own []string) int {
	l := newLinter(g, own)
	l.left = effort / 16
	l.look(nil, false)
	return l.hints
}

// look looks at all rules, and at the spans in them if that is wanted.
func (l *linter) look(starts []string, spans bool) {
	l.twice()
	l.octets()
	l.empty()
	l.reach(starts)
	for _, r := range l.own {
		l.rule = r
		l.values()
		l.escapes()
		l.letters()
		l.alternatives()
		if l.language() && spans {
			l.spans()
		}
	}
}

// linter collects findings.
type linter struct {
	*compiler
	own      []*abnf.Rule
	all      []*abnf.Rule // own, and imported ones that these refer to, without core rules
	rule     *abnf.Rule   // being looked at
	findings []Finding
	hints    int                 // how many of them report added
	barren   map[*abnf.Rule]bool // rules that match no string
	excuses  map[string]bool     // why something was not checked
	cycles   map[string]bool     // rules that refer to themselves
}

func newLinter(g *abnf.Grammar, own []string) *linter {
	l := &linter{compiler: newCompiler(g), excuses: make(map[string]bool), cycles: make(map[string]bool)}
	seen := make(map[*abnf.Rule]bool)
	for _, name := range own {
		if r := g.Lookup(name); !seen[r] {
			seen[r] = true
			l.own = append(l.own, r)
		}
	}
	l.all = slices.Clone(l.own)
	for _, r := range g.References(own...) {
		if r != nil && !seen[r] && abnf.Core().Lookup(r.Name) != r {
			seen[r] = true
			l.all = append(l.all, r)
		}
	}
	return l
}

// faults reports what has no meaning. What needs that is not checked any further.
func (l *linter) faults() {
	var names []string
	for _, r := range l.own {
		names = append(names, r.Name)
	}
	var list abnf.ErrorList
	errors.As(l.grammar.Verify(names...), &list)
	for _, e := range l.grammar.Unread() {
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	for _, e := range list {
		text := strings.TrimPrefix(e.Error(), "abnf: "+e.Pos.String()+": ")
		l.findings = append(l.findings, Finding{Pos: e.Pos, Msg: text + "; not checked, and neither is what refers to it"})
	}
}

// report adds a finding about the rule being looked at. The witness is nil if there is none.
func (l *linter) report(pos abnf.Pos, witness []byte, format string, args ...any) {
	l.hints++
	l.findings = append(l.findings, Finding{pos, l.rule.Name, fmt.Sprintf(format, args...), witness})
}
