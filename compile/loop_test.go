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

// Rules that refer to themselves in a repetition at their ends, or at their beginnings.
func TestLoops(t *testing.T) {
	texts := matcher.Texts("abcd", 6)
	for _, grammar := range []string{
		"s = \"a\" *( \"b\" s )\n",                                // the shape of sequence-set of RFC 3501
		"s = n *( \"b\" s )\nn = \"a\" / \"a\" \"c\" \"a\"\n",     // with ranges
		"s = \"a\" *( \"b\" s ) / \"c\"\n",                        // one alternative does not end in the loop
		"s = \"a\" [ \"d\" *( \"b\" s ) ] / \"c\" s\n",            // likewise, and another reference at the end
		"s = \"a\" 1*( \"b\" s / \"c\" )\n",                       // a round without s
		"s = \"a\" *( \"b\" [ s ] )\n",                            // may be left out
		"s = \"a\" *( \"b\" t / \"c\" s )\nt = \"d\" s / \"d\"\n", // two rules, one loop
		"s = \"a\" t\nt = *( \"b\" s ) / \"c\" t\n",               // the loop in another rule
		"s = \"c\" s \"\" / \"a\" *( \"b\" 1s 0\"x\" )\n",         // nothing after it
		"s = *( s \"b\" ) \"a\"\n",                                // at the beginning
		"s = *( s \"b\" / \"c\" ) \"a\" / s \"d\" / \"c\"\n",      //
		"s = t \"a\"\nt = *( s \"b\" / t \"c\" )\n",               // left, two rules
		"s = *( s )\n",                            // the empty language
		"s = *( s / \"a\" )\n",                    //
		"s = u \"c\" u\nu = \"a\" *( \"b\" u )\n", // referenced twice
		"s = \"a\" *( \"b\" s / \"c\" u )\nu = \"d\" *( \"d\" u )\n", // a loop in a loop
		"s = *( u \"b\" ) u\nu = *( u \"a\" ) \"c\"\n",               //
		"s = 3( \"d\" u )\nu = \"a\" *( \"b\" u ) / \"c\"\n",         // copied
	} {
		checkLanguage(t, grammar, "s", texts)
	}
}

// All grammars of two rules of some simple shapes. If a grammar compiles, its language must be that of the slow
// matcher; it must compile if all references are in one loop.
func TestAllSmallLoops(t *testing.T) {
	texts := matcher.Texts("abc", 5)
	bases := []string{"\"a\"", "\"\"", "[ \"a\" ]"}
	rounds := []string{"\"b\" r", "r", "[ \"b\" ] r", "\"b\" [ s ]", "\"b\" r / \"c\"", "\"b\" r / \"c\" s"}
	ends := []string{"", " / \"c\"", " / \"c\" s", " / \"c\" *( \"b\" s )"}
	others := []string{"\"a\"", "\"c\" r", "r / \"a\"", "\"a\" *( \"c\" r )", "[ \"b\" s ]"}
	regular, refused := 0, 0
	for i, base := range bases {
		for j, round := range rounds {
			for k, end := range ends {
				for l, other := range others {
					if !*testkit.Long && (i+j+k+l)%4 != 0 {
						continue
					}
					grammar := fmt.Sprintf("r = %s *( %s )%s\ns = %s\n", base, round, end, other)
					for _, grammar := range []string{grammar, mirrored(grammar)} {
						g := matcher.Parse(t, grammar)
						a, err := Compile(g, "r", nil)
						if errors.As(err, new(*NotRegularError)) {
							refused++
							if k < 2 && l == 0 {
								t.Errorf("%v of\n%s", err, grammar)
							}
							continue
						}
						if err != nil {
							t.Fatal(err)
						}
						regular++
						checkMinimal(t, a)
						sameAsWhole(t, g, "r", Options{})
						for _, text := range texts {
							if want := matcher.Matches(g, "r", text); dfa.Match(a, text) != want {
								t.Fatalf("%q accepted: %t in\n%s%v", text, !want, grammar, a)
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d regular, %d refused", regular, refused)
}

// mirrored reverses the right-hand sides of a grammar.
func mirrored(grammar string) string {
	var b strings.Builder
	for line := range strings.Lines(grammar) {
		rule, body, _ := strings.Cut(strings.TrimSpace(line), " = ")
		words := strings.Fields(body)
		for i, j := 0, len(words)-1; i < j; i, j = i+1, j-1 {
			words[i], words[j] = words[j], words[i]
		}
		body = " " + strings.Join(words, " ") + " "
		for _, pair := range []string{"()", "[]"} { // brackets, and what stands before them
			body = strings.NewReplacer(" "+pair[:1]+" ", " "+pair[1:]+" ", " "+pair[1:]+" ", " "+pair[:1]+" ", " *"+pair[:1]+" ", " "+pair[1:]+" ").Replace(body)
		}
		b.WriteString(rule + " =" + strings.ReplaceAll(body, " ( ", " *( ") + "\n")
	}
	return b.String()
}

// Parts and spans of the rules in a loop.
func TestSpansInLoops(t *testing.T) {
	g := matcher.Parse(t, "set = item *( \",\" set )\nitem = 1*%x30-39\nall = \"a\" set [ \":\" tail ]\ntail = *%x61-62\n")
	a, err := Spans(g, "all", []string{"item", "tail"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	spans, ok := find(t, a, "a12,3,456:ab")
	items, tail := spans[0].Spans(), spans[1].Spans()
	if !ok || !slices.Equal(items, []dfa.Span{{Start: 1, End: 3}, {Start: 4, End: 5}, {Start: 6, End: 9}}) || !slices.Equal(tail, []dfa.Span{{Start: 10, End: 12}}) {
		t.Errorf("%v", spans)
	}
	b, err := Compile(g, "all", &Options{Parts: []string{"item"}})
	if err != nil {
		t.Fatal(err)
	}
	if !dfa.Match(b, "a12,3,456:ab") || b.Part(dfa.Run(b, b.Start, "a12,3")) != "item" {
		t.Errorf("%v", b)
	}
}

// checkLanguage tests that a rule compiles to a minimal automaton with the right language.
func checkLanguage(t *testing.T, grammar, rule string, texts []string) {
	t.Helper()
	g := matcher.Parse(t, grammar)
	a, err := Compile(g, rule, nil)
	if err != nil {
		t.Errorf("%q: %v", grammar, err)
		return
	}
	checkMinimal(t, a)
	for _, text := range texts {
		if got, want := dfa.Match(a, text), matcher.Matches(g, rule, text); got != want {
			t.Errorf("%q: %q accepted: %t, want %t", grammar, text, got, want)
		}
	}
}

func TestRandomRecursion(t *testing.T) {
	rnd := random(t)
	texts := matcher.Texts("abc", 4)
	regular, refused := 0, 0
	for regular < 200 {
		grammar := matcher.RandomRecursive(rnd)
		g := matcher.Parse(t, grammar)
		a, err := Compile(g, "r0", nil)
		if errors.As(err, new(*NotRegularError)) {
			refused++
			continue
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, grammar)
		}
		regular++
		checkMinimal(t, a)
		for _, text := range texts {
			if got, want := dfa.Match(a, text), matcher.Matches(g, "r0", text); got != want {
				t.Fatalf("%q accepted: %t, want %t in\n%s", text, got, want, grammar)
			}
		}
	}
	t.Logf("%d regular, %d refused", regular, refused)
}

// The error names the rule that explodes, instead of the one that is compiled.
func TestExplosion(t *testing.T) {
	const bomb = "s = \"x\" t / u\nt = *( \"a\" / \"b\" ) u\nu = %s\"a\" 20( \"a\" / \"b\" )\n"
	_, err := compileFirst(t, bomb, &Options{MaxStates: 1000})
	const want = "abnf: 2:1: rule t: more than 1000 states of the DFA"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	_, err = Spans(matcher.Parse(t, bomb), "s", []string{"u"}, &Options{MaxStates: 1000})
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// Parts and spans of recursive rules, whose uses share states, are rejected.
func TestRecursiveParts(t *testing.T) {
	g := matcher.Parse(t, "s = \"x\" t\nt = \"a\" t / b\nb = \"b\"\n")
	if _, err := Compile(g, "s", &Options{Parts: []string{"t"}}); err == nil || !strings.Contains(err.Error(), "abnf: 2:1: part t is not possible") {
		t.Errorf("error %v", err)
	}
	if _, err := Spans(g, "s", []string{"t"}, nil); err == nil || !strings.Contains(err.Error(), "abnf: 2:1: span t is not possible") {
		t.Errorf("error %v", err)
	}
	a, err := Compile(g, "s", &Options{Parts: []string{"b"}})
	if err != nil {
		t.Fatal(err)
	}
	if !dfa.Match(a, "xaab") || a.Part(dfa.Run(a, a.Start, "xaa")) != "" {
		t.Errorf("%v", a)
	}
}
