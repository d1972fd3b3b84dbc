package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

// repeat joins the results of a format for 0, 1, ... n-1.
func repeat(n int, format string, args ...func(i int) any) string {
	var b strings.Builder
	for i := range n {
		list := []any{}
		for _, arg := range args {
			list = append(list, arg(i))
		}
		fmt.Fprintf(&b, format, list...)
	}
	return b.String()
}

func plus(k int) func(i int) any { return func(i int) any { return i + k } }

func modulo(k, n int) func(i int) any { return func(i int) any { return (i + k) % n } }

// hostile are grammars that require much time or memory, with the expected error for rule a0, or "" if it compiles.
func hostile() map[string][2]string {
	letters := func(i int) any { return string(rune('a' + i%26)) }
	return map[string][2]string{
		"a large text":        {"a0 = \"x\"\n; " + strings.Repeat("x", 10_000_000) + "\n", "abnfc: g.abnf: the grammar has more than 1048576 bytes\n"},
		"NUL":                 {"a0 = \"x\" \x00\n", "g.abnf:1:10: expected element, \"/\" or end of rule, found control character U+0000 (write a control character as %x00)\n"},
		"invalid UTF-8":       {"a0 = \"\xff\"\n", "g.abnf:1:7: byte 0xFF in string"},
		"deep groups":         {"a0 = " + strings.Repeat("(", 1001) + "\"x\"" + strings.Repeat(")", 1001) + "\n", "g.abnf:1:1006: nesting is deeper than 1000 levels"},
		"a huge count":        {"a0 = 999999999*ALPHA\n", "g.abnf:1:6: rule a0: more than 262144 states of the NFA (4 times --max-states)\n"},
		"counts of counts":    {"a0 = 99999a1\na1 = 99999a2\na2 = *99999\"x\"\n", "g.abnf:3:1: rule a2: more than 65536 states of the DFA (--max-states)\n"},
		"an enormous number":  {"a0 = %x41-99999999999999999999\n", "g.abnf:1:11: value %x99999999999999999999 is above %x10FFFF, the last code point\n"},
		"an enormous count":   {"a0 = 99999999999999999999\"x\"\n", "g.abnf:1:6: repetition count 99999999999999999999 is too large"},
		"recursion":           {"a0 = \"(\" a0 \")\" / \"\"\n", "g.abnf:1:10: rule a0 refers to itself in the middle of a rule"},
		"a chain":             {repeat(10_000, "a%d = a%d\n", plus(0), plus(1)) + "a10000 = \"x\"\n", ""},
		"doubling":            {repeat(60, "a%d = a%d a%d\n", plus(0), plus(1), plus(1)) + "a60 = \"x\"\n", "g.abnf:45:1: rule a44: more than 65536 states of the DFA (--max-states)\n"},
		"a cycle":             {repeat(9_000, "a%d = \"x\" a%d / \"y\" a%d\n", plus(0), modulo(1, 9_000), modulo(7, 9_000)), ""},
		"many alternatives":   {"a0 = \"x\"\n" + repeat(50_000, " / \"y\"\n"), ""},
		"many options":        {"a0 =" + repeat(20_000, " [ \"%v\" ]", letters) + "\n", "g.abnf:1:1: rule a0: more than 16777216 states of the NFA in all states of the DFA together (256 times --max-states)\n"},
		"a window":            {"a0 = *( \"a\" / \"b\" ) \"a\" 20000( \"a\" / \"b\" )\n", "g.abnf:1:1: rule a0: more than 65536 states of the DFA (--max-states)\n"},
		"many code points":    {"a0 = 9000( %x0-10FFFF )\n", "g.abnf:1:1: rule a0: more than 65536 states of the DFA (--max-states)\n"},
		"a long string":       {"a0 = \"" + strings.Repeat("x", 900_000) + "\"\n", "g.abnf:1:6: rule a0: more than 262144 states of the NFA (4 times --max-states)\n"},
		"many undefined":      {"a0 = b0\n" + repeat(20_000, " / undefined-name-%d\n", plus(0)) + repeat(20_000, "b%d = \"x\"\n", plus(0)), "g.abnf:2:4: rule \"undefined-name-0\" is not defined"},
		"faults in all lines": {repeat(20_000, "a%d = |\n", plus(0)), "g.abnf:1:6: expected element, found \"|\""},
	}
}

// TestHostileGrammars checks that excessive grammars give an error with a position and the limit, and no output.
func TestHostileGrammars(t *testing.T) {
	each := [][]string{nil, {"--wild"}}
	if !*testkit.Long {
		each = each[:1]
	}
	for name, test := range hostile() {
		if !*testkit.Long && slices.Contains([]string{"many options", "doubling", "many code points", "counts of counts"}, name) {
			continue // these take as long as all others together
		}
		t.Run(name, func(t *testing.T) {
			folder(t, "g.abnf", test[0])
			for _, flags := range each {
				r := abnfc(append(append([]string{"compile", "--rule", "a0", "--pkg", "p", "-o", "out.go"}, flags...), "g.abnf")...)
				if test[1] == "" {
					if r.code != 0 || strings.Count(r.stderr, ": note: ") != strings.Count(r.stderr, "\n") {
						t.Errorf("%v: status %d, on stderr\n%.500s", flags, r.code, r.stderr)
					}
					continue
				}
				if r.code != 1 || r.stdout != "" || flags == nil && !strings.HasPrefix(r.stderr, test[1]) {
					t.Errorf("%v: status %d, on stdout %q, on stderr\n%.500s\nwant %s", flags, r.code, r.stdout, r.stderr, test[1])
				}
				holds(t, ".", "g.abnf")
			}
		})
	}
}

// TestManyRules checks the limit of rules in a file.
func TestManyRules(t *testing.T) {
	folder(t, "g.abnf", repeat(4097, "a%d = \"x\"\n", plus(0)))
	r := abnfc("compile", "--pkg", "p", "-o", "out.go", "g.abnf")
	if want := "abnfc: g.abnf: 4097 rules, and a file holds at most 4096; choose some by --rule\n"; r.code != 1 || r.stderr != want {
		t.Errorf("status %d, on stderr %s", r.code, r.stderr)
	}
	holds(t, ".", "g.abnf")
}
