package wild

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/testkit"
)

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func mustParse(t testing.TB, text string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestPages reads the clean grammar in testdata with five kinds of damage. It compares the rules with the clean ones
// and the repairs with golden texts.
func TestPages(t *testing.T) {
	clean := mustParse(t, string(readFile(t, "testdata/clean.abnf")))
	var all strings.Builder
	for _, x := range []struct {
		name    string
		rename  string // a misspelled name, and the correct one
		lacking string // rules missing in the text
	}{
		{"page", "yaer year", "entry name note"},
		{"line", "", ""},
		{"bottomup", "", ""},
		{"catalog", "", "year month date time zone name note sign"},
		{"around", "", ""},
	} {
		page, err := Parse(x.name+".txt", readFile(t, "testdata/"+x.name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString("== " + x.name + "\n" + lines(page.Repairs))
		if old, name, found := strings.Cut(x.rename, " "); found {
			if places, err := page.Rename(old, name); err != nil || len(places) != 1 {
				t.Errorf("renaming %s: %v, %v", old, places, err)
			}
		}
		lacking := strings.Fields(x.lacking)
		for r := range clean.Rules() {
			got := page.Lookup(r.Name)
			if got == nil && len(lacking) > 0 && lacking[0] == r.Name {
				lacking = lacking[1:]
				continue
			}
			empty := strings.NewReplacer(`0<sign>`, `""`)
			if got == nil || empty.Replace(got.Body.String()) != empty.Replace(r.Body.String()) {
				t.Errorf("%s: %s is read as\n%v\nwant\n%v", x.name, r.Name, got, r)
			}
		}
		page.Import(clean)
		for r := range page.Rules() {
			if err := page.Verify(r.Name); err != nil {
				t.Error(err)
			}
		}
	}
	testkit.Golden(t, "testdata/repairs.golden", all.String())
}

func lines(repairs []Repair) string {
	var b strings.Builder
	for _, r := range repairs {
		b.WriteString(r.String() + "\n")
	}
	return b.String()
}

// rulesOf returns the rules, separated by bars.
func rulesOf(g *abnf.Grammar) string {
	var list []string
	for r := range g.Rules() {
		list = append(list, r.Name+" = "+r.Body.String())
	}
	return strings.Join(list, "|")
}

// TestParse checks rules and all repairs, or all errors. A library has the rules lib, other and OWS.
func TestParse(t *testing.T) {
	for _, x := range []struct{ name, text, rules, notes string }{
		{"deeper", "~\na = b\n   / c\n  b\nb = \"x\"\nc = \"y\"\n", `a = b / c b|b = "x"|c = "y"`,
			`1:1: left out: "~"`},
		{"comments between", "~\na = b\n; c\n\n   ; c\n   / b\nb = \"x\"", `a = b / b|b = "x"`,
			`1:1: left out: "~"`},
		{"after a blank line", "~\na = b\n\n  \"y\" b\nb = \"x\"", `a = b "y" b|b = "x"`,
			`1:1: 4:3: continues rule "a" after a blank line`},
		{"unknown after a blank line", "~\na = b\n\n  \"y\" c\nb = \"x\"", `a = b|b = "x"`,
			`1:1: 4:3: left out: "\"y\" c"`},
		{"flush after a blank line", "~\na = b\n\n\"y\"\nb = \"x\"", `a = b|b = "x"`,
			`1:1: 4:1: left out: "\"y\""`},
		{"slash after a blank line", "~\na = b\n\n/ \"y\"\nb = \"x\"", `a = b / "y"|b = "x"`,
			`1:1: 4:1: continues rule "a" after a blank line, without being indented`},
		{"slash behind prose", "~\na = b\nSome prose; more.\n\n/ \"y\"\nb = \"x\"", `a = b / "y"|b = "x"`,
			`1:1: 3:1: left out: "Some prose; more."|5:1: continues rule "a" after what is left out`},
		{"string behind prose", "~\na = b\n\nProse.\n  \"y\"\n\"z\"\nb = \"x\"", `a = b|b = "x"`,
			`1:1: 4:1: 3 lines left out: "Prose."`},
		{"names behind prose, wanted", "~\na = b /\n\nProse.\n  b\nb = \"x\"", `a = b / b|b = "x"`,
			`1:1: 4:1: left out: "Prose."|5:3: continues rule "a" after what is left out`},
		{"brackets open", "~\na = ( b\nProse.\n\nb ; c )\n )\nb = \"x\"", `a = b b|b = "x"`,
			`1:1: 3:1: left out: "Prose."|5:1: continues rule "a" after what is left out`},
		{"flush", "~\na = b\n\"y\" b\nb = \"x\"", `a = b "y" b|b = "x"`,
			`1:1: 3:1: continues rule "a" without being indented`},
		{"flush slash", "~\na = b\n/b\n/\nb\nb = \"x\"", `a = b / b / b|b = "x"`,
			`1:1: 3:1: continues rule "a" without being indented|4:1: continues rule "a" without being indented|5:1: continues rule "a" without being indented`},
		{"a path", "~\na = b\n/etc is\nb = \"x\"", `a = b|b = "x"`,
			`1:1: 3:1: left out: "/etc is"`},
		{"orphans", "/ x\n  / y\n\n/ z\na = \"b\"", `a = "b"`,
			`1:1: 3 lines left out, there is no rule to continue: "/ x"`},
		{"library", "~\na = b\n\n  \"x\" LIB\nb = alpha", `a = b "x" LIB|b = alpha`,
			`1:1: 4:3: continues rule "a" after a blank line`},
		{"library, prose", "~\na = <lib, see [LIB]>\nlib = <lib>\nb = <bee>\n", `a = lib|lib = "l"|b = <bee>`,
			`1:1: 2:5: <lib, see [LIB]> read as rule "lib"|3:1: rule "lib" is only prose, <lib>: the rule at 1:1 is used`},
		{"squeezed", "~\na = b b = c c = \"d\"", `a = b|b = c|c = "d"`,
			`1:1: 2:7: rule "b" begins within a line|2:13: rule "c" begins within a line`},
		{"glued", `a = "x"b = a`, `a = "x"|b = a`,
			`1:8: rule "b" begins within a line`},
		{"incremental", "~\na = b a =/ c b=\"x\" c= %s\"y\"", `a = b / c|b = "x"|c = %s"y"`,
			`1:1: 2:7: rule "a" begins within a line|2:14: rule "b" begins within a line|2:20: rule "c" begins within a line`},
		{"odd quote in a comment", `a = b b = "c" ; " / a c = "d" ; x / a`, `a = b|b = "c" / a|c = "d" / a`,
			`1:7: rule "b" begins within a line|1:19: the comment "; \"" ends here|1:23: rule "c" begins within a line|1:35: the comment "; x" ends here`},
		{"quoted in a comment", `a = b b = "c" ; "q / a d = b" / a ; e "c d = nothing" c = "d"`, `a = b|b = "c" / a|c = "d"`,
			`1:7: rule "b" begins within a line|1:31: the comment "; \"q / a d = b\"" ends here|1:55: the comment "; e \"c d = nothing\"" ends here|1:55: rule "c" begins within a line`},
		{"unknown behind a slash", `a = b b = "c" ; this / that / a ; 0/1 / "x`, `a = b|b = "c" / a`,
			`1:7: rule "b" begins within a line|1:29: the comment "; this / that" ends here`},
		{"quotes and prose", `a = b b = "=" c = "; d = e" d = <e = f> e = " / "`, `a = b|b = "="|c = "; d = e"|d = <e = f>|e = " / "`,
			`1:7: rule "b" begins within a line|1:15: rule "c" begins within a line|1:29: rule "d" begins within a line|1:41: rule "e" begins within a line`},
		{"prose with rules", "as in b = a\n(note a = b)\nif a = b, and c = d\na = 1b\nb = \"x\"", `a = 1b|b = "x"`,
			`1:1: 3 lines left out: "as in b = a"`},
		{"source code", "/*\n * Rules:\n *\n * a = b\n *  / c\n * b = \"x\" ; *\n\n * c = b\n */", `a = b / c|b = "x"|c = b`,
			`1:1: 2 lines left out: "/*"|2:2: left out before 5 lines: "*"|8:2: left out before a line: "*"|9:2: left out: "*/"`},
		{"mail", "> a = b\n> / c\n> b = \"y\"\nYes.\n>c = b\n> c = \"x\"\n", `a = b / c|b = "y"|c = "x"`,
			`1:1: left out before 3 lines: ">"|2:3: continues rule "a" without being indented|4:1: 2 lines left out: "Yes."|6:1: left out before a line: ">"`},
		{"zero", "~\na = 0\nb = 0 / a\nc = ( *0 ) [ 0*0 ; c\n ]\nd = 00", `a = ""|b = "" / a|c = "" [ "" ]|d = ""`,
			`1:1: 2:5: 0 without an element read as ""|3:5: 0 without an element read as ""|4:7: *0 without an element read as ""|4:14: 0*0 without an element read as ""|6:5: 00 without an element read as ""`},
		{"a page break", "~\na = b\nPage 1\n\f\n\f\nPage 2\n / \"y\"\n\f\nb = \"x\"", `a = b / "y"|b = "x"`,
			`1:1: 3:1: 4 lines left out: "Page 1"|7:2: continues rule "a" after what is left out|8:1: U+000C read as a space`},
		{"prose", "a = <b> <B> <c> 0<b> <b > <b, see [X]> <a>\nb = <b>\nDIGIT = <DIGIT, see RFC 5234>", "a = b B <c> 0<b> <b > <b, see [X]> <a>|b = <b>|DIGIT = %x30-39",
			`1:5: <b> read as rule "b"|1:9: <B> read as rule "B"|3:1: rule "DIGIT" is only prose, <DIGIT, see RFC 5234>: the core rule is used`},
		{"prose with characters over lines", "char = %x00-7F\na = <any char excepting <\">,  ; => may be folded\n    \"\\\" & CR, and\n   including crlf>\n", `char = %x00-7F|a = %x00-0C / %x0E-21 / %x23-5B / %x5D-7F / crlf`,
			`2:5: <any char excepting """, "\" & CR, and including crlf> goes over 3 lines|2:5: <any char excepting """, "\" & CR, and including crlf> read as %x00-0C / %x0E-21 / %x23-5B / %x5D-7F / crlf|2:25: <"> in prose read as """`},
		{"again", "~\na = \"b\"\nA =\n \"b\" ; c\n", `a = "b"`,
			`1:1: 3:1: rule "A" was defined in the same words at 2:1: left out`},
		{"indentation", "   a = \"b\"\r\n c = a\r\n d = a\r\n   e = a\r\n", `a = "b"|c = a|d = a|e = a`,
			`2:2: rule "c" is indented by 1, rule "a" by 3`},
		{"comment above", "; \xff\n\na = \"b\"", `a = "b"`,
			`1:1: left out: "; \xff"`},
		{"alternatives first", "a =/ \"b\"\na = \"c\"", `a = "c" / "b"`,
			`1:1: adds to rule "a", which is defined at 2:1`},
		{"spaces", "~\n\u00a0\u00a0\u2003a\u00a0= \"b\" ; \u00a0\n\n   c = a\n", `a = "b"|c = a`,
			`1:1: 2:1: U+00A0 read as a space|2:5: U+2003 read as a space|2:9: U+00A0 read as a space`},
		{"form feeds", "a = \"b\"\f\n\f\nc = a ; \f\n", `a = "b"|c = a`,
			"1:8: U+000C read as a space|2:1: U+000C read as a space|3:9: U+000C read as a space"},
		{"hostile", "\x00 \xff\x80 =\na = \"b\"\n\xc3 = c\n\xe2\x80", `a = "b"`,
			`1:1: left out: "\x00 \xff\x80 ="|3:1: 2 lines left out: "\xc3 = c"`},
		{"long", "~\na = \"b\"\nWhere it says äöüß, things are in Gérman or Frönch.", `a = "b"`,
			`1:1: 3:1: left out: "Where it says äöüß, things are in G..."`},
		{"glued", `a = "A"("b")":"%x41<p>["c"]"d"`, "",
			`1:8: expected white space, found "(" (put a space between elements)`},
		{"spaces missing", `a = ("b")["c"]"d" "\"" b`, "",
			`1:22: expected white space, found '"' (ABNF has no escapes: %x22)`},
		{"spaces missing after brackets", `a = ("b")["c"]"d" (<p>)a`, `a = "b" [ "c" ] "d" <p> a`,
			`1:10: a space is missing before [|1:15: a space is missing before "|1:24: a space is missing before a`},
		{"list", "a = #other", `a = [ other *( OWS "," OWS other ) ]`,
			"1:5: list # spelt out by RFC 9110, section 5.6.1.1"},
		{"list of a page with LWS", "a = 1#other\nLWS = \" \"", `a = *LWS other *( *LWS "," *LWS other )|LWS = " "`,
			"1:5: list 1# spelt out by RFC 2616, section 2.1"},
		{"list of some", "a = 2#3other / #2other / 1#1other / 3# other", `a = other 1*2( OWS "," OWS other ) / [ other [ OWS "," OWS other ] ] / other 0( OWS "," OWS other ) / other 2*( OWS "," OWS other )`,
			"1:5: list 2#3 spelt out by RFC 9110, section 5.6.1.1|1:16: list #2 spelt out by RFC 9110, section 5.6.1.1|1:26: list 1#1 spelt out by RFC 9110, section 5.6.1.1|1:37: list 3# spelt out by RFC 9110, section 5.6.1.1"},
		{"lists too deep", `a = #( #( #( #"x" ) ) )`, "",
			`1:14: expected element, found "#" (lists with "#" are not part of ABNF: spell them out)`},
		{"list backwards", "a = 3#2other", "",
			`1:6: expected element right after the repetition, found "#" (lists with "#" are not part of ABNF: spell them out)`},
		{"spelt out as sent", "a = 1#other\na = other *( OWS \",\" OWS other )", `a = other *( OWS "," OWS other )`,
			`1:5: list 1# spelt out by RFC 9110, section 5.6.1.1|2:1: rule "a" was defined in the same words at 1:1: left out`},
		{"list of everything", `a = 1#( %x41-42 / %x43 / <p!> / *"x" / [ other ] )`, `a = ( %x41-42 / %x43 / <p!> / *"x" / [ other ] ) *( OWS "," OWS ( %x41-42 / %x43 / <p!> / *"x" / [ other ] ) )`,
			"1:5: list 1# spelt out by RFC 9110, section 5.6.1.1"},
		{"list with a fault", "a = 1#( \"x\" , )\nb = \"y\"", `b = "y"`,
			`1:1: rule "a" left out, it cannot be read: expected element right after the repetition, found "#" (lists with "#" are not part of ABNF: spell them out)`},
		{"underscores", "my_list = my_item *( \"_\" my_item ) ; my_list\nmy_item = <my_item!> / \"my_item\"", `my-list = my-item *( "_" my-item )|my-item = <my_item!> / "my_item"`,
			"1:1: my_list read as my-list, here and elsewhere|1:11: my_item read as my-item, here and elsewhere"},
		{"underscores in prose", "a = <my_item>\nmy_item = \"x\"", `a = my-item|my-item = "x"`,
			`1:5: <my_item> read as rule "my-item"|2:1: my_item read as my-item, here and elsewhere`},
		{"angle brackets", "<a_b> ::= <c> \"x\"\n<c> = \"y\"", `a-b = c "x"|c = "y"`,
			`1:1: <a_b> read as a_b|1:2: a_b read as a-b, here and elsewhere|1:7: "::=" read as "="|1:11: <c> read as rule "c"|2:1: <c> read as c`},
		{"colons", "a ::= b\nb = \"x\"", `a = b|b = "x"`,
			`1:3: "::=" read as "="`},
		{"an assignment", "a = b\nb = \"x\"\nlength := a", `a = b|b = "x"`,
			`3:1: rule "length" left out, it cannot be read: expected "=" or "=/", found ":=" (ABNF defines with "=")`},
		{"curly quotes", "a = “x “ ”y” ; “z”\n", `a = "x " "y"`,
			`1:5: “x “ read as "x "|1:14: ”y” read as "y"`},
		{"Latin-1 elsewhere", "a = \"\xe9\"", "",
			"1:6: byte 0xE9 in string (the grammar is not UTF-8)"},
		{"two lines", "a = <other, defined in\n       Section 5 of [X]> \"x\"", `a = other "x"`,
			`1:5: <other, defined in Section 5 of [X]> goes over 2 lines|1:5: <other, defined in Section 5 of [X]> read as rule "other"`},
		{"open", "a = < b\nb = \"x\"", `b = "x"`,
			`1:1: rule "a" left out, it cannot be read: prose is not closed (it ends in > on the same line)`},
		{"other meanings", "a = \"mon\"\na = %s\"mon\"", `a = "mon"`,
			`2:1: rule "a" is defined at 1:1: left out: "a = %s\"mon\""`},
		{"the better definition", "a = b x / c\nb = \"y\"\nc = \"z\"\na = b / c\n", `b = "y"|c = "z"|a = b / c`,
			`1:1: rule "a" is defined at 4:1: left out: "a = b x / c"`},
		{"flush slash with an unknown name", "~\na = b\n/ x b\nb = \"y\"", `a = b / x b|b = "y"`,
			`1:1: 3:1: continues rule "a" without being indented`},
		{"bars", "a = \"x\"\n  | b |c\n\n  | \"|\"\nb = <x|y> ; |\nc = b|\"z\" / b\n", `a = "x" / b / c / "|"|b = <x|y>|c = b / "z" / b`,
			`2:3: "|" read as "/", here and elsewhere`},
		{"a table", "a = b | \"x\"\nb = \"y\"\n\n | Name | b |\n | b |\n", `a = b / "x"|b = "y"`,
			`1:7: "|" read as "/", here and elsewhere|4:2: 2 lines left out: "| Name | b |"`},
		{"two bars", "a = b || b | b\nb = \"z\"\n", `b = "z"`,
			`1:1: rule "a" left out, it cannot be read: expected element, "/" or end of rule, found "|" (ABNF separates alternatives with "/")|1:12: "|" read as "/", here and elsewhere`},
		{"single quotes", "a = 'aB' 2'|' ';' 'don\"t' '\"' *(',') ''\nb = \"'\" ; it's\n", `a = %s"aB" 2%s"|" %s";" %x64.6F.6E.22.74 %x22 *%s"," %s""|b = "'"`,
			`1:5: 'aB' read as %s"aB"|1:11: '|' read as %s"|"|1:15: ';' read as %s";"|1:19: 'don"t' read as %x64.6F.6E.22.74|1:27: '"' read as %x22|1:33: ',' read as %s","|1:38: '' read as %s""`},
		{"single quotes after a blank line", "a = 'b'\n\n   'c' b\n\nIt isn't 'x'.\nb = 'd'\n", `a = %s"b" %s"c" b|b = %s"d"`,
			`1:5: 'b' read as %s"b"|3:4: continues rule "a" after a blank line|3:4: 'c' read as %s"c"|5:1: left out: "It isn't 'x'."|6:5: 'd' read as %s"d"`},
		{"no rules", "```abnf\na = \"x\" k\n```\nlet i = \"y\"\nk=\"z\"\n  j = \"y\"\n```go\nl = a a\n```\n", `a = "x" k`,
			"1:1: only the part marked as ABNF is read, 8 other lines left out"},
		{"Bikeshed", "<pre class=\"abnf\">\na = b\n</pre>\n<pre dfn-type=\"grammar\" link-type=\"grammar\">\n<dfn>b</dfn> = \"'\" <a>c</a>\n</pre>\n<pre>\nc = 2\"x\"\n</pre>\n<pre><code class=lang-abnf>\nd = c\n</code></pre>\n", `a = b|b = "'" c|d = c`,
			"1:1: only the 3 parts marked as ABNF are read, 6 other lines left out"},
		{"references", "<artwork type=\"abnf\">a = &lt;other, see <xref target=\"X\" section=\"2\"/>&gt;\nb = &lt;other, defined in <xref target=\"Y\"></xref>&gt; / &lt;c, see <xref target=\"Z\">[Z]</xref>&gt; / &lt;d<br/>, see <eref x=\"y\" target=\"Z\"/>&gt;</artwork>", "a = other|b = other / <c, see [Z]> / <d, see Z>",
			`1:1: only the part marked as ABNF is read, 0 other lines left out|1:26: <other, see X> read as rule "other"|2:5: <other, defined in Y> read as rule "other"`},
		{"a rule ends with its fence", "```abnf\na = b\n```\n```abnf\n  \"y\"\n  / \"z\"\nb = \"x\"\n```\n", `a = b / "z"|b = "x"`,
			`1:1: only the 2 parts marked as ABNF are read, 4 other lines left out|5:3: left out: "\"y\""|6:3: continues rule "a" after what is left out`},
		{"other fences", "1. List\n   ~~~~ ABNF title\n   a = \"~~~\"\n   ~~~\n   b = a\n   ~~~~~\n````\n```abnf\na = c\n```\n````\n```abnf\nc = a", `a = "~~~"|b = a|c = a`,
			`1:1: only the 2 parts marked as ABNF are read, 9 other lines left out|4:4: left out: "~~~"`},
		{"faults have their places", "~~~ abnf\na = b ,\n~~~\nText.\n~~~ abnf\nb = \"x\"\n~~~\n", `b = "x"`,
			`1:1: only the 2 parts marked as ABNF are read, 5 other lines left out|2:1: rule "a" left out, it cannot be read: expected element, "/" or end of rule, found "," (the elements of a concatenation stand side by side, without a comma)`},
		{"XML", "<?xml?>\n<t>a = c</t>\n<sourcecode type=\"abnf9110\"><![CDATA[a = <b> \"&lt;\"\n  / b]]></sourcecode>\n<artwork\n type=\"abnf\"><!-- b = c -->\n  b = &quot;&amp;&quot; ; &#65;\n</artwork><artwork>c = a</artwork>\n", `a = b "&lt;" / b|b = "&"`,
			`1:1: only the 2 parts marked as ABNF are read, 4 other lines left out|3:42: <b> read as rule "b"`},
		{"HTML without marks", "<p>a = <b>c</b></p>\n<pre>\n<a href=\"#x\">a</a> = b / &quot;&amp;&quot; / &lt;b, see <a href='#'>x</a>&gt; / <b>b</b>\nb = <i> / <c d> / <br>\"x\"\n</pre><PRE id=1>c = b\n", `a = b / "&" / <b, see x> / b|b = <i> / <c d> / "x"`,
			`1:1: tags and character references in 1 <pre> elements read as HTML|1:1: left out: "<p>a = <b>c</b></p>"|5:7: left out: "<PRE id=1>c = b"`},
		{"rules on the lines of tags", "<p>text</p>\n<pre><code>a = \"x\"\nb = a\nc = a</code></pre><p>d = e</p><pre>d = a</pre><p>", `a = "x"|b = a|c = a|d = a`,
			`1:1: tags and character references in 2 <pre> elements read as HTML|1:1: left out: "<p>text</p>"|4:19: left out: "<p>d = e</p>"|4:47: left out: "<p>"`},
		{"prose in a marked element", "<pre class=abnf>\na = <any, thing> <b>b</b> <b x>\nb = &lt;c&gt;\n</pre>", `a = <any, thing> b <b x>|b = <c>`,
			`1:1: only the part marked as ABNF is read, 1 other lines left out`},
		{"comments of source code", "package x\n\nimport (\n\t\"fmt\"\n)\n\n// state reads\n//\n//\ta = b\n//\t  / \"y\"\n//\tb = \"x\"\nfunc state() {\n\tb = \"c\"\n  / \"z\"\n}\n\n/* c = a\n * d = c */\n/*\n * e = d\n */\n", `a = b / "y"|b = "x"|c = a|d = c|e = d`,
			`1:1: only the comments of source code are read, 8 other lines left out|7:4: left out: "state reads"`},
		{"a docstring", "import re\nfrom x import y\n\nstate = \"x\"\ndef f(a):\n    \"\"\"Reads\n\n    a = b\n    b = \"y\"\n    \"\"\"\n    b = \"z\"\n    while b:\n        a = b\n", `a = b|b = "y"`,
			`1:1: only the comments of source code are read, 7 other lines left out|6:8: left out: "Reads"`},
		{"a string of a program", "const g = `\na = b\nb = \"x\"`\n", `a = b|b = "x"`,
			"1:1: left out: \"const g = `\"|3:8: ` read as the end of a string of a program"},
		{"a string of a program, in brackets", "g(`\na = b\nb = \"x\" `);\n", `a = b|b = "x"`,
			"1:1: rule \"g\" left out, it cannot be read: expected \"=\" or \"=/\", found \"(\"|3:9: `); read as the end of a string of a program"},
		{"HTML", "<html><pre class=\"text\">a = c</pre>\n<pre class=\"prettyprint lang-ietf_abnf\">  <a href=\"#x\">a</a> = &lt;b, see <cite>[X]</cite>&gt; / <i>b</i>\n   ,</pre>\n<pre class='x' id=\"y\" class=\"abnf\">b = &#34;x&#x22;", `b = "x"`,
			`1:1: only the 2 parts marked as ABNF are read, 1 other lines left out|2:56: rule "a" left out, it cannot be read: expected element, "/" or end of rule, found "," (the elements of a concatenation stand side by side, without a comma)`},
	} {
		page, err := Parse("", []byte(x.text), mustParse(t, "lib = \"l\"\nOWS = *\" \"\nother = \"o\"\n"))
		rules, notes := "", strings.TrimSuffix(strings.ReplaceAll(lines(page.Repairs), "\n", "|"), "|")
		if err != nil {
			notes = strings.ReplaceAll(strings.ReplaceAll(err.Error(), "abnf: ", ""), "\n", "|")
		} else {
			rules = rulesOf(page.Grammar)
		}
		if notes = strings.Replace(notes, "1:1: left out: \"~\"|", "1:1: ", 1); rules != x.rules || notes != x.notes {
			t.Errorf("%s: %q is read as\n%s\nwith notes\n%s\nwant\n%s\nwith\n%s", x.name, x.text, rules, notes, x.rules, x.notes)
		}
		if err := inOrder(x.text, page.Repairs); err != nil {
			t.Errorf("%s: %v", x.name, err)
		}
	}
}

// inOrder checks that repairs are inside the text and ordered.
func inOrder(text string, repairs []Repair) error {
	last := 0
	for _, r := range repairs {
		if r.Offset < last || r.Offset > len(text) || r.Line != 1+strings.Count(text[:r.Offset], "\n") ||
			r.Col != r.Offset-strings.LastIndex(text[:r.Offset], "\n") || r.Msg == "" {
			return fmt.Errorf("repair out of place: %+v", r)
		}
		last = r.Offset
	}
	return nil
}

// TestVerify checks the errors of a rule on pages with unparsed rules.
func TestVerify(t *testing.T) {
	const comma = `expected element right after the repetition, found "," (the elements of a concatenation stand side by side, without a comma)`
	for _, x := range []struct{ name, text, rules, rule, errs string }{
		{"fault", "a = 1,2\nb = \"x\"\n", `b = "x"`, "A", "1:6: " + comma},
		{"reached", "a = c b\nb = \"x\"\nc = 1,2", `a = c b|b = "x"`, "a", "3:6: " + comma},
		{"not reached", "a = b\nb = \"x\"\nc = 1,2", `a = b|b = "x"`, "a", ""},
		{"a core rule", "a = DIGIT\nDIGIT = 1,2", `a = DIGIT`, "a", "2:10: " + comma},
		{"the core rule itself", "a = DIGIT\nDIGIT = 1,2", `a = DIGIT`, "digit", "2:10: " + comma},
		{"alternatives", "a = \"b\"\na =/ 1,2\nb = \"x\"", `b = "x"`, "a", "2:7: " + comma},
		{"in brackets", "a = b\n     ( \"x\"\nb = a", `b = a`, "a", `2:11: expected element, "/" or ")", found end of rule (the group opened at 2:6 ends in ")")`},
		{"no equals sign", "start \"a\" b\nb = \"c\"", `b = "c"`, "start", `1:7: expected "=" or "=/", found '"' ("=" is missing after start)`},
		{"no equals sign but elsewhere", "see \"a\" b\nsee = b\nb = \"c\"", `see = b|b = "c"`, "see", ""},
		{"an arrow of PEG", "a = b\nb <- !b .\n", `a = b`, "a", `2:3: expected "=" or "=/", found "<" (ABNF defines with "=")`},
		{"alternatives of C", "a = \"b\"\na |= \"c\"\nb = \"d\"", `b = "d"`, "a", `2:3: expected "=" or "=/", found "|" (ABNF adds alternatives with "=/")`},
		{"an example", "freq = \"A\" / \"B\"\n\nFor example:\n\nFREQ=MONTHLY;BYDAY=MO\n", `freq = "A" / "B"`, "freq", ""},
		{"an example of a string", "~\nopaque = \"opaque\" b\nb = \"x\"\nopaque=\"5ccc\"", `opaque = "opaque" b|b = "x"`, "opaque", ""},
		{"two definitions", "a = b ,\na = b )\nb = \"x\"", `b = "x"`, "a", `1:7: expected element, "/" or end of rule, found "," (the elements of a concatenation stand side by side, without a comma)|2:7: expected element, "/" or end of rule, found ")" (no group is open here)`},
	} {
		page, err := Parse("", []byte(x.text))
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		errs := ""
		if err := page.Verify(x.rule, x.rule); err != nil {
			errs = strings.ReplaceAll(strings.ReplaceAll(err.Error(), "abnf: ", ""), "\n", "|")
		}
		if rules := rulesOf(page.Grammar); rules != x.rules || errs != x.errs {
			t.Errorf("%s: read as %s\nwith errors\n%s\nwant %s\nwith\n%s", x.name, rules, errs, x.rules, x.errs)
		}
		if len(page.Unread()) == 0 != (errs == "" && x.name != "not reached") {
			t.Errorf("%s: unread %v", x.name, page.Unread())
		}
	}
}

// TestVerifyImports checks that an importing grammar reports the errors of unparsed rules, and does not replace these
// rules.
func TestVerifyImports(t *testing.T) {
	page, err := Parse("page", []byte("~\na = b\nb = 1,2\n"))
	if err != nil {
		t.Fatal(err)
	}
	g := mustParse(t, "c = a\n")
	other := mustParse(t, "b = \"x\"\n")
	page.Import(other)
	g.Import(page.Grammar)
	for _, settled := range []bool{false, true} {
		err := Verify(g, []string{"c"}, func(string) bool { return settled }, page, &Page{Grammar: g})
		if settled != (err == nil || !strings.Contains(err.Error(), "page:3:6: ")) {
			t.Errorf("settled %t: %v", settled, err)
		}
	}
}

func TestLimit(t *testing.T) {
	_, err := Parse("x", []byte("a = |\n"+strings.Repeat("\n", maxSize)))
	_, want := abnf.ParseFile("x", []byte("a = |\n"+strings.Repeat("\n", maxSize)))
	if err == nil || err.Error() != want.Error() {
		t.Errorf("%v, want %v", err, want)
	}
}

// TestHostile checks that difficult texts give fewer repairs than bytes.
func TestHostile(t *testing.T) {
	for _, text := range []string{
		"a = b ", "a = b\n", "<", "\"", "'", "a = <", "a = \"", "a=", "a = 'x' ", "a = 1#( ", "a = 1#b ", "; / ", "a = b b = c ; / ", "#(", "a = 0 ",
		"```abnf\n", "<pre class=\"abnf\">", "a = ( ", "a = b ; / x / \"", "x /\n", "* a = b\n", "a\u00a0= \u201cb\u201d ", "a_b = b_c ", "</", "a = b ; \xff\n",
		"a = <any b except c, including d>\n", "<pre>&lt;<b>", "<pre></b></pre>\n", "// a = b\n{}\n", "/* a = b\n", "a = b`\n", "a = <\"  ;\n",
	} {
		for _, before := range []string{"~\n", "~\nOWS = b b = c "} {
			text := before + strings.Repeat(text, 1<<14/len(text))
			if page, _ := Parse("", []byte(text)); len(page.Repairs) > len(text) {
				t.Errorf("%.20q: %d repairs", text, len(page.Repairs))
			}
		}
	}
}

// FuzzParse checks that the result is strict ABNF and a fixed point, that strict texts are unchanged, and that others
// have repairs.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"page", "line", "bottomup", "catalog", "around"} {
		f.Add(readFile(f, "testdata/"+name+".txt"))
	}
	for _, text := range []string{
		"~\na = b b = \"x\" ; c / b ; \" d = e\" d = 0",
		"\ufeffa\n = b\n\n  b / <a>\nprose\n/ b\n(b)\nb = <b, see x>\n",
		"Text\n```abnf\na = 1#( b_c ) # d\n```\n~~~ abnf\nb_c ::= \u201cx\u201d(\"y\")*2(DIGIT)\nOWS = <see\n RFC 1>\n",
		"~ ~\n```abnf\na = b 'x' | </b>\n```\nB ::= c\nb = 2a | 'y\"'\n  </pre>\n",
		"import x;\nf {\n// a = <any b except <\">>\n/* b = %x00-7F\n * c = (b)b`\n",
		"<pre>a = &lt;any b except <i>c</i>&gt;\nb = 2( <x> )</pre>\n",
		"<x>\n<sourcecode type=\"abnf\"><![CDATA[a = b]]></sourcecode><pre class=\"abnf\">b = &#x22;<b>x</b>&quot;\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		page, err := Parse("", text)
		if err := inOrder(string(text), page.Repairs); err != nil {
			t.Fatal(err)
		}
		if err != nil {
			if !errors.As(err, new(abnf.ErrorList)) {
				t.Fatalf("error %#v", err)
			}
			return
		}
		strict, err := abnf.Parse(text)
		if err != nil && len(page.Repairs) == 0 {
			t.Fatalf("%q is repaired without a word: %v", text, err)
		}
		if err == nil && len(page.Repairs) == 0 && strict.String() != page.String() {
			t.Fatalf("%q is read as\n%v", text, page)
		}
		again, err := abnf.Parse([]byte(page.String()))
		if err != nil || again.String() != page.String() {
			t.Fatalf("read as\n%v\nprinted and read as\n%v, %v", page, again, err)
		}
	})
}
