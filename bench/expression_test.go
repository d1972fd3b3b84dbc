package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wasilibs/go-re2"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/expression"
	"example.org/iri/rule"
)

var root = filepath.Join("..", "..")

func mustReadGrammars(t *testing.T) grammars {
	t.Helper()
	g, err := readGrammars(root)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// caseInputs returns the texts of the cases of module iri, and some changed by a byte.
func caseInputs(t *testing.T) []string {
	t.Helper()
	f, err := os.Open(filepath.Join(root, "testdata", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var texts []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c struct{ Input string }
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		text, err := strconv.Unquote(`"` + c.Input + `"`)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text, text+"\n", text+"\xff", strings.ToUpper(text), strings.Replace(text, ":", "\u212a", 1))
	}
	slices.Sort(texts)
	if texts = slices.Compact(texts); len(texts) < 2000 {
		t.Fatalf("only %d texts", len(texts))
	}
	return texts
}

// TestExpressionsAndAutomata: two translations of each rule agree.
func TestExpressionsAndAutomata(t *testing.T) {
	g, texts := mustReadGrammars(t), caseInputs(t)
	if testing.Short() {
		texts = texts[:len(texts)/16]
	}
	for rule := range rule.All() {
		if g.defining(rule.String()).Lookup(rule.String()) == nil {
			continue // a derived language
		}
		text, err := expression.RE2(g.defining(rule.String()), rule.String())
		if err != nil {
			t.Fatal(err)
		}
		standard, wasm := regexp.MustCompile(text), re2.MustCompile(text)
		for _, text := range texts {
			want := rule.ValidString(text)
			if got := standard.MatchString(text); got != want {
				t.Errorf("%v %q: regexp says %v", rule, text, got)
			}
			if got := wasm.MatchString(text); got != want {
				t.Errorf("%v %q: re2 says %v", rule, text, got)
			}
		}
	}
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
