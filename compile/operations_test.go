package compile_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/dfa"

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// The operations are those on sets of strings, with minimal results.
func TestOperations(t *testing.T) {
	rnd := random(t)
	texts := matcher.Texts("abc", 4)
	n := 100
	if !*testkit.Long {
		n = 20
	}
	for range n {
		var list []*dfa.Automaton
		for range 3 {
			list = append(list, compiled(t, "r = "+matcher.RandomTree(rnd.IntN, 1+rnd.IntN(8)).String()+"\n", nil))
		}
		a, b, c := list[0], list[1], list[2]
		for _, x := range []struct {
			name string
			make func() (*dfa.Automaton, error)
			want func(a, b, c bool) bool
		}{
			{"union", func() (*dfa.Automaton, error) { return Union("u", a, b, c) }, func(a, b, c bool) bool { return a || b || c }},
			{"intersection", func() (*dfa.Automaton, error) { return Intersection("i", a, b, c) }, func(a, b, c bool) bool { return a && b && c }},
			{"difference", func() (*dfa.Automaton, error) { return Difference("m", a, b, c) }, func(a, b, c bool) bool { return a && !b && !c }},
			{"difference nothing", func() (*dfa.Automaton, error) { return Difference("m", a) }, func(a, b, c bool) bool { return a }},
			{"concatenation", func() (*dfa.Automaton, error) { return Concatenation("c", a, b, c) }, nil},
		} {
			made, err := x.make()
			if err != nil {
				t.Fatal(err)
			}
			checkMinimal(t, made)
			for _, text := range texts {
				want := x.want == nil && isConcatenation(text, a, b, c) ||
					x.want != nil && x.want(dfa.Match(a, text), dfa.Match(b, text), dfa.Match(c, text))
				if got := dfa.Match(made, text); got != want {
					t.Fatalf("%s of\n%v%v%v: %q accepted: %t", x.name, a, b, c, text, got)
				}
			}
		}
		compareClassifier(t, list, texts)
	}
}

// isConcatenation tries all ways to cut a string.
func isConcatenation(text string, list ...*dfa.Automaton) bool {
	if len(list) == 0 {
		return text == ""
	}
	for i := range len(text) + 1 {
		if dfa.Match(list[0], text[:i]) && isConcatenation(text[i:], list[1:]...) {
			return true
		}
	}
	return false
}

func compareClassifier(t *testing.T, list []*dfa.Automaton, texts []string) {
	t.Helper()
	c, err := Classifier("c", list...)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		want := uint16(0)
		for i, a := range list {
			if dfa.Match(a, text) {
				want |= 1 << i
			}
		}
		if got := dfa.Classify(c, text); got != want || dfa.Classify(c, []byte(text)) != want {
			t.Fatalf("%q: set %b, want %b", text, got, want)
		}
	}
}

// A difference has the parts of the first automaton, at each byte of its strings. Subtracting several automata one by
// one gives the same result.
func TestDifferenceKeepsParts(t *testing.T) {
	a := compiled(t, "link = \"/\" [ user \"@\" ] host [ \":\" port ]\nuser = *( \"1\" / \":\" )\nhost = *\"1\"\nport = *\"1\"\n", &Options{Parts: []string{"user", "host", "number=port"}})
	for _, away := range [][]string{
		{}, {`"x"`}, {`"/" *"1"`}, {`*%x00-7F "@" *%x00-7F`}, {`*%x00-7F ":"`, `*%x00-7F "11" *%x00-7F`}, {`*%x00-10FFFF`},
	} {
		var others []*dfa.Automaton
		chain := a
		for _, b := range away {
			others = append(others, compiled(t, "b = "+b+"\n", nil))
			var err error
			if chain, err = Difference("d", chain, others[len(others)-1]); err != nil {
				t.Fatal(err)
			}
		}
		d, err := Difference("d", a, others...)
		if err != nil {
			t.Fatal(err)
		}
		checkMinimal(t, d)
		if len(others) > 0 && d.String() != chain.String() {
			t.Errorf("less %q at once\n%vone after the other\n%v", away, d, chain)
		}
		for _, text := range matcher.Texts("/1@:", 6) {
			left := dfa.Match(a, text) && !slices.ContainsFunc(others, func(b *dfa.Automaton) bool { return dfa.Match(b, text) })
			if dfa.Match(d, text) != left {
				t.Fatalf("less %q: %q: accepted: %t", away, text, !left)
			}
			for i := range text {
				s, u := dfa.Run(d, d.Start, text[:i+1]), dfa.Run(a, a.Start, text[:i+1])
				if s != dfa.Dead && d.Part(s) != a.Part(u) {
					t.Fatalf("less %q: after %q it is %q, want %q", away, text[:i+1], d.Part(s), a.Part(u))
				}
			}
		}
	}
}

func TestOperationLimits(t *testing.T) {
	var list []*dfa.Automaton
	for i := range 17 {
		list = append(list, compiled(t, "r = "+strings.Repeat("%x61-62 ", i)+"%x61 *%x61-62\n", nil))
	}
	_, err := Union("u", list...)
	var e *LimitError
	if !errors.As(err, &e) || e.What != "states of the DFA" && e.What != "cells of the table" {
		t.Errorf("2^17 states: error %v", err)
	}
	_, err = Classifier("c", list...)
	if !errors.As(err, &e) || e.What != "languages" || err.Error() != "abnf: rule c: more than 16 languages" {
		t.Errorf("17 languages: error %v", err)
	}
	if _, err := Classifier("c", list[:16]...); err == nil {
		t.Error("2^16 states fit")
	}
	none := &dfa.Automaton{AcceptMin: 1, Classes: new([256]uint8), Trans: []uint16{0}}
	if a, err := Concatenation("none", list[0], none); err != nil || a.Start != dfa.Dead {
		t.Errorf("a text and none: %v, %v", a, err)
	}
	if a, err := Concatenation("empty"); err != nil || !dfa.Match(a, "") || dfa.Match(a, "a") {
		t.Errorf("no texts: %v, %v", a, err)
	}
	if a, err := Intersection("none", list[0], compiled(t, "r = %x62\n", nil)); err != nil || a.Start != dfa.Dead || dfa.Match(a, "a") {
		t.Errorf("no common text: %v, %v", a, err)
	}
}

// Witness returns the first string that only the first automaton accepts; if there is none, its language is a subset.
func TestWitness(t *testing.T) {
	tests := []struct {
		a, b  string
		text  string
		found bool
	}{
		{`"a"`, `%x61 / %x41`, "", false},
		{`"a"`, `%x61`, "A", true},
		{`%x61`, `"a"`, "", false},
		{`""`, `%x61`, "", true},
		{`%xD800`, `%x61`, "", false},
		{`*%x61`, `*%x62`, "a", true},
		{`*"a"`, `*100"a"`, strings.Repeat("A", 101), true},
		{`%x62-66 %x62-66`, `%x62 %x61-63 / %x63-65 "c" / %x66 %x00-7F`, "bd", true},
		{`%x80-10FFFF`, `%x80-D7FF`, "\ue000", true},
		{`%x80-D7FF`, `%x80-10FFFF`, "", false},
		{`%x0-10FFFF`, `%x1-10FFFF`, "\x00", true},
	}
	for _, test := range tests {
		a, b := compiled(t, "r = "+test.a+"\n", nil), compiled(t, "s = "+test.b+"\n", nil)
		text, found, err := Witness(a, b)
		if string(text) != test.text || found != test.found || err != nil {
			t.Errorf("%s without %s: %q, found: %t, error %v, want %q, %t", test.a, test.b, text, found, err, test.text, test.found)
		}
	}
}

// For random pairs, the result is the first of all strings.
func TestRandomWitness(t *testing.T) {
	rnd := random(t)
	texts := matcher.Texts("abcd", 4)
	subsets := 0
	for range 500 {
		x, y := matcher.RandomTree(rnd.IntN, 1+rnd.IntN(4)), matcher.RandomTree(rnd.IntN, 1+rnd.IntN(4))
		a, b := compiled(t, "x = "+x.String()+"\n", nil), compiled(t, "y = "+y.String()+"\n", nil)
		text, found, err := Witness(a, b)
		if err != nil {
			t.Fatal(err)
		}
		for _, other := range texts { // shorter ones first, equally long ones in byte order
			if matcher.MatchesNode(nil, x, other) && !matcher.MatchesNode(nil, y, other) && (!found || shorter(other, string(text))) {
				t.Fatalf("%v without %v: %q, found: %t, but there is %q", x, y, text, found, other)
			}
		}
		if found != (matcher.MatchesNode(nil, x, string(text)) && !matcher.MatchesNode(nil, y, string(text))) && found {
			t.Fatalf("%v without %v: %q is none of them", x, y, text)
		}
		if !found {
			subsets++
		}
	}
	if subsets < 25 {
		t.Errorf("%d subsets", subsets)
	}
}

func shorter(s, t string) bool { return len(s) < len(t) || len(s) == len(t) && s < t }

// Two cycles of 1024 and 1025 states lead to all pairs of their states.
func TestWitnessLimit(t *testing.T) {
	cycle := func(n int) *dfa.Automaton {
		a := &dfa.Automaton{Name: fmt.Sprint("cycle", n), Start: 1, AcceptMin: dfa.State(n + 1), Classes: new([256]uint8), Trans: []uint16{0}}
		for s := range n {
			a.Trans = append(a.Trans, uint16(1+(s+1)%n))
		}
		return a
	}
	_, found, err := Witness(cycle(1024), cycle(1025))
	if found || err == nil || err.Error() != "abnf: rules cycle1024 and cycle1025 are too large to be compared: more than 1048576 pairs of states" {
		t.Errorf("found: %t, error %v", found, err)
	}
	if _, found, err := Witness(cycle(256), cycle(1025)); found || err != nil { // a quarter of the pairs
		t.Errorf("found: %t, error %v", found, err)
	}
}

// The byte 0xFF counts as any other.
func TestWitnessLastByte(t *testing.T) {
	g := octetGrammar(t, "a = %xFE-FF\nb = %xFE\n")
	a, errA := Compile(g, "a", nil)
	b, errB := Compile(g, "b", nil)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if text, found, err := Witness(a, b); !found || string(text) != "\xFF" || err != nil {
		t.Errorf("witness %q, found %v, error %v", text, found, err)
	}
}
