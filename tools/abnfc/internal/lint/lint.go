// Package lint finds what an ABNF grammar may say but hardly means: rules that are
// not needed or match nothing, alternatives that add nothing, places where quoted
// letters surprise because their case does not matter, surrogates, core rules with
// another meaning, and rules whose place in a text is ambiguous.
//
// What needs automata is decided by package compile, and so exactly. Where that
// takes too much the finding is that something was not checked.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
)

// Finding is something that is allowed but hardly meant.
type Finding struct {
	abnf.Pos
	Rule    string // the rule in which it is
	Msg     string // what it is
	Witness []byte // a shortest text that shows it; nil if none is needed
}

// String returns a finding in a line such as
//
//	uri.abnf:52:12: rule path: alternative path-empty adds nothing: path-abempty before it matches all its texts
func (f Finding) String() string {
	return fmt.Sprintf("%v: rule %s: %s", f.Pos, f.Rule, f.Msg)
}

// Grammar returns what is found in the rules of g called own, in the order of
// places; the others, such as imported ones, are taken as they are. The rules called
// starts are those that are wanted; without any, the first of own and those that
// no other of own refers to. The error is that of Verify for own and starts.
//
// Every rule of own, and every alternative in it, is compiled. A finding tells what is
// not checked: what would take more than 1<<14 states, what is not regular, and all
// that is left when checking has taken fourteen times what it takes for RFC 3987,
// which is ten seconds or so.
func Grammar(g *abnf.Grammar, own, starts []string) ([]Finding, error) {
	if err := g.Verify(slices.Concat(own, starts)...); err != nil {
		return nil, err
	}
	l := newLinter(g, own)
	l.reach(starts)
	for _, r := range l.own {
		l.rule = r
		l.values()
		l.letters()
		l.alternatives()
		if l.language() {
			l.spans()
		}
	}
	slices.SortStableFunc(l.findings, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset))
	})
	return l.findings, nil
}

// linter collects findings.
type linter struct {
	*compiler
	own      []*abnf.Rule
	rule     *abnf.Rule // being looked at
	findings []Finding
	excuses  map[string]bool // why something was not checked
	cycles   map[string]bool // rules that refer to themselves
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
	return l
}

// report adds a finding about the rule being looked at. The witness is nil if there is none.
func (l *linter) report(pos abnf.Pos, witness []byte, format string, args ...any) {
	l.findings = append(l.findings, Finding{pos, l.rule.Name, fmt.Sprintf(format, args...), witness})
}
