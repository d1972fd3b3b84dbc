package compile_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// rulesOf returns a grammar of n rules, each on a line made of its number, those of the next rules, and a letter. The
// last rule is "x".
func rulesOf(n int, line func(i int, letter byte) string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "r%d = %s\n", i, line(i, 'a'+byte(i%26)))
	}
	fmt.Fprintf(&b, "r%d = \"x\"\n", n)
	return b.String()
}

// Thousands of nested rules compile, or the error names the rule that is too large.
func TestThousandsOfRules(t *testing.T) {
	n, log := 3000, 16
	if !*testkit.Long {
		n, log = 400, 12
	}
	most := 1 << log
	for _, test := range []struct {
		name   string
		line   func(i int, letter byte) string
		states int    // of the first
		want   string // the error
	}{
		{"chain", func(i int, letter byte) string { return fmt.Sprintf("\"%c\" r%d", letter, i+1) }, n + 3, ""},
		{"chain at the beginning", func(i int, letter byte) string { return fmt.Sprintf("r%d \"%c\"", i+1, letter) }, n + 3, ""},
		{"options", func(i int, letter byte) string { return fmt.Sprintf("\"%c\" [ r%d ]", letter, i+1) }, n + 3, ""},
		{"nested", func(i int, _ byte) string { return fmt.Sprintf("r%d r%d", i+1, i+1) }, 0, fmt.Sprintf("rule r%d: more than %d states of the DFA", n-log, most)},
		{"stars", func(i int, letter byte) string { return fmt.Sprintf("*( \"%c\" / r%d )", letter, i+1) }, 2, ""},
	} {
		g := matcher.Parse(t, rulesOf(n, test.line))
		opts := &Options{Cache: new(Cache), MaxStates: most}
		for _, rule := range []string{"r0", "r1", "r2"} {
			a, err := Compile(g, rule, opts)
			switch {
			case test.want != "" && (err == nil || !strings.HasSuffix(err.Error(), test.want)) || test.want == "" && err != nil:
				t.Errorf("%s: rule %s: error %v, want %s", test.name, rule, err, test.want)
			case err == nil && rule == "r0" && a.NumStates() != test.states:
				t.Errorf("%s: %d states, want %d", test.name, a.NumStates(), test.states)
			}
		}
	}
}

// With a cache, a rule compiles exactly if it does without.
func TestCacheDecidesOnNothing(t *testing.T) {
	const grammar = "r = s\ns = t \"x\"\nt = *( \"a\" / \"b\" ) \"a\" 9( \"a\" / \"b\" )\nu = %s\"a\" t\nv = s / u\n"
	for _, max := range []int{100, 1500, 3000, 6000} {
		g := matcher.Parse(t, grammar)
		without := make(map[string]error)
		for _, rule := range []string{"r", "s", "t", "u", "v"} {
			_, without[rule] = Compile(g, rule, &Options{MaxStates: max})
		}
		for _, first := range []string{"r", "s", "t", "u", "v"} {
			opts := &Options{Cache: new(Cache), MaxStates: max}
			Compile(g, first, opts)
			for _, then := range []string{"r", "s", "t", "u", "v"} {
				_, with := Compile(g, then, opts)
				if fmt.Sprint(with) != fmt.Sprint(without[then]) || with != nil && !errors.As(with, new(*LimitError)) {
					t.Errorf("%d states, %s after %s: error %v, without a cache %v", max, then, first, with, without[then])
				}
			}
		}
	}
}

// A Cache may be used for several grammars in succession.
func TestCacheOfAnotherGrammar(t *testing.T) {
	opts := &Options{Cache: new(Cache)}
	for _, letter := range "abc" {
		g := matcher.Parse(t, fmt.Sprintf("r = 2s s\ns = 8\"%c\"\n", letter))
		sameAsWhole(t, g, "r", *opts)
		sameAsWhole(t, g, "s", *opts)
	}
}

func BenchmarkCompile(b *testing.B) {
	text := []byte(read(b, "../tables/rfc3987.abnf"))
	b.ReportAllocs()
	for b.Loop() {
		g, err := abnf.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := Compile(g, "IRI-reference", nil); err != nil {
			b.Fatal(err)
		}
	}
}
