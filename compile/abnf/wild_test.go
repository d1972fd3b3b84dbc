package abnf

import (
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

// TestWildTexts reads the clean grammar in testdata/wild with five kinds of damage.
// The repairs are pinned; what is read is the clean grammar, rule by rule.
func TestWildTexts(t *testing.T) {
	clean := readGrammar(t, "testdata/wild/clean.abnf")
	var all strings.Builder
	for _, x := range []struct {
		name    string
		rename  string // a name that is misspelt, and what is meant
		imports string // rules that the text lacks
	}{
		{"page", "yaer year", "entry name note"},
		{"line", "", ""},
		{"bottomup", "", ""},
		{"catalog", "", "year month date time zone name note sign"},
		{"around", "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			file := "testdata/wild/" + x.name + ".txt"
			text := readFile(t, file)
			if _, err := ParseFile(file, text); err == nil {
				t.Error("the strict reader takes it")
			}
			g, repairs, err := ParseWild(x.name+".txt", text, nil)
			if err != nil {
				t.Fatal(err)
			}
			all.WriteString("== " + x.name + "\n" + lines(repairs))
			if old, name, found := strings.Cut(x.rename, " "); found {
				if places, err := g.Rename(old, name); err != nil || len(places) != 1 {
					t.Errorf("renaming %s: %v, %v", old, places, err)
				}
			}
			sameAsClean(t, clean, g, strings.Fields(x.imports))
		})
	}
	testkit.Golden(t, "testdata/wild/repairs.golden", all.String())
}

// sameAsClean expects the rules of the clean grammar, each in the same words, but for
// those that are to be imported.
func sameAsClean(t *testing.T, clean, g *Grammar, imported []string) {
	t.Helper()
	for r := range clean.Rules() {
		got := g.Lookup(r.Name)
		if got == nil {
			if len(imported) == 0 || imported[0] != r.Name {
				t.Fatalf("rule %s is missing", r.Name)
			}
			imported = imported[1:]
			continue
		}
		empty := strings.NewReplacer(`0<sign>`, `""`)
		if got, want := empty.Replace(got.Body.String()), empty.Replace(r.Body.String()); got != want {
			t.Errorf("%s is read as\n%s\nwant\n%s", r.Name, got, want)
		}
	}
	if len(imported) > 0 {
		t.Errorf("not missing: %v", imported)
	}
	g.Import(clean)
	for r := range g.Rules() {
		if err := g.Verify(r.Name); err != nil {
			t.Error(err)
		}
	}
}

func lines(repairs []Repair) string {
	var b strings.Builder
	for _, r := range repairs {
		b.WriteString(r.String() + "\n")
	}
	return b.String()
}

// TestWildRules gives small texts with the rules to be read, a line each, and all
// repairs, or all errors. A tilde begins a line that is not a rule, and is left out.
func TestWildRules(t *testing.T) {
	for _, x := range []struct{ name, text, rules, notes string }{
		// Lines that go on with a rule.
		{"deeper", "~\na = b\n   / c\n  b\nb = \"x\"\nc = \"y\"\n", "a = b / c b|b = \"x\"|c = \"y\"", ""},
		{"comments between", "~\na = b\n; c\n\n   ; c\n   / b\nb = \"x\"", "a = b / b|b = \"x\"", ""},
		{"after a blank line", "~\na = b\n\n  \"y\" b\nb = \"x\"", "a = b \"y\" b|b = \"x\"", `4:3: goes on with rule "a" after a blank line`},
		{"unknown after a blank line", "~\na = b\n\n  \"y\" c\nb = \"x\"", "a = b|b = \"x\"", `4:3: left out: "\"y\" c"`},
		{"only names after a blank line", "~\na = b\n\n  B b\nb = \"x\"", "a = b B b|b = \"x\"", `4:3: goes on with rule "a" after a blank line`},
		{"flush after a blank line", "~\na = b\n\n\"y\"\nb = \"x\"", "a = b|b = \"x\"", `4:1: left out: "\"y\""`},
		{"slash after a blank line", "~\na = b\n\n/ \"y\"\nb = \"x\"", "a = b / \"y\"|b = \"x\"",
			`4:1: goes on with rule "a" after a blank line, without being indented`},
		{"slash behind prose", "~\na = b\nSome prose; more.\n\n/ \"y\"\nb = \"x\"", "a = b / \"y\"|b = \"x\"",
			"3:1: left out: \"Some prose; more.\"\n5:1: goes on with rule \"a\" after what is left out"},
		{"string behind prose", "~\na = b\n\nProse.\n  \"y\"\n\"z\"\nb = \"x\"", "a = b|b = \"x\"", `4:1: 3 lines left out: "Prose."`},
		{"names behind prose", "~\na = b\n\nSee also\n  b\nb = \"x\"", "a = b|b = \"x\"", `4:1: 2 lines left out: "See also"`},
		{"names behind prose, wanted", "~\na = b /\n\nProse.\n  b\nb = \"x\"", "a = b / b|b = \"x\"",
			"4:1: left out: \"Prose.\"\n5:3: goes on with rule \"a\" after what is left out"},
		{"brackets open", "~\na = ( b\nProse.\n\nb ; c )\n )\nb = \"x\"", "a = b b|b = \"x\"",
			"3:1: left out: \"Prose.\"\n5:1: goes on with rule \"a\" after what is left out"},
		{"flush", "~\na = b\n\"y\" b\nb = \"x\"", "a = b \"y\" b|b = \"x\"", `3:1: goes on with rule "a" without being indented`},
		{"flush name", "~\na = b\nb\nb = \"x\"", "a = b|b = \"x\"", `3:1: left out: "b"`},
		{"flush slash", "~\na = b\n/b\n/\nb\nb = \"x\"", "a = b / b / b|b = \"x\"",
			"3:1: goes on with rule \"a\" without being indented\n4:1: goes on with rule \"a\" without being indented\n5:1: goes on with rule \"a\" without being indented"},
		{"a path", "~\na = b\n/etc is\nb = \"x\"", "a = b|b = \"x\"", `3:1: left out: "/etc is"`},
		{"a name and its =", "~\na\n\n ; c\n  =\n \"b\"\nC ; d\n = a\nc\n =/ a\n", "a = \"b\"|C = a / a", ""},
		{"orphans", "/ x\n  / y\n\n/ z\na = \"b\"", "a = \"b\"",
			`1:1: 3 lines left out, there is no rule to continue: "/ x"`},
		{"library", "~\na = b\n\n  \"x\" LIB\nb = alpha", "a = b \"x\" LIB|b = alpha", `4:3: goes on with rule "a" after a blank line`},
		{"library, prose", "~\na = <lib, see [LIB]>\nlib = <lib>\nb = <bee>\n", "a = lib|b = <bee>",
			"2:5: <lib, see [LIB]> read as rule \"lib\"\n3:1: rule \"lib\" is not defined by <lib>: left out"},

		// Several rules on a line.
		{"squeezed", "~\na = b b = c c = \"d\"", "a = b|b = c|c = \"d\"", "2:7: rule \"b\" begins within a line\n2:13: rule \"c\" begins within a line"},
		{"glued", "a = \"x\"b = a", "a = \"x\"|b = a", `1:8: rule "b" begins within a line`},
		{"behind a continuation", "~\na = b\n / c b = a ; d = a\nc = b", "a = b / c|b = a|c = b", `3:6: rule "b" begins within a line`},
		{"incremental", "~\na = b a =/ c b=\"x\" c= %s\"y\"", "a = b / c|b = \"x\"|c = %s\"y\"",
			"2:7: rule \"a\" begins within a line\n2:14: rule \"b\" begins within a line\n2:20: rule \"c\" begins within a line"},
		{"a comment on a line of its own", "a = b b = \"c\"\n; b = a\nc = a ; b = c\n", "a = b|b = \"c\"|c = a", `1:7: rule "b" begins within a line`},
		{"odd quote in a comment", `a = b b = "c" ; " / a c = "d" ; x / a`, `a = b|b = "c" / a|c = "d" / a`,
			"1:7: rule \"b\" begins within a line\n1:19: the comment \"; \\\"\" ends here\n1:23: rule \"c\" begins within a line\n1:35: the comment \"; x\" ends here"},
		{"inches", `a = b b = "c" ; 5" / a c = "d"`, `a = b|b = "c" / a|c = "d"`,
			"1:7: rule \"b\" begins within a line\n1:20: the comment \"; 5\\\"\" ends here\n1:24: rule \"c\" begins within a line"},
		{"quote left open", `a = b b = "c" ; see "x d = "a" c = "d" e = a`, `a = b|b = "c"|c = "d"|e = a`,
			"1:7: rule \"b\" begins within a line\n1:32: the comment \"; see \\\"x d = \\\"a\\\"\" ends here\n1:32: rule \"c\" begins within a line\n1:40: rule \"e\" begins within a line"},
		{"quoted in a comment", `a = b b = "c" ; "q / a d = b" / a ; e "c d = nothing" c = "d"`, `a = b|b = "c" / a|c = "d"`,
			"1:7: rule \"b\" begins within a line\n1:31: the comment \"; \\\"q / a d = b\\\"\" ends here\n1:55: the comment \"; e \\\"c d = nothing\\\"\" ends here\n1:55: rule \"c\" begins within a line"},
		{"unknown behind a slash", `a = b b = "c" ; this / that / a ; 0/1 / "x`, `a = b|b = "c" / a`,
			"1:7: rule \"b\" begins within a line\n1:29: the comment \"; this / that\" ends here"},
		{"quotes and prose", `a = b b = "=" c = "; d = e" d = <e = f> e = " / "`, `a = b|b = "="|c = "; d = e"|d = <e = f>|e = " / "`,
			"1:7: rule \"b\" begins within a line\n1:15: rule \"c\" begins within a line\n1:29: rule \"d\" begins within a line\n1:41: rule \"e\" begins within a line"},
		{"behind other text", "The grammar is a = b b = \"c\" ; and / b so on", "a = b|b = \"c\"",
			"1:1: left out: \"The grammar is\"\n1:16: rule \"a\" begins within a line\n1:22: rule \"b\" begins within a line"},
		{"bullets", "o  a = \"b\"\no  c = a\n", "a = \"b\"|c = a",
			"1:1: left out: \"o\"\n1:4: rule \"a\" begins within a line\n2:1: left out: \"o\"\n2:4: rule \"c\" begins within a line"},
		{"prose with rules", "as in b = a\n(note a = b)\nif a = b, and c = d\na = 1b\nb = \"x\"", "a = 1b|b = \"x\"", `1:1: 3 lines left out: "as in b = a"`},

		// A margin.
		{"source code", "/*\n * Rules:\n *\n * a = b\n *  / c\n * b = \"x\" ; *\n\n * c = b\n */", "a = b / c|b = \"x\"|c = b",
			"1:1: 2 lines left out: \"/*\"\n2:2: left out before 5 lines: \"*\"\n" +
				"8:2: left out before a line: \"*\"\n9:2: left out: \"*/\""},
		{"mail", "> a = b\n> / c\n> b = \"y\"\nYes.\n>c = b\n> c = \"x\"\n", "a = b / c|b = \"y\"|c = \"x\"",
			"1:1: left out before 3 lines: \">\"\n2:3: goes on with rule \"a\" without being indented\n" +
				"4:1: 2 lines left out: \"Yes.\"\n6:1: left out before a line: \">\""},
		{"a single bullet", "- a = c\nb = \"x\"", "b = \"x\"", "1:1: left out: \"- a = c\""},

		// Repetitions of nothing.
		{"zero", "~\na = 0\nb = 0 / a\nc = ( *0 ) [ 0*0 ; c\n ]\nd = 00", `a = ""|b = "" / a|c = "" [ "" ]|d = ""`,
			"2:5: 0 without an element read as \"\"\n3:5: 0 without an element read as \"\"\n4:7: *0 without an element read as \"\"\n" +
				"4:14: 0*0 without an element read as \"\"\n6:5: 00 without an element read as \"\""},

		{"zeros in prose", "~\na = b\n\n  / *0\nProse.\n  / 0*00 / 0<x> b\nb = \"x\"", `a = b / "" / "" / 0<x> b|b = "x"`,
			"4:5: *0 without an element read as \"\"\n5:1: left out: \"Prose.\"\n6:3: goes on with rule \"a\" after what is left out\n" +
				"6:5: 0*00 without an element read as \"\""},
		{"examples behind prose", "~\na = b\n\nTo: Mary\n  <mary@example.net>\n  \"Mary\" <mary@example.net>\n / \\ /\n\n <b>\n  <b> <b>\nb = \"x\"", `a = b|b = "x"`,
			`4:1: 6 lines left out: "To: Mary"`},
		{"a page break", "~\na = b\nPage 1\n\f\n\f\nPage 2\n / \"y\"\n\f\nb = \"x\"", `a = b / "y"|b = "x"`,
			"3:1: 4 lines left out: \"Page 1\"\n7:2: goes on with rule \"a\" after what is left out\n8:1: U+000C read as a space"},

		// Prose.
		{"prose", "a = <b> <B> <c> 0<b> <b > <b, see [X]> <a>\nb = <b>\nDIGIT = <DIGIT, see RFC 5234>", "a = b B <c> 0<b> <b > <b, see [X]> <a>|b = <b>",
			"1:5: <b> read as rule \"b\"\n1:9: <B> read as rule \"B\"\n" +
				"3:1: rule \"DIGIT\" is not defined by <DIGIT, see RFC 5234>: left out"},

		// Definitions.
		{"again", "~\na = \"b\"\nA =\n \"b\" ; c\n", "a = \"b\"", `3:1: rule "A" was defined in the same words at 2:1: left out`},
		{"again, with more", "~\na = \"b\"\na =/ \"c\"\na = \"b\"\n", "a = \"b\" / \"c\"", `4:1: rule "a" was defined in the same words at 2:1: left out`},

		// Layout.
		{"indentation", "   a = \"b\"\r\n c = a\r\n d = a\r\n   e = a\r\n", "a = \"b\"|c = a|d = a|e = a", `2:2: rule "c" is indented by 1, rule "a" by 3`},
		{"indented below a rule", "a = b\n  b = \"c\"\n  c = b\nd = c", "a = b|b = \"c\"|c = b|d = c", `2:3: rule "b" is indented by 2, rule "a" by 0`},
		{"comment above", "; \xff\n\na = \"b\"", `a = "b"`, `1:3: byte 0xFF in comment: passed over`},
		{"alternatives first", "a =/ \"b\"\na = \"c\"", `a = "c" / "b"`, `1:1: adds to rule "a", which is defined at 2:1`},
		{"tabs", "~\n\ta = \"b\"\n\t / \"c\"\n        d = a\t; e\n", "a = \"b\" / \"c\"|d = a", ""},
		{"spaces", "~\n\u00a0\u00a0\u2003a\u00a0= \"b\" ; \u00a0\n\n   c = a\n", "a = \"b\"|c = a",
			"2:1: U+00A0 read as a space\n2:5: U+2003 read as a space\n2:9: U+00A0 read as a space"},
		{"byte order mark", "\ufeffa = \"b\"\nc = a", "a = \"b\"|c = a", "1:1: U+FEFF read as a space"},
		{"form feeds", "a = \"b\"\f\n\f\nc = a ; \f\n", "a = \"b\"|c = a", "1:8: U+000C read as a space\n2:1: U+000C read as a space\n3:9: U+000C read as a space"},
		{"a space between rules", "a = \"x\" ; c\nb = a\u00a0c = d d = \";\u00a0 ; \"\n", "a = \"x\"|b = a|c = d", `2:6: U+00A0 read as a space
2:8: rule "c" begins within a line
2:14: rule "d" begins within a line
2:14: rule "d" left out, it cannot be read: "\u00a0" (U+00A0) in string (ABNF is ASCII: write the character as %xA0)`},

		// What is left out may hold anything.
		{"hostile", "\x00 \xff\x80 =\na = \"b\"\n\xc3 = c\n\xe2\x80", "a = \"b\"", "1:1: left out: \"\\x00 \\xff\\x80 =\"\n3:1: 2 lines left out: \"\\xc3 = c\""},
		{"notes", "DONE:\na = \"b\"\nNote : x\na -> b\n\nx, y, z\n", "a = \"b\"", "1:1: left out: \"DONE:\"\n3:1: 3 lines left out: \"Note : x\""},
		{"long", "~\na = \"b\"\nWhere it says äöüß, things are in Gérman or Frönch.", "a = \"b\"", `3:1: left out: "Where it says äöüß, things are in G..."`},
	} {
		library := mustParse(t, "lib = \"l\"\n")
		g, repairs, err := ParseWild("", []byte(x.text), library)
		want := strings.Trim(strings.ReplaceAll("|"+x.rules, "|", "\n"), "\n")
		if rules := rulesOf(g); rules != want {
			t.Errorf("%s: %q is read as\n%s\nwant\n%s", x.name, x.text, rules, want)
		}
		got := strings.TrimPrefix(lines(repairs), "1:1: left out: \"~\"\n")
		if err != nil {
			got += strings.ReplaceAll(err.Error(), "abnf: ", "")
		}
		if got = strings.TrimSuffix(got, "\n"); got != x.notes {
			t.Errorf("%s: %q has notes\n%s\nwant\n%s", x.name, x.text, got, x.notes)
		}
	}
}

// rulesOf prints rules, a line each.
func rulesOf(g *Grammar) string {
	var list []string
	if g != nil {
		for r := range g.Rules() {
			list = append(list, r.Name+" = "+r.Body.String())
		}
	}
	return strings.Join(list, "\n")
}

// TestWildErrors: what is wrong in a rule stays an error with its position.
func TestWildErrors(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"a = b\n   , c\n", `2:4: expected element, "/" or end of rule, found "," (the elements of a concatenation stand side by side, without a comma)`},
		{"a = b\n  b c ,\n", `2:7: expected element, "/" or end of rule, found "," (the elements of a concatenation stand side by side, without a comma)`},
		{"a = b\n   prose in the way.\n", `2:20: expected element, "/" or end of rule, found "."`},
		{"a = b\n/ \"y\n", `2:3: string is not closed (it ends in " on the same line; a quotation mark itself is %x22)`},
		{"a == b", `1:3: expected "=" or "=/", found "==" (ABNF defines with a single "=")`},
		{"a = 0 b", `1:6: expected element right after the repetition, found space (write "" for the empty string)`},
		{"a = 1", `1:6: expected element right after the repetition, found end of rule (a number is written %d1; a repetition stands before its element, as in *x)`},
		{"a = 9999999999", "1:5: repetition count 9999999999 is too large (the limit is 2147483647)\n" +
			`1:15: expected element right after the repetition, found end of rule (a number is written %d9999999999; a repetition stands before its element, as in *x)`},
		{"a = \"x\"\na = \"y\"\na = \"x\"", `2:1: rule "a" is already defined at 1:1 (use "=/" to add alternatives)`},
		{"a = b ,\na = b", "1:7: expected element, \"/\" or end of rule, found \",\" (the elements of a concatenation stand side by side, without a comma)\n" +
			`2:1: rule "a" is already defined at 1:1 (use "=/" to add alternatives)`},
		{"a = \"b\" ; \x01", `1:11: control character U+0001 in comment (write a control character as %x01)`},
		{"a = \"b\xff\"", `1:7: byte 0xFF in string (the grammar is not UTF-8)`},
		{"a = \"b\" \x00 ", `1:9: expected element, "/" or end of rule, found control character U+0000 (write a control character as %x00)`},
		{"", "1:1: no rule found"}, {" \n; comment\n", "1:1: no rule found"}, {"Prose\nonly", "1:1: no rule found"},
		{"a -> b", "1:1: no rule found"}, {"\x00\xff", "1:1: no rule found"},
	} {
		g, _, err := ParseWild("", []byte(x.text), nil)
		if want := "abnf: " + strings.ReplaceAll(x.want, "\n", "\nabnf: "); g != nil || errorText(err) != want {
			t.Errorf("%q: %v and error\n%v\nwant\n%s", x.text, g, err, want)
		}
	}
}

// TestWildUnreadOrder: faults of two rules at one place have an order, too.
func TestWildUnreadOrder(t *testing.T) {
	const text = "a = b\nd =a = %x110000 %x110000\n e\n"
	_, _, first := ParseWild("", []byte(text), nil)
	for range 50 {
		if _, _, err := ParseWild("", []byte(text), nil); err.Error() != first.Error() {
			t.Fatalf("now\n%v\nand then\n%v", first, err)
		}
	}
}
