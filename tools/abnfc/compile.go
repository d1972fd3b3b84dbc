package main

import (
	"errors"
	"fmt"
	"go/token"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/codegen"
	"example.org/iri/internal/naming"
	"example.org/iri/tools/internal/abnflint"
	"example.org/iri/tools/internal/cli"
)

const compileHelp = `Writes OUT.go with functions for each rule, and OUT_test.go with a test and a fuzz target.
For a rule uri-host these are ValidURIHost, CheckURIHost (with an error), PrefixURIHost
(the longest prefix), URIHostMatcher (for streams) and, with --span, ParseURIHost.

For -o OUT.c it writes C99: OUT.c and OUT.h with OUT_valid_uri_host, OUT_check_uri_host,
OUT_parse_uri_host, and OUT_each_uri_host_SPAN for spans that repeat. For -o OUT.mjs,
OUT.js or OUT.cjs it writes JavaScript, with validURIHost, checkURIHost, parseURIHost.
OUT.mjs and OUT.js, which are ES modules, also get types, OUT.d.mts and OUT.d.ts.
OUT_test.c, OUT_test.mjs, OUT_test.js or OUT_test.cjs test them.

The comment at the top of code has the command that writes it again, without folders.

With --target re it prints a regular expression for each rule, one per line, that means the
same in RE2, PCRE and ECMAScript: to OUT or standard output. Lines that begin with "#" are
comments. By default, PCRE refuses more than 250 levels of parentheses, and an expression
that takes more than 64 KiB compiled.

Old files are replaced if they were generated. If one was not, or a rule cannot be
compiled, nothing is written. With --keep-going the other rules are written; the last
line of standard error is "compiled N rules, left out M".
`

const compileExamples = `  abnfc compile -o dates/dates.go dates.abnf
  abnfc compile -o urn/urn.go --rule namestring,NID --span NID,NSS --import rfc3986 urn.abnf
  abnfc compile -o date/date.go --rule date-time --span hour=partial-time.time-hour date.abnf
  abnfc compile -o urn.c --rule namestring --import rfc3986 urn.abnf
  abnfc compile -o http/http.go --rule Accept,ETag rfc9110
  abnfc compile --target re --rule date dates.abnf
  abnfc compile -o mail/mail.go --rule addr-spec --depth 2 rfc5322
  abnfc compile --keep-going --octets --wild -o http/http.go --import rfc3986 rfc9110.txt
`

type names []string

func (n *names) String() string { return strings.Join(*n, ",") }

func (n *names) Type() string { return "RULES" }

// Append, Replace and GetSlice implement [pflag.SliceValue], so that the flag may be repeated.
func (n *names) Append(value string) error     { return n.Set(value) }
func (n *names) Replace(values []string) error { *n = values; return nil }
func (n *names) GetSlice() []string            { return *n }

func (n *names) Set(value string) error {
	for name := range strings.SplitSeq(value, ",") {
		if name == "" {
			return errors.New("empty name")
		}
		*n = append(*n, name)
	}
	return nil
}

type spanList struct{ names }

func (l *spanList) Set(value string) error {
	for entry := range strings.SplitSeq(value, ",") {
		name, path := naming.SpanName(entry), naming.SpanPath(entry)
		if name == "" || slices.Contains(path, "") {
			return fmt.Errorf("%q is neither RULE, A.B nor NAME=A.B", entry)
		}
		if name != naming.SpanRule(entry) && !token.IsIdentifier(codegen.GoName(name)) {
			return fmt.Errorf("%q is not a Go method name", name)
		}
	}
	return l.names.Set(value)
}

type compileJob struct {
	grammarFlags
	limits                limitFlags
	grammar, out, pkg     string
	command               string // as in generated files
	rules, parts          names
	spans                 spanList
	target                target
	standalone, keepGoing bool
	prefer                preference
	depth                 depth
}

func compileCommand() *cobra.Command {
	var job compileJob
	cmd := &cobra.Command{
		Use: "compile [flags] GRAMMAR", Short: "write code or regular expressions that match the rules of a grammar",
		Long: compileHelp, Example: compileExamples, Args: takes(1, "one grammar"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := job.check(cmd.Flags()); err != nil {
				return err
			}
			job.grammar, job.command = args[0], commandLine(cmd.Flags(), args[0])
			return job.run(cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	job.register(cmd)
	job.limits.register(flags)
	flags.StringVarP(&job.out, "output", "o", "", "write to `FILE`; its ending is the language: .go, .c, .js, .mjs or .cjs")
	flags.Var(&job.target, "target", "print one expression per line: `re`, a regular expression for RE2, PCRE and ECMAScript")
	flags.StringVar(&job.pkg, "pkg", "", "Go only: `NAME` of the package (default: that of the folder of --output)")
	flags.Var(&job.rules, "rule", "compile these `RULES` (default: all rules of the file)")
	flags.Var(&job.spans, "span", "let ParseX find these `RULES`; A.B is rule B below rule A, NAME=A.B calls it NAME")
	job.prefer.register(flags)
	job.depth.register(flags)
	flags.Var(&job.parts, "part", "Go only: let errors name the innermost of these `RULES`; NAME=RULE shows RULE as NAME (default: those of --span)")
	flags.BoolVar(&job.standalone, "standalone", false, "Go only: write a package that imports only the standard library")
	flags.BoolVar(&job.keepGoing, "keep-going", false, "leave out rules that cannot be compiled")
	return cmd
}

// commandLine returns the command that writes the same files again. It omits folders, which differ between machines.
func commandLine(flags *pflag.FlagSet, grammar string) string {
	base := func(file string) string { return file[strings.LastIndexAny(file, `/\`)+1:] }
	args := append(cli.Given(flags, func(name, value string) string {
		if slices.Contains([]string{"output", "import", "override"}, name) {
			return base(value)
		}
		return value
	}), base(grammar))
	for i, arg := range args {
		if !plain.MatchString(arg) {
			args[i] = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
	}
	return "abnfc compile " + strings.Join(args, " ")
}

// plain matches words without special characters of a shell.
var plain = regexp.MustCompile(`^[A-Za-z0-9_./:=,@%+-]+$`)

func (job *compileJob) check(flags *pflag.FlagSet) (err error) {
	if job.target == "" && job.out == "" {
		return cli.Usagef("--output is missing")
	}
	if job.target == "" {
		if job.target, err = targetOf(job.out); err != nil {
			return err
		}
	}
	return job.target.check(flags, job.out)
}

func (job *compileJob) run(stdout, stderr io.Writer) error {
	g, err := job.read(job.grammar, stderr)
	if err != nil {
		return err
	}
	b, err := job.build(g, stderr)
	if e := new(codegen.NameError); errors.As(err, &e) && e.Span {
		return cli.UsageError{Err: err}
	}
	if errors.As(err, new(cli.UsageError)) { // about flags, not the grammar
		return err
	}
	if err != nil {
		return grammarError{err}
	}
	if job.keepGoing {
		b.leftOut.print(stderr)
	}
	if err := b.output(stdout); err != nil {
		return err
	}
	b.notes()
	if !job.keepGoing {
		return nil
	}
	return b.summary(stderr)
}

// output writes the files, or prints expressions without a file.
func (b *builder) output(stdout io.Writer) error {
	if b.out == "" && len(b.files) > 0 {
		_, err := stdout.Write(b.files[0].text)
		return err
	}
	for _, f := range b.files {
		if err := f.checkReplaceable(); err != nil {
			return f.fault(err)
		}
	}
	return b.grammar.writeFiles(b.files...)
}

func (b *builder) notes() {
	const large = 1_000_000
	if len(b.files) == 0 {
		return
	}
	if size := len(b.files[0].text); size > large {
		fmt.Fprintf(b.stderr, "abnfc: note: %s has %.1f MB of %s; fewer rules take less, --rule chooses those that are called\n", b.out, float64(size)/large, b.target)
	}
	hints := abnflint.Hints(b.grammar.lintInput(nil))
	for i, h := range hints {
		if i == mostHints {
			fmt.Fprintf(b.stderr, "abnfc: note: %d more hints by abnfc lint\n", len(hints)-i)
			break
		}
		fmt.Fprintf(b.stderr, "%v: note: %s\n", h.Pos, h.Text())
	}
}

// mostHints is the number of hints that compile prints. More would hide errors.
const mostHints = 12

// mostRules bounds time and memory. A rule takes at least three kilobytes of Go.
const mostRules = 4096

// resolve applies defaults and writes rule names as in the grammar. It returns the faults of rules that --keep-going
// leaves out.
func (job *compileJob) resolve(g *grammarText, unread abnf.ErrorList) (left abnf.ErrorList, err error) {
	if job.target == targetGo {
		if job.pkg, err = packageName(job.pkg, job.out); err != nil {
			return nil, err
		}
	}
	if len(job.rules) > mostRules {
		return nil, fmt.Errorf("%s: %d rules, and a file holds at most %d; choose some by --rule", job.grammar, len(job.rules), mostRules)
	}
	if left, err = job.verify(g, unread); err != nil {
		return nil, err
	}
	g.listImports(job.rules)
	for i, name := range job.rules {
		job.rules[i] = g.Lookup(name).Name
	}
	for i, entry := range job.spans.names {
		job.spans.names[i] = g.asWritten(entry)
	}
	job.rules = unique(job.rules)
	return left, g.checkSpans(job.rules, job.spans.names, "compiled")
}

// verify returns the faults of the rules. With --keep-going, it returns them as left, and an error only for rules that
// do not exist.
func (job *compileJob) verify(g *grammarText, unread abnf.ErrorList) (left abnf.ErrorList, err error) {
	names := slices.Concat(job.rules, spanRules(job.spans.names))
	if err := g.checkDefined(names...); err != nil {
		return nil, err
	}
	if !job.keepGoing {
		return nil, g.verifyAll(unread, names)
	}
	errors.As(g.Verify(names...), &left)
	return left, nil
}

func unique(list names) (once names) {
	for _, name := range list {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once
}

// packageName returns pkg or, if that is empty, the name of the folder of out.
func packageName(pkg, out string) (string, error) {
	if pkg == "" {
		folder, err := filepath.Abs(filepath.Dir(out))
		if err != nil {
			return "", err
		}
		pkg = filepath.Base(folder)
	}
	if !token.IsIdentifier(pkg) || pkg == "_" {
		return "", cli.Usagef("%q is not a Go package name; set one by --pkg", pkg)
	}
	return pkg, nil
}

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
