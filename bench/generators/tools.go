package main

import (
	"fmt"
	"strings"

	"example.org/iri/compile/abnf"
)

// tool is another tool, run in one of its ways.
type tool struct {
	name    string // of the folder of its packages
	title   string
	command []string
	source  func(*contest, *abnf.Grammar) (string, error)
}

var tools = []tool{
	{"re2c", "re2c", []string{"re2go", "-W"}, re2cValid},
	{"re2cbits", "re2c -b", []string{"re2go", "-b"}, re2cValid},
	{"re2ctags", "re2c tags", []string{"re2go"}, re2cTags},
	{"re2ctagsbits", "re2c -b tags", []string{"re2go", "-b"}, re2cTags},
	{"ragelG2", "Ragel -G2", []string{"ragel", "-Z", "-G2"}, ragelValid},
	{"ragelT0", "Ragel -T0", []string{"ragel", "-Z", "-T0"}, ragelValid},
}

// re2c has no end of a text. A zero byte, which none of the languages has, stands for it; so there
// is nothing to test but that byte.
const re2cHead = `package %s

func peek(text string, i int) byte {
	if i < len(text) {
		return text[i]
	}
	return 0
}

// Judge reports whether text matches.
func Judge(text string) bool {
`

const re2cRules = `	/*!re2c
	re2c:define:YYCTYPE = byte;
	re2c:define:YYPEEK = "peek(text, cursor)";
	re2c:define:YYSKIP = "cursor++";
	re2c:define:YYBACKUP = "marker = cursor";
	re2c:define:YYRESTORE = "cursor = marker";
	re2c:define:YYSTAGP = "@@{tag} = cursor";
	re2c:define:YYSTAGN = "@@{tag} = -1";
	re2c:define:YYSHIFTSTAG = "@@{tag} += @@{shift}";
	re2c:yyfill:enable = 0;
`

func re2cValid(c *contest, g *abnf.Grammar) (string, error) {
	definitions, name, err := export(g, c.rule, re2cSyntax, nil)
	return fmt.Sprintf(re2cHead, c.name) + "\tvar cursor, marker int\n\t_ = marker\n" + re2cRules + definitions + "\n\t* { return false }\n\t" + name + " [\\x00] { return cursor == len(text)+1 }\n\t*/\n}\n", err
}

// re2cTags also notes where the spans lie, as they are after the last repetition.
func re2cTags(c *contest, g *abnf.Grammar) (string, error) {
	definitions, name, err := export(g, c.rule, re2cSyntax, c.spans)
	var tags []string
	for k := range c.spans {
		tags = append(tags, fmt.Sprintf("b%d", k), fmt.Sprintf("e%d", k))
	}
	list, n := strings.Join(tags, ", "), len(tags)
	return fmt.Sprintf(re2cHead, c.name) + fmt.Sprintf("\t_, ok := Parse(text)\n\treturn ok\n}\n\n"+
		"// Parse also says where the spans lie; -1 stands for none.\nfunc Parse(text string) (spans [%d]int, ok bool) {\n", n) +
		"\tvar cursor, marker int\n\t_ = marker\n\tvar " + list + " int\n\t/*!stags:re2c format = \"var @@ int\\n\"; */\n" +
		re2cRules + "\tre2c:tags = 1;\n" + definitions + "\n\t* { return spans, false }\n\t" + name +
		fmt.Sprintf(" [\\x00] { return [%d]int{%s}, cursor == len(text)+1 }\n\t*/\n}\n", n, list), err
}

func ragelValid(c *contest, g *abnf.Grammar) (string, error) {
	definitions, name, err := export(g, c.rule, ragelSyntax, nil)
	return "package " + c.name + "\n\n%%{\n\tmachine m;\n\talphtype byte;\n" + definitions + "\tmain := " + name + ";\n\twrite data noerror noentry;\n}%%\n\n" +
		"// Judge reports whether text matches.\nfunc Judge(text string) bool {\n\tdata := text\n\tcs, p, pe := 0, 0, len(data)\n\t%% write init;\n\t%% write exec;\n\treturn cs >= m_first_final\n}\n", err
}
