package main

import (
	"cmp"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"

	"example.org/iri/compile/abnf"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/show"
)

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
