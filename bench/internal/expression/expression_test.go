package expression_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/bench/internal/expression"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/testkit/matcher"
	"example.org/iri/rule"
)

// TestAgree: the expression of a rule agrees with its automaton on cases of module iri.
func TestAgree(t *testing.T) {
	cases := inputs(t)
	for _, file := range []string{"rfc3986.abnf", "rfc3987.abnf"} {
		g := matcher.ParseFile(t, filepath.Join("..", "..", "..", "tables", file))
		for rule := range rule.All() {
			if g.Lookup(rule.String()) == nil {
				continue // of the other grammar, or derived
			}
			text, err := expression.RE2(g, rule.String())
			if err != nil {
				t.Fatal(err)
			}
			re := regexp.MustCompile(text)
			for _, s := range cases {
				if want := rule.ValidString(s); re.MatchString(s) != want {
					t.Errorf("%v: %q: the automaton has %t, and the expression not", rule, s, want)
				}
			}
		}
	}
}

// inputs returns the cases, and some changed by a byte.
func inputs(t *testing.T) (list []string) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var c struct{ Input string }
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		s, err := strconv.Unquote(`"` + c.Input + `"`)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s, s+"\n", s+"\xff", strings.ToUpper(s), strings.Replace(s, ":", "\u212a", 1))
	}
	return list
}

func TestExpression(t *testing.T) {
	for _, test := range []struct{ grammar, want string }{
		{`a = "x1."`, `\A(?:[Xx]1\.)\z`},
		{`a = %s"x"`, `\A(?:x)\z`},
		{`a = ""`, `\A(?:)\z`},
		{`a = %x61 / %x62-7A / %d13.10`, `\A(?:(?:\x{61})|[\x{62}-\x{7A}]|(?:\x{D}\x{A}))\z`},
		{`a = *"/" 1*"?" [ "#" ] 2"," 2*3b` + "\n" + `b = "&"`, `\A(?:(?:(?:/){0,})(?:(?:\?){1,})(?:(?:#){0,1})(?:(?:,){2})(?:(?:&){2,3}))\z`},
		{`a = 0<prose>`, `\A(?:)\z`},
	} {
		g, err := abnf.Parse([]byte(test.grammar + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := expression.RE2(g, "a")
		if err == nil {
			_, err = regexp.Compile(got)
		}
		if err != nil || got != test.want {
			t.Errorf("%s\ngot  %s (%v)\nwant %s", test.grammar, got, err, test.want)
		}
	}
}

func TestNoExpression(t *testing.T) {
	for _, test := range []struct{ grammar, want string }{
		{`a = "(" [ a ] ")"`, "1:11: a refers to itself"},
		{"a = b\nb = c\nc = *b", "3:6: b refers to itself"},
		{`a = b`, "is not defined"},
		{`a = <prose>`, "prose"},
	} {
		g, err := abnf.Parse([]byte(test.grammar + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := expression.RE2(g, "a"); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %q, %v, want an error with %q", test.grammar, got, err, test.want)
		}
	}
}
