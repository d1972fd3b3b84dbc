package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp/syntax"
	"strings"
	"unicode"

	"example.org/iri/bench"
	"example.org/iri/internal/expression"
)

// source is the template of the input of re2go, with the package and the expression. A zero byte, which is in none of
// the languages, marks the end of a string, so that the generated code only tests that byte.
const source = `package %s

func peek(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// Valid reports whether s matches.
func Valid(s string) (ok bool) {
	var cursor, marker int
	_ = marker
	/*!re2c
	re2c:define:YYCTYPE = byte;
	re2c:define:YYPEEK = "peek(s, cursor)";
	re2c:define:YYSKIP = "cursor++";
	re2c:define:YYBACKUP = "marker = cursor";
	re2c:define:YYRESTORE = "cursor = marker";
	re2c:yyfill:enable = 0;

	* { return }
	%s [\x00] { return cursor == len(s)+1 }
	*/
}
`

// re2c generates a package with re2go, with function Valid, or no code if re2go is not installed.
func (r *rule) re2c(folder string) ([]code, error) {
	if _, err := exec.LookPath("re2go"); err != nil {
		fmt.Fprintf(os.Stderr, "generators: no re2go: re2c of rule %s is left out\n", r.name)
		return nil, nil
	}
	re, err := r.expression()
	if err != nil {
		return nil, err
	}
	name := "re2c" + r.identifier()
	file := filepath.Join(folder, name, "source")
	if err := writeFile(file, fmt.Sprintf(source, name, node(re))); err != nil {
		return nil, err
	}
	err = command("re2go", "-W", "--utf8", "-o", filepath.Join(folder, name, "code.go"), file)
	return []code{{r.name, "re2c", name, "if " + name + ".Valid(s) { n++ }"}}, err
}

func (r *rule) expression() (*syntax.Regexp, error) {
	g, err := bench.Grammar(filepath.Join(root, r.grammar))
	if err != nil {
		return nil, err
	}
	if r.imports != "" {
		h, err := bench.Grammar(filepath.Join(root, r.imports))
		if err != nil {
			return nil, err
		}
		g.Import(h)
	}
	text, err := expression.Of(g, r.name)
	if err != nil {
		return nil, err
	}
	return syntax.Parse(text, syntax.Perl)
}

func node(re *syntax.Regexp) string {
	var sub []string
	for _, x := range re.Sub {
		sub = append(sub, node(x))
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			either := []rune{c, c}
			if re.Flags&syntax.FoldCase != 0 { // for a parsed [Xx]
				other := unicode.SimpleFold(c)
				either = append(either, other, other)
			}
			sub = append(sub, class(either))
		}
		return group(sub, " ")
	case syntax.OpCharClass:
		return class(re.Rune)
	case syntax.OpConcat:
		return group(sub, " ")
	case syntax.OpAlternate:
		return group(sub, " | ")
	case syntax.OpStar:
		return "(" + sub[0] + "*)"
	case syntax.OpPlus:
		return "(" + sub[0] + "+)"
	case syntax.OpQuest:
		return "(" + sub[0] + "?)"
	case syntax.OpRepeat:
		return "(" + sub[0] + strings.Replace(fmt.Sprintf("{%d,%d})", re.Min, re.Max), "-1", "", 1)
	case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText:
		return `""`
	}
	panic(fmt.Sprint("operator ", re.Op))
}

func group(list []string, between string) string { return "(" + strings.Join(list, between) + ")" }

func class(ranges []rune) string {
	var b strings.Builder
	for i := 0; i < len(ranges); i += 2 {
		fmt.Fprintf(&b, `\U%08x-\U%08x`, ranges[i], ranges[i+1])
	}
	return "[" + b.String() + "]"
}
