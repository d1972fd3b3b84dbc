package main

import (
	"fmt"
	"path/filepath"
	"regexp/syntax"
	"slices"
	"strings"
	"text/template"
	"unicode"

	"example.org/iri/bench"
	"example.org/iri/bench/internal/expression"
	"example.org/iri/compile"
)

// A tool is re2c, run in one of its ways.
type tool struct {
	name, identifier string
	command          []string
	tagged           bool // spans are between two tags
}

var tools = []tool{
	{"re2c", "re2c", []string{"re2go", "-W", "--utf8"}, false},
	{"re2c -T", "re2ct", []string{"re2go", "-W", "--utf8", "-T"}, true},
}

// A source is the data of template re2c.
type source struct {
	Package, Expression string
	Groups              []string // of the rules whose spans are returned
}

// re2c has no end of a string. A zero byte, which none of the languages has, stands for it; so there
// is nothing to test but that byte.
//
// With tags, it returns where groups begin and end; -1 for those that are absent. Groups that may occur more
// than once have m-tags: each is the last of a list in a trie, which ends with 0.
const re2c = `package {{.Package}}

func peek(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

{{if .Groups}}
type Spans struct { {{range .Groups}}
	b_{{.}}, e_{{.}} int{{end}}
	list [128]offset
	n    int
}

type offset struct { at, before int32 }

func (p *Spans) add(before, at int) int {
	p.n++
	p.list[p.n] = offset{int32(at), int32(before)}
	return p.n
}

// Parse reports whether s matches, and where groups are.
func Parse(s string) (p Spans, ok bool) {
	{{range .Groups}}
	var b_{{.}}, e_{{.}} int{{end}}
	/*!stags:re2c format = "var @@ int;\n"; */
	/*!mtags:re2c format = "var @@ int;\n"; */
{{else}}
// Valid reports whether s matches.
func Valid(s string) (ok bool) {
{{end}}
	var cursor, marker int
	_ = marker
	/*!re2c
	re2c:define:YYCTYPE = byte;
	re2c:define:YYPEEK = "peek(s, cursor)";
	re2c:define:YYSKIP = "cursor++";
	re2c:define:YYBACKUP = "marker = cursor";
	re2c:define:YYRESTORE = "cursor = marker";
	re2c:define:YYSTAGP = "@@ = cursor";
	re2c:define:YYSTAGN = "@@ = -1";
	re2c:define:YYMTAGP = "@@ = p.add(@@, cursor)";
	re2c:define:YYMTAGN = "@@ = @@";
	re2c:define:YYSHIFTMTAG = "p.list[@@{tag}].at += @@{shift}";
	re2c:define:YYSHIFTSTAG = "@@{tag} += @@{shift}";
	re2c:yyfill:enable = 0;

	* { return }
	{{.Expression}} [\x00] {
		{{range .Groups}}
		p.b_{{.}}, p.e_{{.}} = b_{{.}}, e_{{.}}{{end}}
		ok = cursor == len(s)+1
		return
	}
	*/
}
`

// export returns the source of a package.
func (t *tool) export(r *rule, name string) (string, error) {
	re, lists, err := t.expression(r)
	if err != nil {
		return "", err
	}
	data := source{Package: name, Expression: node(re, lists), Groups: re.CapNames()[1:]}
	var b strings.Builder
	err = template.Must(template.New("").Parse(re2c)).Execute(&b, data)
	return b.String(), err
}

// expression returns a rule as the expression that package regexp would take, and the groups that may occur
// more than once.
func (t *tool) expression(r *rule) (re *syntax.Regexp, lists []string, err error) {
	g, err := bench.Grammar(filepath.Join(root, r.grammar))
	if err != nil {
		return nil, nil, err
	}
	if r.imports != "" {
		h, err := bench.Grammar(filepath.Join(root, r.imports))
		if err != nil {
			return nil, nil, err
		}
		g.Import(h)
	}
	var groups []string
	if t.tagged {
		groups = strings.Split(r.spans, ",")
	}
	text, err := expression.RE2(g, r.name, groups...)
	if err != nil {
		return nil, nil, err
	}
	tagged, err := compile.Spans(g, r.name, groups, nil)
	if err != nil {
		return nil, nil, err
	}
	for k, name := range groups {
		if tagged.Repeats>>k&1 != 0 {
			lists = append(lists, strings.ReplaceAll(name, "-", "_"))
		}
	}
	re, err = syntax.Parse(text, syntax.Perl)
	return re, lists, err
}

// node converts re to an expression of re2c, which may be part of any other. The groups in lists may repeat.
func node(re *syntax.Regexp, lists []string) string {
	var sub []string
	for _, x := range re.Sub {
		sub = append(sub, node(x, lists))
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			either := []rune{c, c}
			if re.Flags&syntax.FoldCase != 0 { // as [Xx] is parsed
				other := unicode.SimpleFold(c)
				either = append(either, other, other)
			}
			sub = append(sub, class(either))
		}
		return group(sub, " ")
	case syntax.OpCharClass:
		return class(re.Rune)
	case syntax.OpCapture:
		tag := "@"
		if slices.Contains(lists, re.Name) {
			tag = "#"
		}
		return group([]string{tag + "b_" + re.Name, sub[0], tag + "e_" + re.Name}, " ")
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

// class returns an expression for ranges of characters.
func class(ranges []rune) string {
	var b strings.Builder
	for i := 0; i < len(ranges); i += 2 {
		fmt.Fprintf(&b, `\U%08x-\U%08x`, ranges[i], ranges[i+1])
	}
	return "[" + b.String() + "]"
}
