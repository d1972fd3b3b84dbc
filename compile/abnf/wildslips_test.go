package abnf

import (
	"strings"
	"testing"
)

// TestWildSlips gives texts with slips, the rules to be read, and all repairs or errors. A library
// has the rules OWS and other.
func TestWildSlips(t *testing.T) {
	const library = "OWS = *\" \"\nother = \"o\"\n"
	const unfit = " left out, it cannot be read: "
	for _, x := range []struct{ name, text, rules, notes string }{
		// The repeat and its element.
		{"space", `a = 32 ( "0" ) 2* DIGIT / *3 [ "b" ]`, `a = 32"0" 2*DIGIT / *3[ "b" ]`,
			"1:7: space between 32 and its element passed over\n1:18: space between 2* and its element passed over\n1:29: space between *3 and its element passed over"},
		{"space behind operators", `a = * "b" / ( * "b" ) [ * "b" ]`, `a = *"b" / *"b" [ *"b" ]`,
			"1:6: space between * and its element passed over\n1:16: space between * and its element passed over\n1:26: space between * and its element passed over"},
		{"a star between", `a = "b" * "c"`, "", `1:10: expected element right after the repetition, found space (no space between a repetition and its element, which follows it)`},
		{"nothing", `a = 0 b`, "", `1:6: expected element right after the repetition, found space (write "" for the empty string)`},

		// Glued elements.
		{"glued", `a = "A"("b")":"%x41<p>["c"]"d"`, `a = "A" "b" ":" %x41 <p> [ "c" ] "d"`,
			"1:8: \"(\" goes without a space before it\n1:13: \"\\\"\" goes without a space before it\n1:16: \"%\" goes without a space before it\n" +
				"1:20: \"<\" goes without a space before it\n1:23: \"[\" goes without a space before it\n1:28: \"\\\"\" goes without a space before it"},
		{"glued to a name", "a = b(\"c\")b\nb = \"x\"", "a = b \"c\" b|b = \"x\"", "1:6: \"(\" goes without a space before it\n1:11: \"b\" goes without a space before it"},
		{"glued repeats", `a = ("b")*2("c")1*"d"2DIGIT("e")*DIGIT`, `a = "b" *2"c" 1*"d" 2DIGIT "e" *DIGIT`,
			"1:10: \"*2\" goes without a space before it\n1:17: \"1*\" goes without a space before it\n1:22: \"2\" goes without a space before it\n" +
				"1:28: \"(\" goes without a space before it\n1:33: \"*\" goes without a space before it"},
		{"a star behind a group", `a = ("b")* "c"`, "", `1:10: expected white space, found "*" (write *( x ) for ( x )*)`},
		{"a star at the end", `a = ("b")*`, "", `1:10: expected white space, found "*" (write *( x ) for ( x )*)`},
		{"a star behind a name", "a = b*b\nb = \"x\"", "b = \"x\"", `1:1: rule "a"` + unfit + `expected white space, found "*" (a repetition stands before its element, as in *x)`},
		{"digits behind a name", "a = b2*b\nb = \"x\"", "b = \"x\"", `1:1: rule "a"` + unfit + `expected white space, found "*" (a repetition stands before its element, as in *x)`},
		{"two quotes", `a = "b""c"`, "", `1:8: expected white space, found '"' (put a space between elements; a quotation mark itself is %x22)`},

		// Lists.
		{"list", `a = #other`, `a = [ other *( OWS "," OWS other ) ]`, "1:5: list # spelt out by RFC 9110, section 5.6.1.1"},
		{"list of one", `a = 1#( "x" / other )`, `a = ( "x" / other ) *( OWS "," OWS ( "x" / other ) )`, "1:5: list 1# spelt out by RFC 9110, section 5.6.1.1"},
		{"list of some", `a = 2#3other / #2other / 1#1other / 3# other`,
			`a = other 1*2( OWS "," OWS other ) / [ other [ OWS "," OWS other ] ] / other 0( OWS "," OWS other ) / other 2*( OWS "," OWS other )`,
			"1:5: list 2#3 spelt out by RFC 9110, section 5.6.1.1\n1:16: list #2 spelt out by RFC 9110, section 5.6.1.1\n" +
				"1:26: list 1#1 spelt out by RFC 9110, section 5.6.1.1\n1:37: list 3# spelt out by RFC 9110, section 5.6.1.1"},
		{"list in list", `a = 1#( "x" #"y" )`, `a = ( "x" [ "y" *( OWS "," OWS "y" ) ] ) *( OWS "," OWS ( "x" [ "y" *( OWS "," OWS "y" ) ] ) )`,
			"1:5: list 1# spelt out by RFC 9110, section 5.6.1.1\n1:13: list # spelt out by RFC 9110, section 5.6.1.1"},
		{"lists too deep", `a = #( #( #( #"x" ) ) )`, "", "1:14: list # cannot be spelt out"},
		{"list of none", `a = #0other`, "", "1:5: list #0 cannot be spelt out"},
		{"list backwards", `a = 3#2other`, "", "1:5: list 3#2 cannot be spelt out"},
		{"list of nothing", "a = # / \"x\"", "", `1:7: expected element of the list, found "/"`},
		{"spelt out as sent", "a = 1#other\na = other *( OWS \",\" OWS other )", `a = other *( OWS "," OWS other )`,
			"1:1: rule \"a\" was defined in the same words at 2:1: left out"},
		{"spelt out as received", "a = #other\nb = a\na = [ ( \",\" / other ) *( OWS \",\" [ OWS other ] ) ]", `b = a|a = [ ( "," / other ) *( OWS "," [ OWS other ] ) ]`,
			"1:1: rule \"a\" is spelt out at 3:1, by RFC 7230, section 7: left out"},
		{"spelt out as received, one", "a = 1#other\na = *( \",\" OWS ) other *( OWS \",\" [ OWS other ] )", `a = *( "," OWS ) other *( OWS "," [ OWS other ] )`,
			"1:1: rule \"a\" is spelt out at 2:1, by RFC 7230, section 7: left out"},
		{"spelt out otherwise", "a = 1#other\na = other *( \",\" other )", "", `2:1: rule "a" is already defined at 1:1 (use "=/" to add alternatives)`},

		{"list of everything", `a = 1#( %x41-42 / %x43 / <p!> / *"x" / [ other ] )`,
			`a = ( %x41-42 / %x43 / <p!> / *"x" / [ other ] ) *( OWS "," OWS ( %x41-42 / %x43 / <p!> / *"x" / [ other ] ) )`,
			"1:5: list 1# spelt out by RFC 9110, section 5.6.1.1"},
		{"list with a fault", "a = 1#( \"x\" , )\nb = \"y\"", `b = "y"`,
			`1:1: rule "a"` + unfit + `expected element, "/" or ")", found "," (the elements of a concatenation stand side by side, without a comma)`},

		// Names.
		{"underscores", "my_list = my_item *( \"_\" my_item ) ; my_list\nmy_item = <my_item!> / \"my_item\"",
			`my-list = my-item *( "_" my-item )|my-item = <my_item!> / "my_item"`,
			"1:1: my_list read as my-list, here and elsewhere\n1:11: my_item read as my-item, here and elsewhere"},
		{"underscores in prose", "a = <my_item>\nmy_item = \"x\"", `a = my-item|my-item = "x"`, "1:5: <my_item> read as rule \"my-item\"\n2:1: my_item read as my-item, here and elsewhere"},
		{"underscores on a line of rules", "a = b b_c = \"x\" ; 5\" d = \"_y_y\" e = \"b_c\"", `a = b|b-c = "x"|d = "_y_y"|e = "b_c"`,
			"1:7: rule \"b-c\" begins within a line\n1:7: b_c read as b-c, here and elsewhere\n1:22: the comment \"; 5\\\"\" ends here\n" +
				"1:22: rule \"d\" begins within a line\n1:33: rule \"e\" begins within a line"},
		{"two spellings", "a_b = \"x\"\na-b = \"y\"", `a-b = "y"`, `1:1: rule "a"` + unfit + `expected "=" or "=/", found "_b" (rule names are letters, digits and "-")`},
		{"three spellings", "a_b-c = \"x\"\na-b_c = \"y\"\nd = \"z\"", `d = "z"`, `1:1: rule "a"` + unfit + `expected "=" or "=/", found "_b-c" (rule names are letters, digits and "-")` +
			"\n" + `2:1: rule "a-b"` + unfit + `expected "=" or "=/", found "_c" (rule names are letters, digits and "-")`},
		{"angle brackets", "<a_b> ::= <c> \"x\"\n<c> = \"y\"", `a-b = c "x"|c = "y"`,
			"1:1: <a_b> read as a_b\n1:2: a_b read as a-b, here and elsewhere\n1:7: \"::=\" read as \"=\"\n1:11: <c> read as rule \"c\"\n2:1: <c> read as c"},

		// What defines a rule.
		{"colons", "a ::= b\nb = \"x\"", `a = b|b = "x"`, `1:3: "::=" read as "="`},
		{"a colon", "a := b\nb:=\"x\"", `a = b|b = "x"`, "1:3: \":=\" read as \"=\"\n2:2: \":=\" read as \"=\""},
		{"an assignment", "a = b\nb = \"x\"\nlength := a", `a = b|b = "x"`, `3:1: rule "length"` + unfit + `expected "=" or "=/", found ":=" (ABNF defines with "=")`},

		// Characters.
		{"curly quotes", "a = \u201cx \u201c \u201dy\u201d ; \u201cz\u201d\n", `a = "x " "y"`,
			"1:5: \u201cx \u201c read as \"x \"\n1:14: \u201dy\u201d read as \"y\""},
		{"curly quotes in quotes", "a = \"\u201c\" \u201c\"\u201d\nb = \"x\"", `b = "x"`, `1:1: rule "a"` + unfit + "\"\u201c\" (U+201C) in string (ABNF is ASCII: write the character as %x201C)"},
		{"one curly quote", "a = \u201cx\nb = \"x\"", `b = "x"`, `1:1: rule "a"` + unfit + "expected element, found \"\u201c\" (U+201C) (ABNF quotes with \"...\")"},
		{"Latin-1 in comments", "a = \"x\" ; \xe9t\xe9\n ; \xe0\nb = \"y\"", `a = "x"|b = "y"`,
			"1:11: byte 0xE9 in comment: passed over\n2:4: byte 0xE0 in comment: passed over"},
		{"Latin-1 elsewhere", "a = \"\xe9\"", "", `1:6: byte 0xE9 in string (the grammar is not UTF-8)`},

		// Prose.
		{"two lines", "a = <other, defined in\n       Section 5 of [X]> \"x\"", `a = other "x"`,
			"1:5: <other, defined in Section 5 of [X]> goes over 2 lines\n1:5: <other, defined in Section 5 of [X]> read as rule \"other\""},
		{"open", "a = < b\nb = \"x\"", `b = "x"`, `1:1: rule "a"` + unfit + `prose is not closed (it ends in > on the same line)`},
		{"open, prose follows", "a = <b\n   <c>\nc = \"x\"", `c = "x"`, `1:1: rule "a"` + unfit + `prose is not closed (it ends in > on the same line)`},
		{"odd characters", "a = <b\n   \u00e9>\nc = \"x\"", `c = "x"`, `1:1: rule "a"` + unfit + `prose is not closed (it ends in > on the same line)`},

		// Definitions that mean the same.
		{"same meaning", "a = %s\"Mon\" %x21 1b ( \"x\" / ( %x41 / \"1\" ) ) \"-\" \"x\"\na = %x4D.6F.6E \"!\" b ( \"X\" / %x41-41 / %x31 ) \"-X\"\nb = *( \"x\" \"y\" )\nb = *\"xy\"", `a = %s"Mon" %x21 1b ( "x" / ( %x41 / "1" ) ) "-" "x"|b = *( "x" "y" )`,
			"2:1: rule \"a\" was defined with the same meaning at 1:1: left out\n4:1: rule \"b\" was defined with the same meaning at 3:1: left out"},
		{"other meanings", "a = \"mon\"\na = %s\"mon\"", "", `2:1: rule "a" is already defined at 1:1 (use "=/" to add alternatives)`},
	} {
		g, repairs, err := ParseWild("", []byte(x.text), mustParse(t, library))
		if rules := strings.ReplaceAll(rulesOf(g), "\n", "|"); rules != x.rules {
			t.Errorf("%s: %q is read as\n%s\nwant\n%s", x.name, x.text, rules, x.rules)
		}
		got := strings.TrimSuffix(lines(repairs), "\n")
		if err != nil {
			got = strings.ReplaceAll(err.Error(), "abnf: ", "")
		}
		if got != x.notes {
			t.Errorf("%s: %q has notes\n%s\nwant\n%s", x.name, x.text, got, x.notes)
		}
		checkStrict(t, x.text)
	}
}

// TestWildListForms: lists are read by the rule that is known, and else not at all.
func TestWildListForms(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"a = #b\nb = \"x\"\nLWS = \" \"", `[ *LWS b *( *LWS "," *LWS b ) ]`},
		{"a = 1#b\nb = \"x\"\nLWS = \" \"", `*LWS b *( *LWS "," *LWS b )`},
		{"a = 2#3b\nb = \"x\"\nlws = \" \"", `*LWS b 1*2( *LWS "," *LWS b )`},
		{"a = 1#b\nb = \"x\"\nLWS = \" \"\nOWS = \"\"", `b *( OWS "," OWS b )`},
		{"a = 1#b\nb = \"x\"", `abnf: 1:5: lists with "#" are not part of ABNF (a rule OWS has them read as in RFC 9110, a rule LWS as in RFC 2616)`},
	} {
		g, _, err := ParseWild("", []byte(x.text), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if a := g.Lookup("a"); a != nil {
			got = a.Body.String()
		} else if err := g.Verify("a"); err != nil {
			got = err.Error()
		}
		if got != x.want {
			t.Errorf("%q: %s, want %s", x.text, got, x.want)
		}
	}
}
