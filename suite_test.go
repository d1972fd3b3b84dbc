package iri_test

import (
	"compress/gzip"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/iri"
	"example.org/iri/compile/suite"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

//go:generate go run ./tools/abnfc suite --rule URI-reference -o testdata/suites/URI-reference.jsonl.gz tables/rfc3986.abnf
//go:generate go run ./tools/abnfc suite --rule IRI-reference -o testdata/suites/IRI-reference.jsonl.gz tables/rfc3987.abnf

// shippedSuite yields the cases of a rule in testdata/suites: the first
// 20,000, which are the shortest, with -long all.
func shippedSuite(t *testing.T, rule rule.Rule) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		f, err := os.Open(filepath.Join("testdata/suites", rule.String()+".jsonl.gz"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		r, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for c, err := range suite.Read(r) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; !*testkit.Long && n > 20_000 || !yield(string(c.Input), c.Valid) {
				return
			}
		}
	}
}

// TestSuites: everything that gives a verdict passes the complete suites. The one
// of URI-reference is ASCII, and an ASCII text is an IRI-reference if it is a
// URI-reference: so it is also a suite for ParseReference.
func TestSuites(t *testing.T) {
	for _, rule := range []rule.Rule{rule.URIReference.Rule, rule.IRIReference.Rule} {
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
		t.Logf("%v: %d texts, %d valid", rule, n, valid)
		if n < 20_000 || valid < 1_000 {
			t.Errorf("%v: only %d texts, %d valid", rule, n, valid)
		}
	}
}

// passes compares all calls of a rule that judge a text with its verdict.
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

// refers: a reference is an IRI or a relative reference, never both.
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

// locates: components lie where the slow reference finds them.
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
	if err := judgeParts(rule.IRIReference.Rule, text, want); err != nil {
		return err
	}
	return kindFits(parts, text)
}

// TestSuitesPumped: a loop that takes eight bytes a turn is no automaton of so few
// states. So that all that follows meets every place in a turn, a byte that leads
// from a state to itself is repeated.
func TestSuitesPumped(t *testing.T) {
	for _, rule := range []rule.Rule{rule.URIReference.Rule, rule.IRIReference.Rule} {
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
		t.Logf("%v: %d texts pumped", rule, pumped)
		if pumped < 10_000 {
			t.Errorf("%v: only %d texts pumped", rule, pumped)
		}
	}
}

// selfLoop returns the index of the first byte that leads from a state to itself,
// -1 if there is none.
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
