package compile_test

import (
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// FuzzCompile compiles whatever is a grammar: nothing panics, no automaton fails
// Check, and a mark or a part does not change the language.
func FuzzCompile(f *testing.F) {
	for _, text := range []string{
		"r = a \"/\" b\na = *\"x\"\nb = 1*2a\n",           // a mark that holds
		"r = \"y\" *b\nb = *r\n",                          // recursion
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
		last := rules[len(rules)-1:]
		for _, opts := range []*Options{{Marks: last, MaxStates: 500}, {Parts: last, MaxStates: 500}} {
			b, err := Compile(g, rules[0], opts)
			if err != nil {
				continue
			}
			if err := b.Check(); err != nil {
				t.Fatal(err)
			}
			if w, equal := Equivalent(a, b); !equal {
				t.Errorf("options %v change the language, as %q shows", opts, w)
			}
			var m dfa.Marks
			if dfa.Locate(b, text, &m) != dfa.Match(a, text) || int(m[0]) > len(text) {
				t.Errorf("%q: mark at %d", text, m[0])
			}
		}
	})
}
