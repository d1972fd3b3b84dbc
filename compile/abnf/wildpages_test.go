package abnf

import (
	"strings"
	"testing"
)

// TestWildExamples: what looks like ABNF after prose is never glued to a rule. In each
// text X stands for lines that could go on with rule a, which is "y".
func TestWildExamples(t *testing.T) {
	examples := []string{
		"    \"mailto:a@b\"", "\"mailto:a@b\"", "  \"a\" / \"b\"", "      b", "  b b", "  b \"x\"", "  <b>", "  %x41", "  ( b )", "  [ b ]", "  2b", "  *b", "  1*DIGIT",
		"    \"1\" = \"2\" ; c\n        / \"3\"", "    /\n    /b/c", "    \"1\"\n    \"2\"", "    \"1\"\n\n    \"2\"", "    \"1\"\n  / \"2\"",
	}
	for _, before := range []string{"Prose.\n\n", "\nProse.\n", "\nProse.\n\n", "\nE.g.:\n", "\n   Prose (here).\n\n", "\n---\n", "\n```\n", "\nb\nc\n\n", "\n\"text\" is valid\n\n"} {
		for _, example := range examples {
			text := "~\n  a = \"y\"\n" + before + example + "\n\n  b = \"x\"\n"
			g, _, err := ParseWild("", []byte(text), nil)
			if err != nil || rulesOf(g) != "a = \"y\"\nb = \"x\"" {
				t.Errorf("%q is read as\n%v\nerror %v", text, g, err)
			}
		}
	}
}

// TestWildJoins: after a blank line a line is joined to a rule without a repair only if it
// is deeper, and begins with a slash or the rule cannot end before it.
func TestWildJoins(t *testing.T) {
	for _, gap := range []string{"\n", "\nProse.\n", "\nSomebody    Experimental    [Page 8]\n\f\nRFC 1    Things    May 2001\n\n"} {
		for _, indent := range []string{"", " ", "  ", "   ", "      ", "          "} {
			for _, line := range []string{"/ \"y\"", "\"y\"", "b", "b \"y\"", "%x41", "/ b"} {
				for _, first := range []string{"\"x\"", "\"x\" /", "( \"x\"", "b"} {
					text := "~\n  a = " + first + "\n" + gap + indent + line
					if first == "( \"x\"" {
						text += " )"
					}
					unfinished := first[0] == '(' || strings.HasSuffix(first, "/")
					if unfinished && line[0] == '/' {
						continue
					}
					plain := gap == "\n" && indent > "  " && (line[0] == '/' || unfinished)
					checkJoin(t, text+"\n\n  b = \"z\"\n", plain)
				}
			}
		}
	}
}

// checkJoin checks that rule a of a text ends on its first line, or that a repair says
// otherwise, unless the join is plain.
func checkJoin(t *testing.T, text string, plain bool) {
	t.Helper()
	g, repairs, err := ParseWild("", []byte(text), nil)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	a := g.Lookup("a")
	joined := a != nil && a.Body.String() != "\"x\"" && a.Body.String() != "b"
	told := strings.Contains(lines(repairs), `goes on with rule "a"`)
	if joined != (told || plain) {
		t.Errorf("%q is read as\n%v\nwith repairs\n%s", text, g, lines(repairs))
	}
}

// TestWildPageBreaks: a rule goes on after a page break if a line begins in a column where
// the rule has a line, or its body.
func TestWildPageBreaks(t *testing.T) {
	const brk = "\nSomebody et al.            Standards Track                    [Page 12]\n\f\nRFC 9999              Notation of Things              February 2001\n\n\n"
	for _, x := range []struct{ lines, want string }{
		{"  a = b\n" + brk + "      b \"y\"\n", `b b "y"`},
		{"  a = b\n" + brk + "      b\n", `b b`},
		{"  a = b\n" + brk + "     \"y\"\n", `b`},
		{"  a = b\n" + brk + "  \"y\"\n", `b`},
		{"  a = b\n        \"x\"\n" + brk + "        \"y\"\n", `b "x" "y"`},
		{"  a =\n      b\n" + brk + "      \"y\"\n", `b "y"`},
		{"  a = b\n" + brk + "    / b\n", `b / b`},
		{"  a = b /\n" + brk + "         b\n", `b / b`},
		{"  a = b\n" + brk + "  Prose.\n\n      \"y\"\n", `b`},
		{"  a = b\n  Prose.\n" + brk + "      \"y\"\n", `b`},
		{"  a = b\n" + brk + "      no such name\n", `b`},
		{"  a = b\n" + strings.ReplaceAll(brk, "\f\n", "") + "      \"y\"\n", `b "y"`},
		{"  a = b\n\n\f\n      \"y\"\n", `b "y"`},
	} {
		g, repairs, err := ParseWild("", []byte("~\n"+x.lines+"\n  b = \"z\"\n"), nil)
		if err != nil || g.Lookup("a").Body.String() != x.want {
			t.Errorf("%q is read as\n%v\nwith repairs\n%s\nerror %v", x.lines, g, lines(repairs), err)
		}
	}
}

// TestWildUnread gives pages, the rules that can be read, and what Verify has to say of a rule
// that was left out, or reaches one.
func TestWildUnread(t *testing.T) {
	for _, x := range []struct{ name, text, rules, notes, rule, errs string }{
		{"fault", "a = \"b\" , \"c\"\nb = \"x\"\n", `b = "x"`,
			`1:1: rule "a" left out, it cannot be read: expected element, "/" or end of rule, found "," (the elements of a concatenation stand side by side, without a comma)`,
			"a", `1:9: expected element, "/" or end of rule, found "," (the elements of a concatenation stand side by side, without a comma)`},
		{"reached", "a = c b\nb = \"x\"\nc = 1,2", `a = c b|b = "x"`,
			`3:1: rule "c" left out, it cannot be read: expected element right after the repetition, found "," (the elements of a concatenation stand side by side, without a comma)`,
			"a", `3:6: expected element right after the repetition, found "," (the elements of a concatenation stand side by side, without a comma)`},
		{"not reached", "a = b\nb = \"x\"\nc = 1,2", `a = b|b = "x"`,
			`3:1: rule "c" left out, it cannot be read: expected element right after the repetition, found "," (the elements of a concatenation stand side by side, without a comma)`,
			"a", ""},
		{"a core rule", "a = DIGIT\nDIGIT = 1,2", `a = DIGIT`,
			`2:1: rule "DIGIT" left out, it cannot be read: expected element right after the repetition, found "," (the elements of a concatenation stand side by side, without a comma)`,
			"a", `2:10: expected element right after the repetition, found "," (the elements of a concatenation stand side by side, without a comma)`},
		{"alternatives", "a = \"b\"\na =/ \"c\" ,\nb = \"x\"", `b = "x"`,
			`1:1: rule "a" left out, it cannot be read: expected element, "/" or end of rule, found "," (the elements of a concatenation stand side by side, without a comma)`,
			"A", `2:10: expected element, "/" or end of rule, found "," (the elements of a concatenation stand side by side, without a comma)`},
		{"no name", "1a = \"b\"\nb = \"x\"", `b = "x"`,
			`1:1: left out, it cannot be read: expected rule name, found "1a" (rule names begin with a letter)`, "b", ""},

		// Without "=".
		{"no equals sign", "start \"a\" b\nb = \"c\"", `b = "c"`,
			`1:1: rule "start" left out, it cannot be read: expected "=" or "=/", found '"' ("=" is missing after start)`,
			"start", `1:7: expected "=" or "=/", found '"' ("=" is missing after start)`},
		{"no equals sign but elsewhere", "see \"a\" b\nsee = b\nb = \"c\"", `see = b|b = "c"`,
			`1:1: rule "see" is defined at 2:1: left out: "see \"a\" b"`, "see", ""},
		{"an arrow of PEG", "a = b\nb <- !b .\n", `a = b`,
			`2:1: rule "b" left out, it cannot be read: expected "=" or "=/", found "<" (ABNF defines with "=")`,
			"a", `2:3: expected "=" or "=/", found "<" (ABNF defines with "=")`},
		{"alternatives of C", "a = \"b\"\na |= \"c\"\nb = \"d\"", `b = "d"`,
			`1:1: rule "a" left out, it cannot be read: expected "=" or "=/", found "|" (ABNF adds alternatives with "=/")`,
			"a", `2:3: expected "=" or "=/", found "|" (ABNF adds alternatives with "=/")`},
		{"an arrow", "a = b\n\nb -> a / \"d\"\n  / \"e\"", `a = b`,
			`3:1: rule "b" left out, it cannot be read: expected "=" or "=/", found "-" (ABNF defines with "=")` + "\n" +
				`4:3: left out: "/ \"e\""`,
			"a", `3:3: expected "=" or "=/", found "-" (ABNF defines with "=")`},
		{"prose", "~\nb = \"c\"\n\nNote: b\nsee \"c\" there\nb -> c\n", `b = "c"`, `4:1: 3 lines left out: "Note: b"`, "b", ""},

		// Several definitions.
		{"an example", "freq = \"A\" / \"B\"\n\nFor example:\n\nFREQ=MONTHLY;BYDAY=MO\n", `freq = "A" / "B"`,
			"3:1: left out: \"For example:\"\n" + `5:1: rule "FREQ" is defined at 1:1: left out: "FREQ=MONTHLY;BYDAY=MO"`, "freq", ""},
		{"an example before", "tz=New/York:19980119\ntz = \"TZ\" b\nb = \"x\"", `tz = "TZ" b|b = "x"`,
			`1:1: rule "tz" is defined at 2:1: left out: "tz=New/York:19980119"`, "tz", ""},
		{"an example of a string", "~\nopaque = \"opaque\" b\nb = \"x\"\nopaque=\"5ccc\"", `opaque = "opaque" b|b = "x"`,
			`4:1: rule "opaque" is defined at 2:1: left out: "opaque=\"5ccc\""`, "opaque", ""},
		{"no definition", "a = b realm\nb = \"x\"\nc = \"y\"\n\nFor example:\n\nrealm=\"biloxi.com\"\nstale=FALSE,no\n", `a = b realm|b = "x"|c = "y"`,
			"5:1: left out: \"For example:\"\n7:1: left out as an example: \"realm=\\\"biloxi.com\\\"\"\n8:1: left out as an example: \"stale=FALSE,no\"",
			"a", `1:7: rule "realm" is not defined`},
		{"written so everywhere", "a=b realm\nb=\"x\"\nc=\"y\"\n\nAnd:\n\nrealm=\"biloxi.com\"\n", `a = b realm|b = "x"|c = "y"|realm = "biloxi.com"`,
			`5:1: left out: "And:"`, "a", ""},
		{"among others", "a = b realm\nb = \"x\"\nc = \"y\"\nrealm=\"biloxi.com\"\nd=1,2\n", `a = b realm|b = "x"|c = "y"|realm = "biloxi.com"`,
			`5:1: rule "d" left out, it cannot be read: expected element right after the repetition, found "," (the elements of a concatenation stand side by side, without a comma)`, "a", ""},
		{"in passing", "header = b HCOLON\n\nis the form of all headers. The grammar:\n\nuri = header\nheader = b\nHCOLON = \":\"\nb = \"x\"", `uri = header|header = b|HCOLON = ":"|b = "x"`,
			"1:1: rule \"header\" is defined at 6:1: left out: \"header = b HCOLON\"\n3:1: left out: \"is the form of all headers. The grammar:\"", "uri", ""},
		{"in passing twice", "header = b HCOLON\n\nor\n\nheader = b\n\nis it.\n\nuri = header\nHCOLON = \":\"\nb = \"x\"", `uri = header|HCOLON = ":"|b = "x"`,
			"1:1: rule \"header\" left out, it cannot be read: rule \"header\" is already defined at 1:1 (use \"=/\" to add alternatives)\n3:1: left out: \"or\"\n7:1: left out: \"is it.\"",
			"uri", `5:1: rule "header" is already defined at 1:1 (use "=/" to add alternatives)`},
		{"in two grammars", "a = b\nb = c\nc = \"x\"\n\nThe other one:\n\na = c\nd = a\ne = d", `b = c|c = "x"|d = a|e = d`,
			"1:1: rule \"a\" left out, it cannot be read: rule \"a\" is already defined at 1:1 (use \"=/\" to add alternatives)\n5:1: left out: \"The other one:\"",
			"d", `7:1: rule "a" is already defined at 1:1 (use "=/" to add alternatives)`},
		{"names unknown to both", "a = b c\na = c b\nd = \"x\"", `d = "x"`,
			`1:1: rule "a" left out, it cannot be read: rule "a" is already defined at 1:1 (use "=/" to add alternatives)`,
			"a", `2:1: rule "a" is already defined at 1:1 (use "=/" to add alternatives)`},
		{"some names known", "a = b c\na = b\nb = \"x\"", `b = "x"`,
			`1:1: rule "a" left out, it cannot be read: rule "a" is already defined at 1:1 (use "=/" to add alternatives)`,
			"a", `2:1: rule "a" is already defined at 1:1 (use "=/" to add alternatives)`},
		{"both faulty", "a = b ,\na = c ,\nb = \"x\"", `b = "x"`,
			`1:1: rule "a" left out, it cannot be read: expected element, "/" or end of rule, found "," (the elements of a concatenation stand side by side, without a comma)`,
			"a", `1:7: expected element, "/" or end of rule, found "," (the elements of a concatenation stand side by side, without a comma)|` +
				`2:1: rule "a" is already defined at 1:1 (use "=/" to add alternatives)|` +
				`2:7: expected element, "/" or end of rule, found "," (the elements of a concatenation stand side by side, without a comma)`},
	} {
		g, repairs, err := ParseWild("", []byte(x.text), nil)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		notes := strings.TrimPrefix(strings.TrimSuffix(lines(repairs), "\n"), "1:1: left out: \"~\"\n")
		if rules := strings.ReplaceAll(rulesOf(g), "\n", "|"); rules != x.rules || notes != x.notes {
			t.Errorf("%s: read as %s\nwith notes\n%s\nwant %s\nwith\n%s", x.name, rules, notes, x.rules, x.notes)
		}
		errs := ""
		if err := g.Verify(x.rule, x.rule); err != nil {
			errs = strings.ReplaceAll(strings.ReplaceAll(err.Error(), "abnf: ", ""), "\n", "|")
		}
		if errs != x.errs {
			t.Errorf("%s: Verify says\n%s\nwant\n%s", x.name, errs, x.errs)
		}
	}
}

// TestWildMarked gives pages with parts that are marked as ABNF, the rules to be read, and all
// repairs.
func TestWildMarked(t *testing.T) {
	for _, x := range []struct{ name, text, rules, notes string }{
		{"Markdown", "# Things\n\n```abnf\na = b ; c\n```\n\nAn example is:\n\n```\na = x\n```\n\n  \"text\"\n\n```abnf\n\nb = \"x\"\n```\n", `a = b|b = "x"`,
			"1:1: only the 2 parts marked as ABNF are read, 15 other lines left out"},
		{"a rule ends with its fence", "```abnf\na = b\n```\n```abnf\n  \"y\"\n  / \"z\"\nb = \"x\"\n```\n", `a = b|b = "x"`,
			"1:1: only the 2 parts marked as ABNF are read, 4 other lines left out\n5:3: 2 lines left out: \"\\\"y\\\"\""},
		{"other fences", "1. List\n   ~~~~ ABNF title\n   a = \"~~~\"\n   ~~~\n   b = a\n   ~~~~~\n````\n```abnf\na = c\n```\n````\n```abnf\nc = a", `a = "~~~"|b = a|c = a`,
			"1:1: only the 2 parts marked as ABNF are read, 9 other lines left out\n4:4: left out: \"~~~\""},
		{"faults have their places", "~~~ abnf\na = b ,\n~~~\nText.\n~~~ abnf\nb = \"x\"\n~~~\n", `b = "x"`,
			"1:1: only the 2 parts marked as ABNF are read, 5 other lines left out\n2:1: rule \"a\" left out, it cannot be read: expected element, \"/\" or end of rule, found \",\" (the elements of a concatenation stand side by side, without a comma)"},
		{"no mark", "```\na = b\n```\n```json\n{}\n```\n```text\nb = \"x\"\n```", `a = b|b = "x"`,
			"1:1: left out: \"```\"\n3:1: 5 lines left out: \"```\"\n9:1: left out: \"```\""},
		{"XML", "<?xml?>\n<t>a = c</t>\n<sourcecode type=\"abnf9110\"><![CDATA[a = <b> \"&lt;\"\n  / b]]></sourcecode>\n" +
			"<artwork\n type=\"abnf\"><!-- b = c -->\n  b = &quot;&amp;&quot; ; &#65;\n</artwork><artwork>c = a</artwork>\n", `a = b "&lt;" / b|b = "&"|c = a`,
			"1:1: only the 2 parts marked as ABNF are read, other lines give rules that these lack\n3:42: <b> read as rule \"b\"\n" +
				"8:20: rule \"c\" comes from text that is not marked as ABNF\n8:20: rule \"c\" begins within a line\n8:25: left out: \"</artwork>\""},
		{"HTML", "<html><pre class=\"text\">a = c</pre>\n<pre class=\"prettyprint lang-ietf_abnf\">  <a href=\"#x\">a</a> = &lt;b, see <cite>[X]</cite>&gt; / <i>b</i>\n   ,</pre>\n" +
			"<pre class='x' id=\"y\" class=\"abnf\">b = &#34;x&#x22;", `b = "x"`,
			"1:1: only the 2 parts marked as ABNF are read, 1 other lines left out\n" +
				"2:56: rule \"a\" left out, it cannot be read: expected element, \"/\" or end of rule, found \",\" (the elements of a concatenation stand side by side, without a comma)"},
	} {
		g, repairs, err := ParseWild("", []byte(x.text), nil)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		if rules := strings.ReplaceAll(rulesOf(g), "\n", "|"); rules != x.rules {
			t.Errorf("%s: read as\n%s\nwant\n%s", x.name, rules, x.rules)
		}
		if notes := strings.TrimSuffix(lines(repairs), "\n"); notes != x.notes {
			t.Errorf("%s: notes\n%s\nwant\n%s", x.name, notes, x.notes)
		}
		if err := inOrder(x.text, repairs); err != nil {
			t.Errorf("%s: %v", x.name, err)
		}
	}
}

// TestWildUnreadImported: whoever imports a page learns why its rules are missing. A rule that is
// imported by name, or overrides, settles it; a core rule, or one from elsewhere, does not.
func TestWildUnreadImported(t *testing.T) {
	const page = "~\na = b\nb = 1,2\nDIGIT = 3,4\n"
	const fault = "abnf: page:3:6: expected element right after the repetition, found \",\" (the elements of a concatenation stand side by side, without a comma)"
	read := func() *Grammar {
		g, _, err := ParseWild("page", []byte(page), nil)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	faults := func(g *Grammar, rule string) string { return errorText(g.Verify(rule)) }
	other := mustParse(t, "b = \"x\"\nDIGIT = \"0\"\n")

	if got := faults(read(), "a"); got != fault {
		t.Errorf("by itself: %s", got)
	}
	g := mustParse(t, "c = a b\n")
	g.Import(read())
	if got := faults(g, "c"); got != fault {
		t.Errorf("imported: %s", got)
	}
	g = read()
	g.Import(other)
	if got := faults(g, "a"); got != fault {
		t.Errorf("beside another: %s", got)
	}
	if got := faults(g, "DIGIT"); !strings.Contains(got, "page:4:10: ") {
		t.Errorf("a core rule: %s", got)
	}
	g = read()
	if err := g.ImportRules(other, "b"); err != nil || faults(g, "a") != "" {
		t.Errorf("with b by name: %v, %s", err, faults(g, "a"))
	}
	g = mustParse(t, "b = \"x\"\n")
	g.Override(read())
	if got := faults(g, "a"); got != "" {
		t.Errorf("overridden: %s", got)
	}
	g = mustParse(t, "c = b\n")
	g.Override(read())
	if got := faults(g, "c"); got != fault {
		t.Errorf("overridden by others: %s", got)
	}
}
