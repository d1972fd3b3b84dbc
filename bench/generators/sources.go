package main

import (
	"fmt"
	"path/filepath"
	"regexp/syntax"
	"strings"
	"unicode"

	"example.org/iri/bench"
	"example.org/iri/internal/expression"
	"example.org/iri/internal/unicodeclass"
)

// A tool is another program, run in one of its ways.
type tool struct {
	name, identifier string
	command          []string
	source           string // format, with a package and an expression
	bytes, then      string // format of a range of bytes, and what stands between two expressions
}

var tools = []tool{
	{"re2c", "re2c", []string{"re2go", "-W"}, re2c, `[\x%02x-\x%02x]`, " "},
	{"re2c -b", "re2cb", []string{"re2go", "-b"}, re2c, `[\x%02x-\x%02x]`, " "},
	{"Ragel -G2", "ragel", []string{"ragel", "-Z", "-G2"}, ragel, "0x%02x..0x%02x", " . "},
}

// re2c has no end of a string. A zero byte, which none of the languages has, stands for it; so there
// is nothing to test but that byte.
const re2c = `package %s

func peek(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// Valid reports whether s matches.
func Valid(s string) bool {
	var cursor, marker int
	_ = marker
	/*!re2c
	re2c:define:YYCTYPE = byte;
	re2c:define:YYPEEK = "peek(s, cursor)";
	re2c:define:YYSKIP = "cursor++";
	re2c:define:YYBACKUP = "marker = cursor";
	re2c:define:YYRESTORE = "cursor = marker";
	re2c:yyfill:enable = 0;

	* { return false }
	%s [\x00] { return cursor == len(s)+1 }
	*/
}
`

const ragel = `package %s

%%%%{
	machine m;
	alphtype byte;
	main := %s;
	write data noerror noentry;
}%%%%

// Valid reports whether s matches.
func Valid(s string) bool {
	data := s
	cs, p, pe := 0, 0, len(data)
	%%%% write init;
	%%%% write exec;
	return cs >= m_first_final
}
`

// export returns a rule as an expression of bytes: by way of the one that package regexp would take.
func (t *tool) export(r *rule) (string, error) {
	g, err := bench.Grammar(filepath.Join(root, r.grammar))
	if err != nil {
		return "", err
	}
	text, err := expression.RE2(g, r.name)
	if err != nil {
		return "", err
	}
	re, err := syntax.Parse(text, syntax.Perl)
	return t.node(re), err
}

// node returns an expression that can stand anywhere.
func (t *tool) node(re *syntax.Regexp) string {
	var sub []string
	for _, x := range re.Sub {
		sub = append(sub, t.node(x))
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			either := []rune{c, c}
			if re.Flags&syntax.FoldCase != 0 { // as [Xx] is parsed
				other := unicode.SimpleFold(c)
				either = append(either, other, other)
			}
			sub = append(sub, t.class(either))
		}
		return group(sub, t.then)
	case syntax.OpCharClass:
		return t.class(re.Rune)
	case syntax.OpConcat:
		return group(sub, t.then)
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

// class returns an expression for ranges of characters.
func (t *tool) class(ranges []rune) string {
	var all []string
	for i := 0; i < len(ranges); i += 2 {
		for _, sequence := range unicodeclass.New(unicodeclass.Range{Lo: ranges[i], Hi: ranges[i+1]}).Sequences() {
			var list []string
			for _, b := range sequence {
				list = append(list, fmt.Sprintf(t.bytes, b.Lo, b.Hi))
			}
			all = append(all, group(list, t.then))
		}
	}
	return group(all, " | ")
}
