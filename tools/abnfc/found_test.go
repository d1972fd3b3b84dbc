package main

import (
	"bytes"
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

// found is a grammar text of testdata/found.tsv: one that was found in a public repository and is
// not part of this project.
type found struct {
	repository, commit, path string
	sha256                   string   // of the text
	flags                    []string // by which the commands read it; files are named as file does
}

// foundList has a line for each text: its origin, its SHA-256, flags, how many rules it has, how many
// of them compile, and which are left out.
const foundList = "testdata/found.tsv"

// file returns where the text lies in the folder of all texts.
func (f found) file() string { return filepath.Join(f.repository, filepath.FromSlash(f.path)) }

// line returns the line of the list for an outcome.
func (f found) line(o *outcome) string {
	origin := f.repository + "@" + f.commit + ":" + f.path
	return fmt.Sprintf("%s\t%s\t%s\t%d\t%d\t%v\n", origin, f.sha256, strings.Join(f.flags, " "), o.rules, o.compiled, o.left)
}

// foundTexts reads the list.
func foundTexts(t *testing.T) (list []found) {
	t.Helper()
	text, err := os.ReadFile(foundList)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		column := strings.Split(line, "\t")
		origin, path, ok := strings.Cut(column[0], ":")
		repository, commit, isPinned := strings.Cut(origin, "@")
		if !ok || !isPinned || len(column) != 6 {
			t.Fatalf("%s: %q", foundList, line)
		}
		list = append(list, found{repository, commit, path, column[1], strings.Fields(column[2])})
	}
	return list
}

// TestFound compiles every rule of every text of the list that is regular, compares the automata
// with a matcher that walks the tree of the grammar, and the spans with what this matcher says,
// and expects the outcome in the list. A rule is left out if it needs prose, a name that no rule has,
// or recursion that is not regular, if it exceeds a limit, or if it is invalid. IRI_GRAMMARS names the
// folder that has the texts, as OWNER/REPOSITORY/PATH:
//
//	IRI_GRAMMARS=FOLDER go test ./tools/abnfc -run TestFound -timeout 30m
func TestFound(t *testing.T) {
	folder := os.Getenv("IRI_GRAMMARS")
	if folder == "" {
		t.Skip("IRI_GRAMMARS names no folder with grammar texts of other origin")
	}
	list := foundTexts(t)
	file, err := filepath.Abs(foundList)
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
	if slices.Contains(outcomes, nil) { // by the flag -run
		return
	}
	var lines strings.Builder
	var all outcome
	for i, f := range list {
		lines.WriteString(f.line(outcomes[i]))
		all.add(*outcomes[i])
	}
	t.Logf("%d of %d rules compile; %d texts were compared, %d of them with automata over octets, and %d spans; %d places are ambiguous",
		all.compiled, all.rules, all.texts, all.octets, all.spans, all.ambiguous)
	testkit.Golden(t, file, lines.String())
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
		c.results(a)
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
	reasonFault = "invalid"
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
