// Package abnflint finds probable mistakes in ABNF grammars: unneeded and empty rules, redundant alternatives, mixed
// letter case, lines that other programs read as the end of a rule, escapes of C, surrogates, values that look like
// octets, names defined by two files, redefined core rules, and rules whose position in a string is ambiguous. It also
// finds prose and undefined names.
//
// Automata compare the strings of rules and alternatives exactly. A finding reports what would take too much work.
package abnflint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/iri/compile/abnf"
)

// Finding is a probable mistake.
type Finding struct {
	abnf.Pos
	Code    string // one of Codes
	Rule    string // the rule that contains it, or ""
	Msg     string // what it is
	Witness []byte // a shortest string that shows it, or nil
}

// String returns a line such as
//
//	uri.abnf:52:12: rule path: alternative path-empty adds nothing: path-abempty before it matches all its strings
func (f Finding) String() string {
	return fmt.Sprintf("%v: %s", f.Pos, f.Text())
}

// Text returns a finding without its position.
func (f Finding) Text() string {
	if f.Rule == "" {
		return f.Msg
	}
	return fmt.Sprintf("rule %s: %s", f.Rule, f.Msg)
}

// Input is a grammar to check.
type Input struct {
	*abnf.Grammar
	Own    []string       // names of the rules to check
	Starts []string       // names of the start rules; default: the first of Own, and those that no other rule of Own refers to
	Hidden []Hidden       // rules of imported grammars with the name of another rule
	Faults abnf.ErrorList // errors that prevent compilation
	Text   []byte         // original text of Own; nil if it was repaired before parsing
}

// Hidden is an imported rule that another rule of the same name replaces.
type Hidden struct{ Rule, Instead *abnf.Rule }

// Grammar returns the findings in the rules of Own, including Faults, ordered by position. Of other rules, it only
// reports that they match nothing or look like octets. It returns an error if a name in Own or Starts is undefined.
//
// Grammar compiles every rule of Own and every alternative in it. A finding reports rules that are not checked: those
// that are not regular or need more than 1<<14 states, and all that remain after about sixteen times the work for RFC
// 3987, or about ten seconds.
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

// Hints returns the findings of Grammar, except for faults, unchecked rules and ambiguous positions. It stops after a
// sixteenth of the effort of Grammar.
func Hints(in *Input) []Finding {
	l := newLinter(in)
	l.effortLeft = effort / 16
	l.look(nil, false)
	return slices.DeleteFunc(l.sorted(), func(f Finding) bool { return f.Code == notChecked })
}

func (l *linter) sorted() []Finding {
	slices.SortStableFunc(l.findings, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset))
	})
	return l.findings
}

// look checks all rules, and whether references can be spans if spans is set.
func (l *linter) look(starts []string, spans bool) {
	l.checkDuplicates()
	l.checkContinuations()
	l.checkOctets()
	l.checkEmpty()
	l.checkUnused(starts)
	for _, r := range l.own {
		l.rule = r
		l.checkSurrogates()
		l.checkEscapes()
		l.checkLetterCase()
		l.checkAlternatives()
		if l.checkLanguage() && spans {
			l.checkSpans()
		}
	}
}

type linter struct {
	*compiler
	input    *Input
	own      []*abnf.Rule
	all      []*abnf.Rule // own, and imported rules that these refer to, without core rules
	rule     *abnf.Rule   // the current rule
	findings []Finding
	barren   map[*abnf.Rule]bool // rules that match no string
	excuses  map[string]bool     // reported reasons for not checking
	cycles   map[string]bool     // rules already reported as part of a cycle
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

// faults reports errors that prevent compilation. Rules that depend on them are not checked further.
func (l *linter) faults() {
	for _, e := range l.input.Faults {
		f := Fault(e)
		f.Msg += "; not checked, nor is what refers to it"
		l.findings = append(l.findings, f)
	}
}

func Fault(e *abnf.Error) Finding {
	return Finding{Code: invalid, Pos: e.Pos, Msg: strings.TrimPrefix(e.Error(), "abnf: "+e.Pos.String()+": ")}
}

func (l *linter) report(code string, pos abnf.Pos, witness []byte, format string, args ...any) {
	l.findings = append(l.findings, Finding{pos, code, l.rule.Name, fmt.Sprintf(format, args...), witness})
}

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

// Codes lists the codes of findings with their descriptions.
var Codes = []struct{ Name, Text string }{
	{invalid, "something that cannot be compiled"},
	{unused, "a rule that the start rules do not need"},
	{empty, "a rule that matches no string, or only the empty one"},
	{redundant, "an alternative that adds no string to those before it"},
	{duplicate, "a name that two grammars define"},
	{coreRule, "a core rule with another meaning"},
	{blankLine, "a line that continues a rule below an empty line, or below a comment that is not indented"},
	{letterCase, "a string that ignores case beside one that does not"},
	{escapeOfC, "an escape of C in a string"},
	{octets, "a value that looks like octets and is read as characters"},
	{surrogate, "a surrogate, which no string contains"},
	{ambiguous, "a rule whose place in a string is ambiguous, so that it cannot be a span"},
	{notChecked, "something that is not regular, or too complex to be checked"},
}

// Severity returns "error" for rules that cannot be compiled, "note" for unchecked rules and ambiguous spans, and
// "warning" otherwise.
func (f Finding) Severity() string {
	switch f.Code {
	case invalid:
		return "error"
	case notChecked, ambiguous:
		return "note"
	}
	return "warning"
}

// references returns the first reference in r to each defined rule, including r itself.
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

func (l *linter) target(ref *abnf.RuleRef) *abnf.Rule { return l.grammar.Target(ref) }

func shorten(n abnf.Node) string {
	const most = 40
	text := n.String()
	if len(text) > most {
		return text[:most-3] + "..."
	}
	return text
}
