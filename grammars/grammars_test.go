// Package grammars_test compiles the grammars of this folder as a user would, and tests them by the examples of their
// RFCs.
package grammars_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
	"example.org/iri/internal/explain"
	"example.org/iri/internal/sample"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/walk"
)

type standard struct {
	name    string
	imports string   // grammar in ../tables with missing rules, or ""
	starts  []string // start rules

	encoding abnf.Encoding
}

var standards = []standard{
	{"cookie", "", []string{"set-cookie-string", "cookie-string"}, abnf.UTF8},
	{"date-time", "", []string{"date-time"}, abnf.UTF8},
	{"did-url", "rfc3986", []string{"did-url"}, abnf.UTF8},
	{"language-tag", "", []string{"Language-Tag"}, abnf.UTF8},
	{"media-type", "", []string{"media-type"}, abnf.Octets},
	{"semver", "", []string{"valid-semver"}, abnf.UTF8},
	{"uri-template", "rfc3987", []string{"URI-Template"}, abnf.UTF8},
	{"urn", "rfc3986", []string{"namestring"}, abnf.UTF8},
}

// grammar returns the grammar with its imports, and the names of its own rules.
func (s standard) grammar(t testing.TB) (g *abnf.Grammar, own []string) {
	t.Helper()
	g = matcher.ParseFile(t, s.name+".abnf")
	g.Encoding = s.encoding
	for r := range g.Rules() {
		own = append(own, r.Name)
	}
	if s.imports != "" {
		g.Import(matcher.ParseFile(t, "../tables/"+s.imports+".abnf"))
	}
	return g, own
}

func named(t testing.TB, name string) *abnf.Grammar {
	t.Helper()
	i := slices.IndexFunc(standards, func(s standard) bool { return s.name == name })
	if i < 0 {
		t.Fatalf("no grammar %s", name)
	}
	g, _ := standards[i].grammar(t)
	return g
}

func compiled(t testing.TB, g *abnf.Grammar, rule string) *dfa.Automaton {
	t.Helper()
	a, err := compile.Compile(g, rule, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func forEach(t *testing.T, test func(t *testing.T, s standard)) {
	for _, s := range standards {
		t.Run(s.name, func(t *testing.T) { test(t, s) })
	}
}

func TestTableIsComplete(t *testing.T) {
	files, err := filepath.Glob("*.abnf")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, s := range standards {
		want = append(want, s.name+".abnf")
	}
	if !slices.Equal(files, want) {
		t.Errorf("the folder has %q, the table %q", files, want)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !bytes.Contains(readme, []byte("`"+file+"`")) {
			t.Errorf("README.md does not name %s", file)
		}
	}
}

// TestReadmeCommands checks the command for each grammar: its import is that of the table, and its rules compile with
// the spans that they contain.
func TestReadmeCommands(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(strings.ReplaceAll(string(readme), "\\\n", "")) {
		if arguments, found := strings.CutPrefix(line, "go run ./tools/abnfc compile "); found {
			got = append(got, checkCommand(t, strings.Fields(arguments)))
		}
	}
	slices.Sort(got)
	if !slices.EqualFunc(got, standards, func(name string, s standard) bool { return name == s.name }) {
		t.Errorf("README.md has commands for %q", got)
	}
}

// checkCommand compiles as a command of README.md does, and returns the name of the grammar.
func checkCommand(t *testing.T, arguments []string) (name string) {
	t.Helper()
	flags := flag.NewFlagSet("compile", flag.ContinueOnError)
	flags.String("o", "", "")
	rules, spans, imports := flags.String("rule", "", ""), flags.String("span", "", ""), flags.String("import", "", "")
	octets := flags.Bool("octets", false, "")
	if err := flags.Parse(arguments); err != nil {
		t.Fatal(err)
	}
	name = strings.TrimSuffix(strings.TrimPrefix(flags.Arg(0), "grammars/"), ".abnf")
	i := slices.IndexFunc(standards, func(s standard) bool { return s.name == name })
	if i < 0 || *imports != "" && *imports != "tables/"+standards[i].imports+".abnf" {
		t.Fatalf("%q: imports %q", flags.Args(), *imports)
	}
	if *octets != (standards[i].encoding == abnf.Octets) {
		t.Errorf("%q: octets: %t", flags.Args(), *octets)
	}
	g, _ := standards[i].grammar(t)
	for rule := range strings.SplitSeq(*rules, ",") {
		if _, err := compile.Spans(g, rule, reached(g, rule, strings.Split(*spans, ",")), nil); err != nil {
			t.Error(err)
		}
	}
	return name
}

// reached returns the names to which a rule refers, directly or not.
func reached(g *abnf.Grammar, rule string, names []string) (list []string) {
	for ref := range g.References(rule) {
		if slices.Contains(names, ref.Name) && !slices.Contains(list, ref.Name) {
			list = append(list, ref.Name)
		}
	}
	return list
}

// TestImportsAreNeeded checks that a grammar is complete with its imports, and not without.
func TestImportsAreNeeded(t *testing.T) {
	forEach(t, func(t *testing.T, s standard) {
		g, own := s.grammar(t)
		if err := g.Verify(own...); err != nil {
			t.Error(err)
		}
		if err := matcher.ParseFile(t, s.name+".abnf").Verify(own...); (err == nil) != (s.imports == "") {
			t.Errorf("imports %q, but alone: %v", s.imports, err)
		}
	})
}

// example is a line of the examples: a string and whether it matches a rule.
type example struct {
	rule, text string
	valid      bool
	line       string
}

// examples reads the lines of a grammar in testdata/examples.txt: grammar, rule, "valid" or "invalid", the text quoted
// as in Go, and its source or the reason why it is invalid, separated by spaces.
func (s standard) examples(t testing.TB) (list []example) {
	t.Helper()
	text, err := os.ReadFile("testdata/examples.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line, is := strings.CutPrefix(line, s.name+" "); is {
			list = append(list, parseExample(t, strings.TrimSuffix(line, "\n")))
		}
	}
	return list
}

func parseExample(t testing.TB, line string) example {
	t.Helper()
	rule, rest, _ := strings.Cut(line, " ")
	result, rest, _ := strings.Cut(rest, " ")
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil || (result != "valid" && result != "invalid") {
		t.Fatalf("line %q: want rule, valid or invalid, quoted text", line)
	}
	text, err := strconv.Unquote(quoted)
	if err != nil {
		t.Fatalf("line %q: %v", line, err)
	}
	if source := strings.TrimPrefix(rest, quoted); len(source) < 3 || source[0] != ' ' {
		t.Fatalf("line %q: want a source or a reason behind the text", line)
	}
	return example{rule, text, result == "valid", line}
}

// TestExamples compares the automaton and explain.Derive with the table.
func TestExamples(t *testing.T) {
	forEach(t, func(t *testing.T, s standard) {
		g, _ := s.grammar(t)
		automata := make(map[string]*dfa.Automaton)
		count, seen := make(map[string]int), make(map[string]bool)
		for _, e := range s.examples(t) {
			if automata[e.rule] == nil {
				automata[e.rule] = compiled(t, g, e.rule)
			}
			count[fmt.Sprint(e.rule, e.valid)]++
			if key := e.rule + " " + e.text; seen[key] {
				t.Errorf("twice: %s", e.line)
			} else {
				seen[key] = true
			}
			if dfa.Match(automata[e.rule], e.text) != e.valid {
				t.Errorf("wrong: %s", e.line)
			}
			checkExplained(t, g, automata[e.rule], e)
		}
		for _, start := range s.starts {
			if count[start+"true"] == 0 || count[start+"false"] == 0 {
				t.Errorf("rule %s needs valid and invalid examples", start)
			}
		}
	})
}

// checkExplained checks that explain.Derive derives a valid string, and reports an invalid one at its end, or at a
// character that the automaton also refuses.
func checkExplained(t *testing.T, g *abnf.Grammar, a *dfa.Automaton, e example) {
	t.Helper()
	d, err := explain.Derive(g, e.rule, e.text)
	if e.valid {
		if err != nil || d.Text != e.text || d.Rule != g.Lookup(e.rule) {
			t.Errorf("%s: derivation %v, error %v", e.line, d, err)
		}
		return
	}
	mismatch, ok := err.(*explain.MismatchError)
	if !ok {
		t.Errorf("%s: got %v, want a *explain.MismatchError", e.line, err)
		return
	}
	diagnosed, ok := dfa.Diagnose(a, e.text).(*dfa.SyntaxError)
	if !ok || diagnosed.Offset != mismatch.Offset {
		t.Errorf("%s: Derive fails at %d, Diagnose says %v", e.line, mismatch.Offset, diagnosed)
	}
}

// TestProof proves the automata of all rules by the second construction.
func TestProof(t *testing.T) {
	forEach(t, func(t *testing.T, s standard) {
		g, own := s.grammar(t)
		for _, rule := range own {
			p, err := proof.New(g, rule)
			if err != nil {
				t.Fatal(err)
			}
			if claim, err := p.Language(compiled(t, g, rule)); err != nil || claim.Pairs == 0 {
				t.Errorf("%s: %v, %v", rule, claim, err)
			}
		}
	})
}

// TestSamples checks that covering and random strings match, and that no part of a grammar is left out.
func TestSamples(t *testing.T) {
	forEach(t, func(t *testing.T, s standard) {
		g, _ := s.grammar(t)
		for _, rule := range s.starts {
			sampler, err := sample.New(g, rule, uint64(testkit.Seed(6)))
			if err != nil {
				t.Fatal(err)
			}
			if left := sampler.LeftOut(); len(left) > 0 {
				t.Errorf("%s: left out: %v", rule, left)
			}
			texts := sampler.Cover()
			for range 100 {
				texts = append(texts, sampler.Random())
			}
			a := compiled(t, g, rule)
			for _, text := range texts {
				if !dfa.Match(a, text) {
					t.Errorf("%s does not match %q", rule, text)
				}
			}
		}
	})
}

// TestSizes compares the numbers of states and byte classes with testdata/sizes.txt, which -update writes.
func TestSizes(t *testing.T) {
	const file = "testdata/sizes.txt"
	var got strings.Builder
	got.WriteString("# grammar rule states classes\n")
	for _, s := range standards {
		g, own := s.grammar(t)
		for _, rule := range own {
			a := compiled(t, g, rule)
			fmt.Fprintf(&got, "%s %s %d %d\n", s.name, rule, a.NumStates(), walk.NumClasses(a))
		}
	}
	testkit.Golden(t, file, got.String())
}
