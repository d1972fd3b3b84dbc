package answer

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit"
)

// playground returns requests with the grammars of the page, and with invalid grammars of each kind.
func playground(t *testing.T) (list []Request) {
	var a Rules
	if err := json.Unmarshal(request(t, Request{Kind: "rules"}), &a); err != nil {
		t.Fatal(err)
	}
	for _, x := range a.Grammars {
		list = append(list, Request{Grammar: x.Grammar, Rule: x.Rule})
	}
	for _, text := range []string{
		"", "a = |\n", "a = b <c>\nb = DIGIT / x\n", "a = [ a \"x\" a ]\n", "a = \"x\"\na = \"y\"\nb =/ a\n", "a = 1*5000( 3000\"a\" )\n", "a = \"\" a\n",
		"A = b\nB = %x00-FFFFFF\n", "a = %xD800\n",
	} {
		list = append(list, Request{Grammar: text, Rule: "a"}, Request{Grammar: text})
	}
	return append(list, Request{Grammar: "The rule is\n\n  <a> ::= 'x' | b\n", Wild: true})
}

// TestPlayground is a golden test of the answers for a few grammars.
func TestPlayground(t *testing.T) {
	var all []byte
	for _, r := range playground(t) {
		for _, r.Kind = range []string{"grammar", "lint"} {
			first, _, _ := strings.Cut(strings.TrimLeft(r.Grammar, "; "), "\n")
			all = fmt.Appendf(all, "%s of %s\n%s\n", r.Kind, marshal(first), request(t, r))
		}
	}
	lines := strings.NewReplacer("},{", "},\n\t{", "],\"", "],\n\"")
	testkit.Golden(t, "testdata/playground.golden", lines.Replace(string(all)))
}

// TestPlaygroundAgrees requires that samples match their rule, and that a rule without samples or diagram has a fault
// that explains it.
func TestPlaygroundAgrees(t *testing.T) {
	for _, r := range playground(t) {
		var s Samples
		r.Kind = "samples"
		if err := json.Unmarshal(request(t, r), &s); err != nil {
			t.Fatal(err)
		}
		if (len(s.Faults) > 0) != (len(s.Cover) == 0) {
			t.Errorf("%q: %d samples, faults %v", r.Grammar, len(s.Cover), s.Faults)
		}
		r.Text = "x"
		if d := railroadsOf(t, r); r.Grammar != "" && (len(d.Rules) == 0) != (len(d.Faults) > 0) {
			t.Errorf("%q: %d diagrams, faults %v", r.Grammar, len(d.Rules), d.Faults)
		}
		g, err := abnf.Parse([]byte(r.Grammar))
		if len(s.Faults) > 0 || err != nil {
			continue
		}
		a, err := compile.Compile(g, r.Rule, nil)
		if err != nil {
			continue // exceeds maxStates
		}
		for i, text := range append(s.Cover, s.Random...) {
			if !dfa.Match(a, text) {
				t.Errorf("%q: sample %q does not match", r.Grammar, text)
			}
			if r.Text = text; i < 5 && railroadsOf(t, r).Offset >= 0 {
				t.Errorf("%q: sample %q does not match in the diagram", r.Grammar, text)
			}
		}
	}
}

// TestRulesOfGrammar compares the states of rules with package compile, and references with their inverses.
func TestRulesOfGrammar(t *testing.T) {
	var a Grammar
	json.Unmarshal(request(t, Request{Kind: "grammar", Rule: "B", Grammar: "a = b \"x\" / c\nb = 1*DIGIT\nc = a / none\n"}), &a)
	var lines []string
	for _, r := range a.Rules {
		lines = append(lines, fmt.Sprintf("%s %d %v %v %d", r.Name, r.Line, r.Refers, r.Used, r.States))
		if (r.States == 0) != (r.Why != "") {
			t.Errorf("%+v", r)
		}
	}
	if got, want := strings.Join(lines, "; "), "a 1 [b c] [c] 0; b 2 [DIGIT] [a] 2; c 3 [a none] [a] 0"; got != want || a.Rule != "b" {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := fmt.Sprint(a.Faults), `[{3 9 rule "none" is not defined}]`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestLimits requires answers to stop early for many or large rules.
func TestLimits(t *testing.T) {
	var many, large strings.Builder
	for i := range mostCompiled + 2 {
		fmt.Fprintf(&many, "r%d = \"x\"\n", i)
	}
	for i := range mostTooLarge + 2 {
		fmt.Fprintf(&large, "r%d = *(\"a\" / \"b\") \"a\" 4%d(\"a\" / \"b\")\n", i, i)
	}
	for _, x := range []struct {
		grammar, last string
		compiled      int
	}{
		{many.String(), "only the first 100 rules are compiled", mostCompiled},
		{large.String(), "not compiled, as 3 rules before it are too large", 0},
	} {
		var a Grammar
		json.Unmarshal(request(t, Request{Kind: "grammar", Grammar: x.grammar}), &a)
		compiled := 0
		for _, r := range a.Rules {
			if r.States > 0 {
				compiled++
			}
		}
		if last := a.Rules[len(a.Rules)-1].Why; compiled != x.compiled || last != x.last {
			t.Errorf("%d compiled, the last: %s, the first: %s", compiled, last, a.Rules[0].Why)
		}
	}
}
