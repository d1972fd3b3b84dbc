package abnf

import (
	"strings"
	"testing"
)

// wildCase is a text with the rules to be read and all repairs.
type wildCase struct{ name, text, rules, notes string }

// checkWild reads texts. A library has the rules OWS and other.
func checkWild(t *testing.T, cases []wildCase) {
	t.Helper()
	for _, x := range cases {
		g, repairs, err := ParseWild("", []byte(x.text), mustParse(t, "OWS = *\" \"\nother = \"o\"\n"))
		if rules := strings.ReplaceAll(rulesOf(g), "\n", "|"); rules != x.rules || err != nil {
			t.Errorf("%s: %q is read as\n%s\nwant\n%s\nerror %v", x.name, x.text, rules, x.rules, err)
		}
		if notes := strings.TrimSuffix(lines(repairs), "\n"); notes != x.notes {
			t.Errorf("%s: %q has notes\n%s\nwant\n%s", x.name, x.text, notes, x.notes)
		}
		if err := inOrder(x.text, repairs); err != nil {
			t.Errorf("%s: %v", x.name, err)
		}
	}
}

// TestWildNotations: what is written in another notation is read, or gives way.
func TestWildNotations(t *testing.T) {
	checkWild(t, []wildCase{
		// End tags.
		{"end tag below", "a = \"%\" b\n      </pre>\n", `a = "%" b`,
			"2:7: left out: \"</pre>\""},
		{"end tags below", "<table>\n  a = b\n    </pre>\n  </td>\n    / c\nb = \"x\"\n", `a = b|b = "x"`,
			"1:1: left out: \"<table>\"\n" +
				"3:5: 3 lines left out: \"</pre>\""},
		{"end tag behind", "a = b </code> </pre>\nb = \"</b>\" ; <b>x</b>\n", `a = b|b = "</b>"`,
			"1:7: left out: \"</code>\"\n" +
				"1:15: left out: \"</pre>\""},
		{"end tag and rule", "</p> a = b\nb = <c> <d </d>\n", `a = b|b = <c> <d </d>`,
			"1:1: left out: \"</p>\"\n" +
				"1:6: rule \"a\" begins within a line"},

		// "::=" in a page of "=".
		{"ASN.1", "Value ::= OCTET STRING\n\nvalue = *b\nb = \"x\"\n\nList ::= SEQUENCE {\n    first Value }\n\nSize ::= b other\n", `value = *b|b = "x"|Size = b other`,
			"1:1: rule \"Value\" is defined at 3:1: left out: \"Value = OCTET STRING\"\n" +
				"1:7: \"::=\" read as \"=\"\n" +
				"6:1: rule \"List\" left out, it cannot be read: expected element, \"/\" or end of rule, found \"{\" (write *( x ) for { x })\n" +
				"6:6: \"::=\" read as \"=\"\n" +
				"9:6: \"::=\" read as \"=\""},
		{"ASN.1 and one rule", "AValue ::= OCTET STRING\n\navalue = *HEXDIG\n", `avalue = *HEXDIG`,
			"1:1: left out as an example: \"AValue = OCTET STRING\"\n" +
				"1:8: \"::=\" read as \"=\""},
		{"a name of a library", "Other ::= SET OF Value\n\na = other b\nb = \"x\"\n", `a = other b|b = "x"`,
			"1:1: left out as an example: \"Other = SET OF Value\"\n" +
				"1:7: \"::=\" read as \"=\""},
		{"page of ::=", "a ::= b\nb ::= \"x\"\nc = \"y\"\na = \"z\"\n", `b = "x"|c = "y"|a = "z"`,
			"1:1: rule \"a\" is defined at 4:1: left out: \"a = b\"\n" +
				"1:3: \"::=\" read as \"=\"\n" +
				"2:3: \"::=\" read as \"=\""},

		// "|".
		{"bars", "a = \"x\"\n  | b |c\n\n  | \"|\"\nb = <x|y> ; |\nc = b|\"z\" / b\n", `a = "x" / b / c / "|"|b = <x|y>|c = b / "z" / b`,
			"2:3: \"|\" read as \"/\", here and elsewhere"},
		{"bars after a page break", "a = \"x\" | b\n\nB. Author     Draft    [Page 2]\n\f\n    | \"y\"\nb = \"z\"\n", `a = "x" / b / "y"|b = "z"`,
			"1:9: \"|\" read as \"/\", here and elsewhere\n" +
				"3:1: 2 lines left out: \"B. Author Draft [Page 2]\"\n" +
				"5:5: goes on with rule \"a\" after a page break"},
		{"trailing bars", "a = \"x\" |\n    b|\n    b\nb = \"z\"\n", `a = "x" / b / b|b = "z"`,
			"1:9: \"|\" read as \"/\", here and elsewhere"},
		{"a table", "a = b | \"x\"\nb = \"y\"\n\n | Name | b |\n | b |\n", `a = b / "x"|b = "y"`,
			"1:7: \"|\" read as \"/\", here and elsewhere\n" +
				"4:2: 2 lines left out: \"| Name | b |\""},
		{"a table without bars in rules", "a = b\nb = \"y\"\n| b\n\n | b\n", `a = b|b = "y"`,
			"3:1: 2 lines left out: \"| b\""},
		{"bars give way", "a = b | \"x\"\na = b / \"y\"\nb = \"z\"\n", `a = b / "y"|b = "z"`,
			"1:1: rule \"a\" is defined at 2:1: left out: \"a = b / \\\"x\\\"\"\n" +
				"1:7: \"|\" read as \"/\", here and elsewhere"},
		{"two bars", "a = b || b | b\nb = \"z\"\n", `b = "z"`,
			"1:1: rule \"a\" left out, it cannot be read: expected element, \"/\" or end of rule, found \"|\" (ABNF separates alternatives with \"/\")\n" +
				"1:12: \"|\" read as \"/\", here and elsewhere"},

		// Single quotes.
		{"single quotes", "a = 'aB' 2'|' ';' 'don\"t' '\"' *(',')''\nb = \"'\" ; it's\n", `a = %s"aB" 2%s"|" %s";" %x64.6F.6E.22.74 %x22 *%s"," %s""|b = "'"`,
			"1:5: 'aB' read as %s\"aB\"\n" +
				"1:11: '|' read as %s\"|\"\n" +
				"1:15: ';' read as %s\";\"\n" +
				"1:19: 'don\"t' read as %x64.6F.6E.22.74\n" +
				"1:27: '\"' read as %x22\n" +
				"1:33: ',' read as %s\",\"\n" +
				"1:37: \"'\" goes without a space before it\n" +
				"1:37: '' read as %s\"\""},
		{"single quotes after a blank line", "a = 'b'\n\n   'c' b\n\nIt isn't 'x'.\nb = 'd'\n", `a = %s"b" %s"c" b|b = %s"d"`,
			"1:5: 'b' read as %s\"b\"\n" +
				"3:4: goes on with rule \"a\" after a blank line\n" +
				"3:4: 'c' read as %s\"c\"\n" +
				"5:1: left out: \"It isn't 'x'.\"\n" +
				"6:5: 'd' read as %s\"d\""},
		{"single quotes glued", "a = 'b'\"c\"'d'\nb = 'c''d'\nc = 'd\ne = 'f'\n", `a = %s"b" "c" %s"d"|e = %s"f"`,
			"1:5: 'b' read as %s\"b\"\n" +
				"1:8: \"\\\"\" goes without a space before it\n" +
				"1:11: \"'\" goes without a space before it\n" +
				"1:11: 'd' read as %s\"d\"\n" +
				"2:1: rule \"b\" left out, it cannot be read: expected white space, found \"'\" (put a space between elements)\n" +
				"3:1: rule \"c\" left out, it cannot be read: string is not closed (it ends in ' on the same line)\n" +
				"4:5: 'f' read as %s\"f\""},
	})
}

// TestWildUnmarked: of text that is not marked as ABNF those rules are taken that the marked parts
// lack.
func TestWildUnmarked(t *testing.T) {
	checkWild(t, []wildCase{
		{"needed", "~~~~ abnf\nredirect = \"redirect_uri=\" value\n~~~~\n    value     = 1*%x20-7E\n", `redirect = "redirect_uri=" value|value = 1*%x20-7E`,
			"1:1: only the 1 parts marked as ABNF are read, other lines give rules that these lack\n" +
				"4:5: rule \"value\" comes from text that is not marked as ABNF"},
		{"needed in turn", "~~~ abnf\na = b\n~~~\n\n b = \"x\" c / e\n d = \"y\"\n\nProse:\n\n c =\u00a0b / \u201cy\u201d\n", `a = b|b = "x" c / e|c = b / "y"`,
			"1:1: only the 1 parts marked as ABNF are read, other lines give rules that these lack\n" +
				"5:2: rule \"b\" comes from text that is not marked as ABNF\n" +
				"10:2: rule \"c\" comes from text that is not marked as ABNF\n" +
				"10:5: U+00A0 read as a space\n" +
				"10:11: \u201cy\u201d read as \"y\""},
		{"with a meaning", "```abnf\na = \"x\"\n```\nProse.\n\n  b = 1*DIGIT a\n  c = b other\n  d = c e\n  f = d b\n  g = <h>\n", `a = "x"|b = 1*DIGIT a|c = b other`,
			"1:1: only the 1 parts marked as ABNF are read, other lines give rules that these lack\n" +
				"6:3: rule \"b\" comes from text that is not marked as ABNF\n" +
				"7:3: rule \"c\" comes from text that is not marked as ABNF"},
		{"no rules", "```abnf\na = \"x\" k\n```\nlet i = \"y\"\nk=\"z\"\n  j = \"y\"\n```go\nl = a a\n```\n", `a = "x" k`,
			"1:1: only the 1 parts marked as ABNF are read, 8 other lines left out"},
		{"defined", "```abnf\na = \"x\" b\nb = c,\n```\n  a = 2\"y\"\n  b = \"z\"\n  other = 2\"o\"\n  DIGIT = 2\"1\"\n  a =/ \"v\"\n  e =/ \"w\"\n", `a = "x" b`,
			"1:1: only the 1 parts marked as ABNF are read, 8 other lines left out\n" +
				"3:1: rule \"b\" left out, it cannot be read: expected element, \"/\" or end of rule, found \",\" (the elements of a concatenation stand side by side, without a comma)"},
		{"twice", "```abnf\na = \"x\" b\n```\n  b = 2\"y\"\n\n  b = 2\"z\"\n\n  c = 2\"y\"\n\n  c = 2\"y\"\n", `a = "x" b|c = 2"y"`,
			"1:1: only the 1 parts marked as ABNF are read, other lines give rules that these lack\n" +
				"8:3: rule \"c\" comes from text that is not marked as ABNF"},
		{"open fence", "```\nb = 2a\n```\n```abnf\na = \"x\"", `b = 2a|a = "x"`,
			"1:1: only the 1 parts marked as ABNF are read, other lines give rules that these lack\n" +
				"2:1: rule \"b\" comes from text that is not marked as ABNF"},
		{"Bikeshed", "<pre class=\"abnf\">\na = b\n</pre>\n<pre dfn-type=\"grammar\" link-type=\"grammar\">\n<dfn>b</dfn> = \"'\" <a>c</a>\n</pre>\n<pre>\nc = 2\"x\"\n</pre>\n<pre><code class=lang-abnf>\nd = c\n</code></pre>\n", `a = b|b = "'" c|c = 2"x"|d = c`,
			"1:1: only the 3 parts marked as ABNF are read, other lines give rules that these lack\n" +
				"8:1: rule \"c\" comes from text that is not marked as ABNF"},
		{"references", "<artwork type=\"abnf\">a = &lt;other, see <xref target=\"X\" section=\"2\"/>&gt;\nb = &lt;other, defined in <xref target=\"Y\"></xref>&gt; / &lt;c, see <xref target=\"Z\">[Z]</xref>&gt; / &lt;d<br/>, see <eref x=\"y\" target=\"Z\"/>&gt;</artwork>", `a = other|b = other / <c, see [Z]> / <d, see Z>`,
			"1:1: only the 1 parts marked as ABNF are read, 0 other lines left out\n" +
				"1:26: <other, see X> read as rule \"other\"\n" +
				"2:5: <other, defined in Y> read as rule \"other\""},
	})
}
