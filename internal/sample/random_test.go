package sample_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
	. "example.org/iri/internal/sample"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/matcher"
)

// randomGrammar is a grammar of a few rules that refer to each other in any way.
func randomGrammar(rnd *rand.Rand) string {
	var body func(depth int) string
	body = func(depth int) string {
		if depth == 0 {
			leaves := []string{`"x"`, `"xY"`, `""`, "%x61-63", "%s\"z\"", "%xD800-DFFF", "%x62.63", "a", "b", "c", "a", "b", "c"}
			return leaves[rnd.IntN(len(leaves))]
		}
		switch rnd.IntN(4) {
		case 0:
			return []string{"*", "1*", "2*3", "*2", "0", "3"}[rnd.IntN(6)] + "( " + body(depth-1) + " )"
		case 1:
			return "( " + body(depth-1) + " / " + body(depth-1) + " )"
		case 2:
			return body(depth-1) + " " + body(depth-1)
		}
		return body(depth - 1)
	}
	return "a = " + body(3) + "\nb = " + body(2) + "\nc = " + body(2) + "\n"
}

// What holds of random grammars: covering sets cover, or are refused; and there
// is a text unless the language is empty, which the matcher of short texts refutes.
func TestRandomGrammars(t *testing.T) {
	rnd := rand.New(rand.NewPCG(uint64(testkit.Seed(5234)), 0))
	covered, refused := 0, 0
	for range 500 {
		text := randomGrammar(rnd)
		g := parse(t, text)
		s, err := New(g, "a", 1)
		if err != nil {
			refused++
			for _, short := range []string{"", "x", "a", "b", "c", "z", "xy", "xx", "bc"} {
				if matcher.Matches(g, "a", short) {
					t.Errorf("%s%v, but %q matches", text, err, short)
				}
			}
			continue
		}
		tooLong := func(text string) bool { return utf8.RuneCountInString(text) > 63 }
		if len(s.LeftOut()) == 0 && !slices.ContainsFunc(s.Cover(), tooLong) {
			covered++
			checkCover(t, g, "a", 1)
		}
		for _, sample := range append(s.Cover(), s.Random(), s.Random(), s.Random()) {
			if tooLong(sample) {
				continue
			}
			if !matcher.Matches(g, "a", sample) {
				t.Errorf("%s%q does not match", text, sample)
			}
		}
		if t.Failed() {
			t.Fatalf("with -seed=%d:\n%s", uint64(testkit.Seed(5234)), text)
		}
	}
	if covered < 100 || refused < 10 {
		t.Errorf("%d covered, %d refused", covered, refused)
	}
}

func FuzzNew(f *testing.F) {
	for _, text := range grammars {
		f.Add(text, uint64(1))
	}
	f.Add("a = 999999999*b\nb = %xD800-E000 / *999999999( a / b )\n", uint64(2))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		g, err := abnf.Parse([]byte(text))
		if err != nil || len(text) > 1000 {
			return
		}
		for r := range g.Rules() {
			s, err := New(g, r.Name, seed)
			if err != nil {
				continue
			}
			s.LeftOut()
			matches := matching(g, r.Name)
			for _, sample := range append(s.Cover(), s.Random()) {
				if !utf8.ValidString(sample) || len(sample) > MaxBytes+100 {
					t.Errorf("%s: %.100q", r.Name, sample)
				}
				if utf8.RuneCountInString(sample) < 32 && !matches(sample) {
					t.Errorf("%s: %q does not match", r.Name, sample)
				}
			}
			return
		}
	})
}
