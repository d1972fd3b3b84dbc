package compile_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/testkit/matcher"
)

// FuzzCompile compiles whatever is a grammar: nothing panics, no automaton fails
// Check, a slow reader of the tree agrees on texts of ASCII, and marks, parts and spans do
// not change the language.
func FuzzCompile(f *testing.F) {
	for _, text := range []string{
		"r = a \"/\" b\na = *\"x\"\nb = 1*2a\n",           // a mark that holds
		"r = \"y\" *b\nb = *r\n",                          // recursion
		"r = \"x\" r / b \"/\"\nb = b \"y\" / \"\"\n",     // that is regular
		"r = %xD7FE-E001 / %x10FFFF b\nb = 0<prose>\n",    // UTF-8
		"r = *( *( *\"a\" / b ) b )\nb = [ [ \"c\" ] ]\n", // loops over the empty text
		"r = 3*5( \"a\" / b )\nb = %d65.66 %s\"x\"\n",     // copies
		"r = %xD800 b\nb = \"x\"\n",                       // no text at all
	} {
		f.Add(text, "x/xab")
	}
	f.Fuzz(func(t *testing.T, grammar, text string) {
		g, err := abnf.Parse([]byte(grammar))
		if err != nil || len(grammar) > 200 {
			return
		}
		var rules []string
		for r := range g.Rules() {
			rules = append(rules, r.Name)
		}
		if len(rules) == 0 {
			return
		}
		a, err := Compile(g, rules[0], &Options{MaxStates: 500})
		if err != nil {
			return
		}
		if err := a.Check(); err != nil {
			t.Fatal(err)
		}
		if isShortASCII(text) && dfa.Match(a, text) != matcher.Matches(g, rules[0], text) {
			t.Errorf("%q accepted: %t", text, dfa.Match(a, text))
		}
		last := rules[len(rules)-1:]
		compareWithSpans(t, a, g, last, text)
		for _, opts := range []*Options{{Marks: last, MaxStates: 500}, {Parts: last, MaxStates: 500}} {
			b, err := Compile(g, rules[0], opts)
			if err != nil {
				continue
			}
			if err := b.Check(); err != nil {
				t.Fatal(err)
			}
			if w, equal := matcher.Equivalent(a, b); !equal {
				t.Errorf("options %v change the language, as %q shows", opts, w)
			}
			var m dfa.Marks
			if dfa.Locate(b, text, &m) != dfa.Match(a, text) || int(m[0]) > len(text) {
				t.Errorf("%q: mark at %d", text, m[0])
			}
		}
	})
}

func isShortASCII(text string) bool {
	return len(text) < 20 && !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

// compareWithSpans compares an automaton with one that has spans, if there is one.
func compareWithSpans(t *testing.T, a *dfa.Automaton, g *abnf.Grammar, names []string, text string) {
	b, err := Spans(g, a.Name, names, &Options{MaxStates: 500})
	if err != nil {
		return
	}
	if err := b.Check(); err != nil {
		t.Fatal(err)
	}
	if w, equal := matcher.Equivalent(a, &b.Automaton); !equal {
		t.Errorf("spans change the language, as %q shows", w)
	}
	spans, ok := find(t, b, text)
	if ok != dfa.Match(a, text) {
		t.Errorf("%q found: %t", text, ok)
	}
	for _, s := range spans {
		if s != matcher.Nowhere && (s.Start < 0 || s.Start > s.End || s.End > len(text)) {
			t.Errorf("%q: spans %v", text, spans)
		}
	}
}
