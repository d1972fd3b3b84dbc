package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/compiler/machine"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/show"
	"example.org/iri/tools/internal/unroll"
)

type limitFlags struct{ states int }

func (f *limitFlags) register(flags *pflag.FlagSet) {
	flags.IntVar(&f.states, "max-states", 0, "limit the states of the DFA before it is minimized to `N` (default 65536)")
}

func (f *limitFlags) options() *compile.Options {
	return &compile.Options{MaxStates: f.states}
}

// limitHints maps limits without a flag to the remedy when they are exceeded.
var limitHints = map[string]string{
	machine.Spans:        "compile the rule more than once, each time with some of the spans",
	machine.Parts:        "name fewer rules by --part",
	machine.Cells:        "simplify the rule, or compile the rules in it instead",
	machine.Minimal:      "simplify the rule, or compile the rules in it instead",
	machine.Row:          "compile the rule with fewer spans",
	machine.Events:       "compile the rule with fewer spans, or with rules around them",
	machine.TagRegisters: "compile the rule with fewer spans, or with rules around them",
	machine.Registers:    "compile the rule with fewer spans",
	machine.Places:       "compile the rule with fewer spans",
}

// limitHint returns the flag of an exceeded limit, as " (--max-states)", or another hint.
func limitHint(e *compile.LimitError) string {
	switch hint := limitHints[e.What]; {
	case hint != "":
		return " (" + hint + ")"
	case e.Option != "MaxStates":
		return ""
	case e.What == machine.Work:
		return " (256 times --max-states)"
	case e.What != machine.States: // states of the NFA
		return " (4 times --max-states)"
	}
	return " (--max-states)"
}

// depth is the value of --depth, the number of levels of non-regular recursion, or -1 without the flag.
type depth int

func (d *depth) register(flags *pflag.FlagSet) {
	*d = -1
	flags.Var(d, "depth", "allow `N` levels of recursion that is not regular, inside the outermost; matches a subset")
}

func (d *depth) String() string { return "" }
func (d *depth) Type() string   { return "N" }

func (d *depth) Set(value string) error {
	n, err := strconv.ParseUint(value, 10, 8)
	if err != nil {
		return errors.New("want a number, 0 to 255")
	}
	*d = depth(n)
	return nil
}

// unroll applies --depth to the rules that others need, and prints a note on each set of changed rules. All names must
// be defined.
func (d depth) unroll(g *grammarText, rules ...string) error {
	for _, rule := range rules {
		if d < 0 {
			return nil
		}
		cycles, err := unroll.Rule(g.Grammar, rule, int(d))
		if err != nil {
			return err
		}
		for _, c := range cycles {
			fmt.Fprintf(g.stderr, "%v: note: --depth %d: %v\n", c.Pos(), d, c)
		}
		g.unrolled = append(g.unrolled, cycles...)
	}
	return nil
}

// preference is the value of --prefer: if spans are ambiguous, the first parse determines them.
type preference bool

func (p *preference) register(flags *pflag.FlagSet) {
	flags.Var(p, "prefer", "if spans are ambiguous, use the `first` parse: that with the earlier alternative and the longer repetition, from left to right, as explain prints it")
}

func (p *preference) String() string { return "" }
func (p *preference) Type() string   { return "first" }

func (p *preference) Names() []string { return []string{"first"} }

func (p *preference) Set(value string) error {
	if value != "first" {
		return errors.New("must be first")
	}
	*p = true
	return nil
}

// report returns a function that prints a note on an ambiguity, or nil without --prefer.
func (p preference) report(w io.Writer) func(*compile.AmbiguousError) {
	if !p {
		return nil
	}
	return func(e *compile.AmbiguousError) {
		text := strings.TrimPrefix(strings.TrimPrefix(e.Error(), "abnf: "), e.Pos.String()+": ")
		fmt.Fprintf(w, "%v: note: %s; the first parse is used\n", e.Pos, text)
	}
}

// operand is GRAMMAR:RULE or GRAMMAR.
type operand struct {
	text       string // as given
	encoding   abnf.Encoding
	file, rule string
}

func (o operand) String() string { return o.text }

// octetsPrefix marks a grammar whose values are octets.
const octetsPrefix = "octets:"

var ruleName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// operandOf parses GRAMMAR:RULE, split at the last colon. A file with the whole name is an error.
func (f *grammarFlags) operandOf(text string) (operand, error) {
	o := operand{text: text, encoding: f.encoding}
	name, octets := strings.CutPrefix(text, octetsPrefix)
	if octets {
		o.encoding = abnf.Octets
	}
	o.file, o.rule, _ = cutLast(name, ":")
	switch {
	case isFile(name):
		return o, cli.Usagef("%q is a file; add a rule, as in %s:RULE", name, name)
	case o.file == "" || !ruleName.MatchString(o.rule):
		return o, cli.Usagef("%q is not GRAMMAR:RULE", text)
	}
	return o, nil
}

// grammarOrRule parses GRAMMAR or GRAMMAR:RULE. An existing grammar with the whole name takes precedence.
func (f *grammarFlags) grammarOrRule(text string) (operand, error) {
	o := operand{text: text, encoding: f.encoding}
	name, octets := strings.CutPrefix(text, octetsPrefix)
	if !isFile(name) && bundledText(name) == nil && strings.Contains(name, ":") {
		return f.operandOf(text)
	}
	if octets {
		o.encoding = abnf.Octets
	}
	o.file = name
	return o, nil
}

func isFile(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func cutLast(s, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(s, separator); i >= 0 {
		return s[:i], s[i+len(separator):], true
	}
	return s, "", false
}

func (f *grammarFlags) readOperand(o operand, stderr io.Writer) (*grammarText, error) {
	flags := *f
	flags.encoding = o.encoding
	return flags.read(o.file, stderr)
}

func (g *grammarText) verifyOperand(o operand, rule string) error {
	err := g.checkDefined(rule)
	if list, ok := errors.AsType[abnf.ErrorList](err); ok {
		list[0].File = show.Safe(o.file)
	}
	return cmp.Or(err, g.Verify(rule))
}
