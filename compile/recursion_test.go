package compile_test

import (
	"errors"
	"strings"
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
)

// Each form of expression, alone.
func TestForms(t *testing.T) {
	texts := matcher.Texts("abAB", 5)
	for _, body := range []string{
		"*( \"a\" *\"b\" )", "*( *\"a\" *\"b\" )", "1*( \"a\" [ \"b\" ] )", "2*3( \"a\" 0*1\"b\" )",
		"0<x>", "\"a\" 0<x> \"b\"", "0\"a\"", "*0( \"a\" )", "\"\"",
		"[ \"a\" [ \"b\" [ \"a\" ] ] ]", "[ [ [ \"a\" ] ] [ \"b\" ] ]", "[ *[ \"a\" ] ]",
		"%d97 %b1100010", "%d97-98", "%b1100001-1100010", "%d97.98.97", "%b1100001.1100010",
		"%s\"aB\"", "%i\"aB\"", "\"aB\"", "%s\"a\" / \"b\"", "%x41 %x62",
		"\"a\" / \"ab\" / \"b\"", "( \"a\" / \"b\" ) ( \"a\" / \"\" )", "3\"a\"", "*2\"a\"", "2*\"a\"", "( ( ( \"a\" ) ) )",
	} {
		checkLanguage(t, "r = "+body+"\n", "r", texts)
	}
}

// checkLanguage expects a rule to compile to a minimal automaton that is right about strings.
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

func TestLinearRecursion(t *testing.T) {
	texts := matcher.Texts("abc", 6)
	for _, grammar := range []string{
		"s = \"a\" s / \"b\"\n",                                  // at the end
		"s = s \"a\" / \"b\"\n",                                  // at the beginning
		"s = \"a\" [ s ]\n",                                      // optional
		"s = [ s ] \"a\"\n",                                      //
		"s = \"a\" t / \"c\"\nt = \"b\" s / \"a\"\n",             // through another rule
		"s = t \"a\" / \"c\"\nt = s \"b\" / \"a\"\n",             //
		"s = \"a\" t\nt = u / s\nu = \"b\" t / \"c\" s / \"\"\n", // three rules
		"s = t \"a\"\nt = u / s\nu = t \"b\" / s \"c\" / \"\"\n", //
		"s = s\n",         // no string
		"s = \"a\" s\n",   // no string
		"s = s / \"a\"\n", // both ends at once
		"s = *\"a\" s / 1*t \"c\"\nt = t \"b\" / \"a\"\n",                // one component in another
		"s = 2s1\ns1 = \"a\" s1 / \"b\"\n",                               // used twice
		"s = r \"c\" l\nr = \"a\" r / \"b\" r / \"\"\nl = [ l \"b\" ]\n", //
		"s = \"a\" s \"\" / 0\"x\" s 0<y> / \"c\"\n",                     // nothing after it, nothing before
		"s = ( \"a\" / \"b\" ) ( s / ( \"c\" s ) / 1s / *1s )\n",         // in groups
		"s = *( t \"b\" )\nt = \"a\" / \"c\" t\n",                        // in a repetition from outside
	} {
		checkLanguage(t, grammar, "s", texts)
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

// The rule that explodes is named, not the one that was asked for.
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

// A recursive rule shares its states, so that parts and spans of it are refused.
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
