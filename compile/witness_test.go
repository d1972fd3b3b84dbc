package compile_test

import (
	"fmt"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
)

// Witness finds what only the first accepts, first in byte order; nothing means a
// subset.
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
		text, found, err := compile.Witness(a, b)
		if string(text) != test.text || found != test.found || err != nil {
			t.Errorf("%s without %s: %q, found: %t, error %v, want %q, %t", test.a, test.b, text, found, err, test.text, test.found)
		}
	}
}

// For random pairs what is found is the first of all texts.
func TestRandomWitness(t *testing.T) {
	rnd := random(t)
	texts := matcher.Texts("abcd", 4)
	subsets := 0
	for range 1000 {
		x, y := matcher.RandomTree(rnd.IntN, 1+rnd.IntN(4)), matcher.RandomTree(rnd.IntN, 1+rnd.IntN(4))
		a, b := compiled(t, "x = "+x.String()+"\n", nil), compiled(t, "y = "+y.String()+"\n", nil)
		text, found, err := compile.Witness(a, b)
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
	if subsets < 50 {
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
	_, found, err := compile.Witness(cycle(1024), cycle(1025))
	if found || err == nil || err.Error() != "abnf: rules cycle1024 and cycle1025 are too large to be compared: more than 1048576 pairs of states" {
		t.Errorf("found: %t, error %v", found, err)
	}
	if _, found, err := compile.Witness(cycle(256), cycle(1025)); found || err != nil { // a quarter of the pairs
		t.Errorf("found: %t, error %v", found, err)
	}
}

// The byte 0xFF counts as any other.
func TestWitnessLastByte(t *testing.T) {
	g := octetGrammar(t, "a = %xFE-FF\nb = %xFE\n")
	a, errA := compile.Compile(g, "a", nil)
	b, errB := compile.Compile(g, "b", nil)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if text, found, err := compile.Witness(a, b); !found || string(text) != "\xFF" || err != nil {
		t.Errorf("witness %q, found %v, error %v", text, found, err)
	}
}
