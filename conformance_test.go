package iri_test

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/internal/testkit/suites"
	"example.org/iri/rule"
)

// A testCase is a line in a file of cases.
type testCase struct {
	rule       rule.Rule
	input      string
	valid      bool
	why        string
	components map[string]*string // nil if the line has none; values are nil if absent
}

func (c *testCase) check() error {
	if slow := matcher.Matches(grammarOf(c.rule), c.rule.String(), c.input); slow != c.valid {
		return fmt.Errorf("%v %q: the slow reference says %v, the case %v (%s)", c.rule, c.input, slow, c.valid, c.why)
	}
	if err := compareWithReference(c.rule, c.input); err != nil {
		return fmt.Errorf("%w (%s)", err, c.why)
	}
	if got := c.rule.ValidString(c.input); got != c.valid {
		return fmt.Errorf("%v %q: Valid is %v (%s)", c.rule, c.input, got, c.why)
	}
	if c.components == nil {
		return nil
	}
	parts, err := iri.SplitReferenceString(c.input)
	if err != nil {
		return fmt.Errorf("%w (%s)", err, c.why)
	}
	got := cutOf(parts)
	if want := split(c.input); !maps.Equal(got, want) {
		return fmt.Errorf("%v %q: components %v, the slow reference says %v (%s)", c.rule, c.input, got, want, c.why)
	}
	for name, want := range c.components {
		span, ok := got[name]
		switch {
		case !slices.Contains(componentNames, name):
			return fmt.Errorf("%v %q: what is a component %q? (%s)", c.rule, c.input, name, c.why)
		case ok != (want != nil):
			return fmt.Errorf("%v %q: has %s: %v (%s)", c.rule, c.input, name, ok, c.why)
		case ok && c.input[span.Start:span.End] != *want:
			return fmt.Errorf("%v %q: %s is %q, want %q (%s)", c.rule, c.input, name, c.input[span.Start:span.End], *want, c.why)
		}
	}
	return nil
}

// related checks the consequences of a result for the other rule of Parse: IRIs are references with a scheme.
func (c *testCase) related() error {
	switch {
	case c.rule == rule.IRI && c.valid:
		return (&testCase{rule.IRIReference, c.input, true, c.why, c.components}).check()
	case c.rule == rule.IRIReference:
		_, scheme := split(c.input)["scheme"]
		return (&testCase{rule.IRI, c.input, c.valid && scheme, c.why, nil}).check()
	}
	return nil
}

var componentNames = []string{"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"}

func ruleNamed(t *testing.T, name string) rule.Rule {
	t.Helper()
	r, ok := rule.ByName(name)
	if !ok {
		t.Fatalf("no rule %q", name)
	}
	return r
}

// TestCases runs the cases of testdata/cases.jsonl. The input is written as in a Go string, so that it may have any
// byte. Components that are not named are absent; if none is named, only the result is checked.
func TestCases(t *testing.T) {
	type line struct {
		Rule, Input, Why string
		Valid            bool
		Components       map[string]string
	}
	seen := make(map[string]int)
	count := 0
	file := filepath.Join("testdata", "cases.jsonl")
	testkit.EachLine(t, file, func(n int, l *line) {
		input, err := strconv.Unquote(`"` + l.Input + `"`)
		if err != nil {
			t.Fatalf("%s:%d: input: %v", file, n, err)
		}
		c := testCase{rule: ruleNamed(t, l.Rule), input: input, valid: l.Valid, why: l.Why}
		if l.Components != nil {
			c.components = make(map[string]*string)
			for _, name := range componentNames {
				c.components[name] = nil
			}
			for name, text := range l.Components {
				c.components[name] = &text
			}
		}
		if key := l.Rule + " " + input; seen[key] != 0 {
			t.Errorf("%s:%d: is line %d again", file, n, seen[key])
		} else {
			seen[key] = n
		}
		if l.Why == "" {
			t.Errorf("%s:%d: no reason given", file, n)
		}
		if err := errors.Join(c.check(), c.related()); err != nil {
			t.Errorf("%s:%d: %v", file, n, err)
		}
		count++
	})
	if count == 0 {
		t.Errorf("%s holds no cases", file)
	}
	t.Logf("own cases: %d", count)
}

// TestConformance runs cases of other projects about results and components.
func TestConformance(t *testing.T) {
	type line struct {
		Source, Rule, Note string
		Input              []byte `json:"input_b64"`
		Valid              bool
		Components         map[string]*string
	}
	count, withComponents := 0, 0
	for _, name := range []string{"cases.jsonl", "cases-iri.jsonl"} {
		file, before := testkit.Cases(t, name), count
		testkit.EachLine(t, file, func(n int, l *line) {
			c := testCase{rule: ruleNamed(t, l.Rule), input: string(l.Input), valid: l.Valid, why: l.Source + " " + l.Note}
			if l.Components != nil {
				c.components = make(map[string]*string)
				for name, text := range l.Components {
					c.components[strings.TrimPrefix(name, "i")] = text
				}
				withComponents++
			}
			if err := c.check(); err != nil {
				t.Errorf("%s:%d: %v", file, n, err)
			}
			count++
		})
		if count == before {
			t.Errorf("%s holds no cases", file)
		}
	}
	t.Logf("conformance: %d cases", count)
	t.Logf("conformance: %d with components", withComponents)
}

// shippedSuite yields the cases of a rule in testdata/suites, which go generate ./tables writes: the first and shortest
// 20,000, or all with -long.
func shippedSuite(t *testing.T, rule rule.Rule) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		n := 0
		for c, err := range suites.File(filepath.Join("testdata/suites", rule.String()+".jsonl.gz")) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; !*testkit.Long && n > 20_000 || !yield(string(c.Input), c.Valid) {
				return
			}
		}
	}
}

// TestSuites runs the complete suites. The suite of URI-reference is also a suite for ParseReference, because it is
// ASCII.
func TestSuites(t *testing.T) {
	for _, rule := range []rule.Rule{rule.URIReference, rule.IRIReference} {
		n, valid := 0, 0
		for text, want := range shippedSuite(t, rule) {
			n++
			if want {
				valid++
			}
			for _, check := range []error{passes(rule, text, want), refers(text, want), locates(text, want)} {
				if check != nil {
					t.Fatalf("%v %+q: %v", rule, text, check)
				}
			}
		}
		t.Logf("%v: %d strings, %d valid", rule, n, valid)
		if n < 20_000 || valid < 1_000 {
			t.Errorf("%v: only %d strings, %d valid", rule, n, valid)
		}
	}
}

// passes compares the result with all calls that validate by a rule.
func passes(rule rule.Rule, text string, want bool) error {
	p := []byte(text)
	pieces := rule.Matcher()
	for rest, n := text, 1; rest != ""; n++ { // of 1, 2, 3, ... bytes
		piece := rest[:min(n, len(rest))]
		rest = rest[len(piece):]
		pieces.WriteString(piece)
	}
	for _, x := range []struct {
		call string
		got  bool
	}{
		{"Valid", rule.Valid(p)},
		{"ValidString", rule.ValidString(text)},
		{"Check", rule.Check(p) == nil},
		{"CheckString", rule.CheckString(text) == nil},
		{"Prefix", rule.Prefix(p) == len(p)},
		{"Matcher", pieces.Matched()},
		{"Matcher.Err", pieces.Err() == nil},
	} {
		if x.got != want {
			return fmt.Errorf("%s is %v, want %v", x.call, x.got, want)
		}
	}
	return nil
}

// refers checks that a reference is either an IRI or a relative reference.
func refers(text string, want bool) error {
	p := []byte(text)
	abs, rel := rule.IRI.Valid(p), rule.IRelativeRef.Valid(p)
	if (abs || rel) != want || abs && rel {
		return fmt.Errorf("IRI is %v, irelative-ref is %v", abs, rel)
	}
	if _, err := iri.Split(p); (err == nil) != abs {
		return fmt.Errorf("Parse: %v, but IRI is %v", err, abs)
	}
	return nil
}

// locates compares the components with the slow reference.
func locates(text string, want bool) error {
	parts, err := iri.SplitReference([]byte(text))
	if (err == nil) != want {
		return fmt.Errorf("ParseReference: %v", err)
	}
	if !want {
		return nil
	}
	if _, ok := parts.Scheme(); ok != iri.ValidString(text) {
		return fmt.Errorf("scheme is %v", ok)
	}
	if err := verifyParts(rule.IRIReference, text, want); err != nil {
		return err
	}
	return kindFits(parts, text)
}

// TestSuitesPumped repeats a byte that leads from a state to itself, because a loop over eight bytes is not an
// automaton of few states: this shifts the rest to every offset within an iteration.
func TestSuitesPumped(t *testing.T) {
	for _, rule := range []rule.Rule{rule.URIReference, rule.IRIReference} {
		pumped := 0
		for text, want := range shippedSuite(t, rule) {
			at := selfLoop(automaton(rule), text)
			if at < 0 {
				continue
			}
			pumped++
			for more := 1; more <= 16; more++ {
				long := text[:at] + strings.Repeat(text[at:at+1], more) + text[at:]
				_, err := iri.SplitReferenceString(long)
				if got := rule.ValidString(long); got != want || (err == nil) != want {
					t.Fatalf("%v %+q: Valid is %v, ParseReference says %v; want %v", rule, long, got, err, want)
				}
			}
		}
		t.Logf("%v: %d strings pumped", rule, pumped)
		if pumped < 10_000 {
			t.Errorf("%v: only %d strings pumped", rule, pumped)
		}
	}
}

// selfLoop returns the offset of the first byte of text that leads from a state to itself, or -1.
func selfLoop(a *dfa.Automaton, text string) int {
	s := a.Start
	for i := range len(text) {
		next := a.Next(s, text[i])
		if next == s {
			return i
		}
		s = next
	}
	return -1
}
