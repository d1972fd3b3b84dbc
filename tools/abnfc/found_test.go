package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/testkit"
)

// foundHead begins docs/explanation/found.md.
const foundHead = `# Grammars that people have

This page lists grammar texts of public repositories, and tells how many of their rules abnfc
compiles. None of the texts is part of this project.
[found.tsv](../../tools/abnfc/testdata/found.tsv) has their SHA-256 and the flags by which the
commands read them. To repeat the test, put the texts into a folder as OWNER/REPOSITORY/PATH. The
test compiles every rule, and compares its automaton on 100 texts with a matcher that walks the tree
of the grammar. It compares spans of automata of up to 1,000 states with those of all readings. With
-update it writes this page:

` + "```sh\n" + `IRI_GRAMMARS=FOLDER go test ./tools/abnfc -run TestFound -timeout 30m
` + "```\n" + `
A rule is left out if it needs prose, a name that no rule has, or recursion that is not regular, if
it exceeds a limit, or if it is at fault.

| text | rules | compiled | left out |
|---|--:|--:|---|
`

// found is a grammar text of testdata/found.tsv: one that was found in a public repository and is
// no part of this project.
type found struct {
	repository, commit, path string
	sha256                   string   // of the text
	flags                    []string // by which the commands read it; files are named as file does
}

// file returns where the text lies in the folder of all texts.
func (f found) file() string { return filepath.Join(f.repository, filepath.FromSlash(f.path)) }

func (f found) String() string { return f.repository + "@" + f.commit + ":" + f.path }

// foundTexts reads the list.
func foundTexts(t *testing.T) (list []found) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "found.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		column := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), "")
		origin, path, ok := strings.Cut(column[0], ":")
		repository, commit, isPinned := strings.Cut(origin, "@")
		if !ok || !isPinned || len(column) < 3 {
			t.Fatalf("testdata/found.tsv: %q", line)
		}
		list = append(list, found{repository, commit, path, column[1], strings.Fields(column[2])})
	}
	return list
}

// TestFound compiles every rule of every text of the list that is regular, compares the automata
// with a matcher that walks the tree of the grammar, and the spans with what this matcher says,
// and expects the outcome in docs/explanation/found.md. IRI_GRAMMARS names the folder that has
// the texts, as OWNER/REPOSITORY/PATH.
func TestFound(t *testing.T) {
	folder := os.Getenv("IRI_GRAMMARS")
	if folder == "" {
		t.Skip("IRI_GRAMMARS names no folder with grammar texts of other origin")
	}
	list := foundTexts(t)
	report, err := filepath.Abs(filepath.Join("..", "..", "docs", "explanation", "found.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	outcomes := make([]*outcome, len(list))
	t.Run("text", func(t *testing.T) {
		for i, f := range list {
			t.Run(f.file(), func(t *testing.T) {
				t.Parallel()
				o := f.test(t)
				t.Logf("%d rules, %d compiled; left out: %v", o.rules, o.compiled, o.left)
				outcomes[i] = &o
			})
		}
	})
	if !slices.Contains(outcomes, nil) { // by the flag -run
		testkit.Golden(t, report, foundHead+foundTable(list, outcomes))
	}
}

// foundTable returns a line for each text, and the sums.
func foundTable(list []found, outcomes []*outcome) string {
	var table strings.Builder
	var all outcome
	repositories := make(map[string]bool)
	for i, f := range list {
		o := outcomes[i]
		fmt.Fprintf(&table, "| %v | %d | %d | %v |\n", f, o.rules, o.compiled, o.left)
		all.add(*o)
		repositories[f.repository] = true
	}
	fmt.Fprintf(&table, `
In all %d texts of %d repositories with %d rules, of which %d compile. Left out:
%v.

%d texts were compared, %d of them with automata over octets, and %d spans. Of %d
rules the place was ambiguous: the readings of the witness differ, and --prefer first gives the
first.
`, len(list), len(repositories), all.rules, all.compiled, all.left.counts(), all.texts, all.octets, all.spans, all.ambiguous)
	return table.String()
}

// outcome is what a test of a text finds.
type outcome struct {
	rules, compiled int
	left            leftOut
	texts, octets   int // texts that were compared
	spans           int
	ambiguous       int
}

func (o *outcome) add(p outcome) {
	o.rules += p.rules
	o.compiled += p.compiled
	o.left = append(o.left, p.left...)
	o.texts += p.texts
	o.octets += p.octets
	o.spans += p.spans
	o.ambiguous += p.ambiguous
}

// mostStates is how many states an automaton may have to be compiled with spans: with more, this may
// take seconds.
const mostStates = 1000

// test reads a text and tests its rules.
func (f found) test(t *testing.T) (o outcome) {
	text, err := os.ReadFile(f.file())
	if err != nil {
		t.Fatal(err)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(text)); sum != f.sha256 {
		t.Errorf("%s is not the text of the list: sha256 %s", f.file(), sum)
	}
	g, _, err := readGrammar(t, append(f.flags, f.file())...)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		t.Errorf("%d faults: %s", bytes.Count([]byte(err.Error()), []byte("\n"))+1, first)
		return outcome{left: leftOut{{"", "not read"}}}
	}
	cache := new(compile.Cache)
	for _, rule := range g.own {
		o.rules++
		begin := time.Now()
		a, err := compile.Compile(g.Grammar, rule, &compile.Options{Cache: cache})
		if d := time.Since(begin); d > 2*time.Second {
			t.Logf("rule %s took %v: %v", rule, d, err)
		}
		if err != nil {
			o.left = append(o.left, leftRule{rule, reasonOf(err)})
			if r := reasonOf(err); r == reasonLimit || r == reasonFault {
				t.Log(err)
			}
			continue
		}
		o.compiled++
		c := comparison{t: t, grammar: g.Grammar, rule: rule, cache: cache, outcome: &o}
		c.verdicts(a)
		if a.NumStates() <= mostStates {
			c.places()
		}
	}
	return o
}

// leftOut lists the rules that do not compile.
type leftOut []leftRule

type leftRule struct{ rule, reason string }

const (
	reasonLimit = "limit"
	reasonFault = "at fault"
)

// reasonOf says in a word why a rule does not compile.
func reasonOf(err error) string {
	var list abnf.ErrorList
	switch {
	case errors.As(err, new(*compile.NotRegularError)):
		return "not regular"
	case errors.As(err, new(*compile.LimitError)):
		return reasonLimit
	case errors.As(err, &list) && list[0].Undefined != "":
		return "undefined name"
	case errors.As(err, &list) && strings.Contains(list[0].Msg, "prose"):
		return "prose"
	}
	return reasonFault
}

// String lists the rules by reason, no more than a few of each.
func (l leftOut) String() string {
	const most = 3
	var parts []string
	for _, reason := range l.reasons() {
		var names []string
		for _, x := range l {
			if x.reason == reason {
				names = append(names, x.rule)
			}
		}
		more := ""
		if len(names) > most {
			more = fmt.Sprintf(" and %d more", len(names)-most)
		}
		parts = append(parts, reason+": "+strings.Join(names[:min(len(names), most)], ", ")+more)
	}
	return strings.Join(parts, "; ")
}

// counts says how many rules are left out for each reason.
func (l leftOut) counts() string {
	var parts []string
	for _, reason := range l.reasons() {
		n := 0
		for _, x := range l {
			if x.reason == reason {
				n++
			}
		}
		parts = append(parts, fmt.Sprintf("%d %s", n, reason))
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}

// reasons lists the reasons in the order of their first rules.
func (l leftOut) reasons() (list []string) {
	seen := make(map[string]bool)
	for _, x := range l {
		if !seen[x.reason] {
			seen[x.reason] = true
			list = append(list, x.reason)
		}
	}
	return list
}
