// Package abnflint finds what an ABNF grammar may say but hardly means: rules that are
// not needed or match nothing, alternatives that add nothing, places where quoted
// letters surprise because their case does not matter, lines that end a rule elsewhere, escapes of C, surrogates, values that look like
// octets, names that two files define, core rules with another meaning, and rules whose place in a
// text is ambiguous. It also finds what has no meaning: prose, and names without a rule.
//
// What needs automata is decided by package compile, and so exactly. Where that
// takes too much the finding is that something was not checked.
package abnflint

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
	Code    string // what kind of finding it is; see Codes
	Rule    string // the rule in which it is; empty if Msg says enough
	Msg     string // what it is
	Witness []byte // a shortest string that shows it; nil if none is needed
}

// String returns a finding in a line such as
//
//	uri.abnf:52:12: rule path: alternative path-empty adds nothing: path-abempty before it matches all its strings
func (f Finding) String() string {
	return fmt.Sprintf("%v: %s", f.Pos, f.Text())
}

// Text returns a finding without its place.
func (f Finding) Text() string {
	if f.Rule == "" {
		return f.Msg
	}
	return fmt.Sprintf("rule %s: %s", f.Rule, f.Msg)
}

// Input is a grammar to be checked.
type Input struct {
	*abnf.Grammar
	Own    []string       // the rules to be checked
	Starts []string       // the rules that are wanted; default: the first of Own, and those that no other of Own refers to
	Hidden []Hidden       // rules of imported grammars with the names of others
	Faults abnf.ErrorList // what keeps rules from being compiled
	Text   []byte         // that Own was read from as it is; nil if it was repaired
}

// Hidden is a rule of an imported grammar whose name stands for another rule.
type Hidden struct{ Rule, Instead *abnf.Rule }

// Grammar returns what is found in the rules of Own, in the order of places; the others, such as
// imported ones, are taken as they are, but that they match nothing, or look like octets. The error
// is that a start is not defined. Faults are among the findings.
//
// Every rule of Own, and every alternative in it, is compiled. A finding reports what is
// not checked: what would take more than 1<<14 states, what is not regular, and all
// that is left when checking has taken fourteen times what it takes for RFC 3987,
// which is ten seconds or so.
func Grammar(in *Input) ([]Finding, error) {
	for _, name := range slices.Concat(in.Own, in.Starts) {
		if in.Lookup(name) == nil {
			return nil, in.Verify(name)
		}
	}
	l := newLinter(in)
	l.faults()
	l.look(in.Starts, true)
	return l.sorted(), nil
}

// Hints returns what Grammar finds in the rules of Own, without what has no meaning, what is not checked, and rules whose
// place is ambiguous. It takes no longer than to compile them, and stops after a sixteenth of the effort of Grammar.
func Hints(in *Input) []Finding {
	l := newLinter(in)
	l.left = effort / 16
	l.look(nil, false)
	return slices.DeleteFunc(l.sorted(), func(f Finding) bool { return f.Code == notChecked })
}

// sorted returns the findings in the order of their places.
func (l *linter) sorted() []Finding {
	slices.SortStableFunc(l.findings, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset))
	})
	return l.findings
}

// look looks at all rules, and at the spans in them if that is wanted.
func (l *linter) look(starts []string, spans bool) {
	l.twice()
	l.continuations()
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
	input    *Input
	own      []*abnf.Rule
	all      []*abnf.Rule // own, and imported ones that these refer to, without core rules
	rule     *abnf.Rule   // being looked at
	findings []Finding
	barren   map[*abnf.Rule]bool // rules that match no string
	excuses  map[string]bool     // why something was not checked
	cycles   map[string]bool     // rules that refer to themselves
}

func newLinter(in *Input) *linter {
	g, own := in.Grammar, in.Own
	l := &linter{compiler: newCompiler(g), input: in, excuses: make(map[string]bool), cycles: make(map[string]bool)}
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
	for _, e := range l.input.Faults {
		f := Fault(e)
		f.Msg += "; not checked, and neither is what refers to it"
		l.findings = append(l.findings, f)
	}
}

// Fault returns an error as a finding.
func Fault(e *abnf.Error) Finding {
	return Finding{Code: invalid, Pos: e.Pos, Msg: strings.TrimPrefix(e.Error(), "abnf: "+e.Pos.String()+": ")}
}

// report adds a finding about the rule being looked at. The witness is nil if there is none.
func (l *linter) report(code string, pos abnf.Pos, witness []byte, format string, args ...any) {
	l.findings = append(l.findings, Finding{pos, code, l.rule.Name, fmt.Sprintf(format, args...), witness})
}

// Codes of findings.
const (
	invalid    = "invalid"
	unused     = "unused-rule"
	empty      = "empty-rule"
	redundant  = "redundant-alternative"
	duplicate  = "duplicate-name"
	coreRule   = "core-rule"
	blankLine  = "blank-line"
	letterCase = "letter-case"
	escapeOfC  = "escape"
	octets     = "octets"
	surrogate  = "surrogate"
	ambiguous  = "ambiguous-span"
	notChecked = "not-checked"
)

// Codes lists the codes of findings, and what they mean.
var Codes = []struct{ Name, Text string }{
	{invalid, "something that cannot be compiled"},
	{unused, "a rule that the start rules do not need"},
	{empty, "a rule that matches no string, or only the empty one"},
	{redundant, "an alternative whose strings all match others before it"},
	{duplicate, "a name that two grammars define"},
	{coreRule, "a core rule with another meaning"},
	{blankLine, "a line that continues a rule below an empty line, or below a comment that is not indented"},
	{letterCase, "a string that ignores case beside one that does not"},
	{escapeOfC, "an escape of another notation in a string"},
	{octets, "a value that looks like octets and is read as characters"},
	{surrogate, "a surrogate, which no string contains"},
	{ambiguous, "a rule whose place in a string is ambiguous, so that it cannot be a span"},
	{notChecked, "something that takes too much to be checked, or is not regular"},
}

// Severity returns "error" if something cannot be compiled, "note" if it was not checked or is a matter of spans only, and
// otherwise "warning".
func (f Finding) Severity() string {
	switch f.Code {
	case invalid:
		return "error"
	case notChecked, ambiguous:
		return "note"
	}
	return "warning"
}

// references lists where r refers to other rules and to itself, the first place for each. Names
// without a rule are not among them.
func (l *linter) references(r *abnf.Rule) []*abnf.RuleRef {
	var list []*abnf.RuleRef
	seen := make(map[*abnf.Rule]bool)
	for n := range abnf.All(r.Body) {
		if ref, ok := n.(*abnf.RuleRef); ok && l.target(ref) != nil && !seen[l.target(ref)] {
			seen[l.target(ref)] = true
			list = append(list, ref)
		}
	}
	return list
}

// target returns the rule that ref refers to.
func (l *linter) target(ref *abnf.RuleRef) *abnf.Rule { return l.grammar.Target(ref) }

// shorten shortens an element to a length that fits a message.
func shorten(n abnf.Node) string {
	const most = 40
	text := n.String()
	if len(text) > most {
		return text[:most-3] + "..."
	}
	return text
}
