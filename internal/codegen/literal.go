package codegen

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/exp/constraints"

	"example.org/iri/dfa"
)

// Literal returns an automaton as a Go expression that is not formatted.
func Literal(a *dfa.Automaton) string { return literal("automaton", a) }

// ClassifierLiteral returns a classifier as a Go expression that is not formatted.
func ClassifierLiteral(c *dfa.Classifier) string { return literal("classifier", c) }

func literal(template string, data any) string {
	g := new(writer)
	g.execute(template, data)
	return g.buf.String()
}

// rows returns the transitions of each state, with its number and its shortest string.
func rows(a *dfa.Automaton) string {
	var b strings.Builder
	access := a.AccessTexts()
	for s := range a.States() {
		n := a.Number(s)
		if s == dfa.Dead {
			fmt.Fprintf(&b, "// %d dead\n", n)
		} else {
			fmt.Fprintf(&b, "// %d %s\n", n, shortened(access[n]))
		}
		fmt.Fprintf(&b, "%s,\n", join(a.Trans[n<<a.Shift:(n+1)<<a.Shift]))
	}
	return b.String()
}

// shortened quotes a string as ASCII, and truncates a long one: strings as long as the list of states would make the
// size of the file quadratic.
func shortened(s []byte) string {
	const most = 60
	if len(s) > most {
		return fmt.Sprintf("%+q and %d bytes", s[:most], len(s)-most)
	}
	return fmt.Sprintf("%+q", s)
}

func lines[T constraints.Unsigned](list []T) string {
	const perLine = 32
	var b strings.Builder
	for len(list) > perLine {
		b.WriteString(join(list[:perLine]) + ",\n")
		list = list[perLine:]
	}
	return b.String() + join(list) + ","
}

func join[T constraints.Unsigned](list []T) string {
	var b strings.Builder
	for i, v := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, v)
	}
	return b.String()
}

// mostDigits is the largest number of decimal digits of which all numbers fit into int64.
const mostDigits = 18

// Digits returns the length of the longest string of a, if all its strings are 1 to 18 decimal digits, so that their
// values fit into int64. Otherwise it returns 0.
func Digits(a *dfa.Automaton) int {
	if a.Accepts(a.Start) {
		return 0
	}
	states := []dfa.State{a.Start}
	for n := range mostDigits + 1 {
		next := make(map[dfa.State]bool)
		for _, s := range states {
			for bytes, t := range a.Edges(s) {
				if bytes.Lo < '0' || bytes.Hi > '9' {
					return 0
				}
				next[t] = true
			}
		}
		if len(next) == 0 {
			return n
		}
		states = slices.Collect(maps.Keys(next))
	}
	return 0
}
