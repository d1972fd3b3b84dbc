package abnf

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestErrors lists invalid grammars with all their errors, in full. An unexpected error is a consequence of another
// one.
func TestErrors(t *testing.T) {
	const rest = `expected element, "/" or end of rule, `
	tests := []struct{ text, want string }{
		// Beginning of a rule.
		{"= b", `1:1: expected rule name, found "=" (a rule starts on a line of its own)`},
		{"/ b", `1:1: expected rule name, found "/" (there is no rule before this line for it to continue)`},
		{"1a = b", `1:1: expected rule name, found "1a" (rule names begin with a letter)`},
		{"<a> ::= b", `1:1: expected rule name, found "<" (the name of a rule stands without angle brackets)`},
		{"a_b = c", `1:2: expected "=" or "=/", found "_b" (rule names are letters, digits and "-")`},
		{"a", `1:2: expected "=" or "=/", found end of rule`},
		{"a ; c\n\n", `1:2: expected "=" or "=/", found end of rule`},
		{"a :: b", `1:3: expected "=" or "=/", found "::" (ABNF defines with "=")`},
		{"a := b", `1:3: expected "=" or "=/", found ":=" (ABNF defines with "=")`},
		{"a ::= b", `1:3: expected "=" or "=/", found "::=" (ABNF defines with "=")`},
		{"a -> b", `1:3: expected "=" or "=/", found "-" (ABNF defines with "=")`},
		{"a == b", `1:3: expected "=" or "=/", found "==" (ABNF defines with a single "=")`},
		{"some text", `1:6: expected "=" or "=/", found "text" (text that is not a rule must stand in a comment, after ";")`},
		{"\ufeffa = b", "1:1: expected rule name, found \"\\ufeff\" (U+FEFF) (remove the byte order mark)"},
		{"# c", `1:1: expected rule name, found "#" (a comment begins with ";")`},
		{"// c", `1:1: expected rule name, found "/" (a comment begins with ";")`},
		{"-- c", `1:1: expected rule name, found "--" (a comment begins with ";")`},
		{"/* c */", `1:1: expected rule name, found "/" (a comment begins with ";")`},
		{"a \"b\" c", `1:3: expected "=" or "=/", found '"' ("=" is missing after a)`},
		{"a %x41", `1:3: expected "=" or "=/", found "%" ("=" is missing after a)`},
		{"a 1*b", `1:3: expected "=" or "=/", found "1" (text that is not a rule must stand in a comment, after ";")`},
		{"a <- b", `1:3: expected "=" or "=/", found "<" (ABNF defines with "=")`},
		{"a = b\na |= c", `2:3: expected "=" or "=/", found "|" (ABNF adds alternatives with "=/")`},
		{"é = b", `1:1: expected rule name, found "é" (U+00E9) (ABNF is ASCII: write the character as %xE9)`},

		// Definitions.
		{"a = b\nc = d\nA = e", `3:1: rule "A" is already defined at 1:1 (use "=/" to add alternatives)`},
		{"a =/ b\na = c", `1:1: rule "a" is not defined yet ("=/" adds alternatives to an earlier definition, which takes "=", or to an imported rule)`},
		{"a = b)\na =/ c", `1:6: ` + rest + `found ")" (no group is open here)`},

		// Elements.
		{"a =", `1:4: expected element, found end of rule (write "" for the empty string)`},
		{"a = ; b\nc = d", `1:4: expected element, found end of rule (write "" for the empty string)`},
		{"a = / b", `1:5: expected element, found "/" (write "" for the empty string)`},
		{"a = b /", `1:8: expected element, found end of rule (write "" for the empty string)`},
		{"a = b // c", `1:8: expected element, found "/" (a comment begins with ";")`},
		{"a = b / / c", `1:9: expected element, found "/" (write "" for the empty string)`},
		{"a = b /* c */", `1:9: expected element right after the repetition, found space (a comment begins with ";")`},
		{"a = b (* c *)", `1:9: expected element right after the repetition, found space (a comment begins with ";")`},
		{"a = b -- c", `1:7: ` + rest + `found "--" (a comment begins with ";")`},
		{"a = b # c", `1:7: ` + rest + `found "#" (a comment begins with ";")`},
		{"a = b #", `1:7: ` + rest + `found "#" (a comment begins with ";")`},
		{"a = b #c", `1:7: ` + rest + `found "#" (lists with "#" are not part of ABNF: spell them out)`},
		{"a = !b", `1:5: expected element, found "!" (ABNF has no negation; in Go, compile.Difference computes differences)`},
		{"a = ~b", `1:5: expected element, found "~" (ABNF has no negation; in Go, compile.Difference computes differences)`},
		{"a = [^b]", `1:6: expected element, found "^" (ABNF has no negation; in Go, compile.Difference computes differences)`},
		{`a = ^"b"$`, `1:5: expected element, found "^" (a rule matches whole strings, without ^ and $)`},
		{"a = &b", `1:5: expected element, found "&" (ABNF has no lookahead; in Go, compile.Intersection intersects rules)`},
		{"a = .", `1:5: expected element, found "." (any character is %x00-10FFFF)`},
		{"a = b.", `1:6: ` + rest + `found "."`},
		{`a = \x41`, `1:5: expected element, found "\\" (a number is written %x41)`},
		{`a = \d`, `1:5: expected element, found "\\" (ABNF has no escapes: a character is written %x41)`},
		{"a = U+0041", `1:6: ` + rest + `found "+" (a number is written %x0041)`},
		{"a = x41.42", `1:8: ` + rest + `found "." (a number is written %x41.42)`},
		{"a = ( 0 / 1 )", `1:8: expected element right after the repetition, found space (write "0" for this text, "" for the empty string)`},
		{"a = 0-9", `1:6: expected element right after the repetition, found "-9" (write a range as in %x61-7A)`},
		{"a = 65", `1:7: expected element right after the repetition, found end of rule (a number is written %d65; a repetition stands before its element, as in *x)`},
		{"a = ()", `1:6: expected element, found ")" (write "" for the empty string)`},
		{"a = [ ]", `1:7: expected element, found "]" (write "" for the empty string)`},
		{"a = b | c", `1:7: ` + rest + `found "|" (ABNF separates alternatives with "/")`},
		{"a = b, c", `1:6: ` + rest + `found "," (the elements of a concatenation stand side by side, without a comma)`},
		{"a = b?", `1:6: ` + rest + `found "?" (write [ b ] for b?)`},
		{"a = b+", `1:6: ` + rest + `found "+" (write 1*b for b+)`},
		{"a = b_c", `1:6: ` + rest + `found "_c" (rule names are letters, digits and "-")`},
		{"a = b c = d", `1:9: ` + rest + `found "=" (a rule starts on a line of its own)`},
		{"a = { b }", `1:5: expected element, found "{" (write *( x ) for { x })`},
		{"a = b { c }", `1:7: ` + rest + `found "{" (write *( x ) for { x })`},
		{"a = 'b'", `1:5: expected element, found "'" (ABNF quotes with "...")`},
		{"a = “b”", `1:5: expected element, found "“" (U+201C) (ABNF quotes with "...")`},
		{"a = #b", `1:5: expected element, found "#" (lists with "#" are not part of ABNF: spell them out)`},
		{"a = b\u00a0c", "1:6: " + rest + "found \"\\u00a0\" (U+00A0) (put a plain space here)"},
		{"a = ß", `1:5: expected element, found "ß" (U+00DF) (ABNF is ASCII: write the character as %xDF)`},
		{"a = b \xff", `1:7: ` + rest + `found byte 0xFF (the grammar is not UTF-8)`},
		{"a = b \x00 c", `1:7: ` + rest + `found control character U+0000 (write a control character as %x00)`},
		{"a = \x00", `1:5: expected element, found control character U+0000 (write a control character as %x00)`},
		{"a = b\rc = d\r", `1:6: ` + rest + `found CR without LF (lines end in LF or CRLF)`},
		{"a = b \r\r\n", `1:7: ` + rest + `found CR without LF (lines end in LF or CRLF)`},
		{"a = b\f", `1:6: ` + rest + `found control character U+000C (write a control character as %x0C)`},
		{"a = b ; \x00\x00\n", `1:9: control character U+0000 in comment (write a control character as %x00)`},

		// Missing space.
		{`a = "say \"hi\""`, `1:12: expected white space, found "hi" (ABNF has no escapes: "say " %x22 "hi" %x22)`},
		{`a = b "\"" c`, `1:10: expected white space, found '"' (ABNF has no escapes: %x22)`},
		{`a = "b \" c"`, `1:12: expected white space, found '"' (ABNF has no escapes: "b " %x22 " c")`},
		{`a = "b\\\" \x41 c " d`, `1:12: ` + rest + `found "\\" (ABNF has no escapes: "b\" %x22 " A c ")`},
		{`a = "b \" c "`, `1:13: string is not closed (ABNF has no escapes: "b " %x22 " c ")`},
		{`a = "\"b`, `1:8: expected white space, found "b" (put a space between elements)`},
		{`a = "b""c"`, `1:8: expected white space, found '"' (put a space between elements; a quotation mark itself is %x22)`},
		{"a = (b)c", `1:8: expected white space, found "c" (put a space between elements)`},
		{"a = b(c)", `1:6: expected white space, found "(" (put a space between elements)`},
		{"a = b*", `1:6: expected white space, found "*" (write *b for b*)`},

		// Repetition.
		{"a = b *", `1:8: expected element right after the repetition, found end of rule (a repetition stands before its element, as in *x)`},
		{"a = * b", `1:6: expected element right after the repetition, found space (no space between a repetition and its element, which follows it)`},
		{"a = 2\n b", `1:6: expected element right after the repetition, found end of line (a number is written %d2; a repetition stands before its element, as in *x)`},
		{"a = **b", `1:6: expected element right after the repetition, found "*" (a repetition has one "*")`},
		{`a = 1*5*3"b"`, `1:8: expected element right after the repetition, found "*" (a repetition has one "*": 1*5)`},
		{"a = *1*b", `1:7: expected element right after the repetition, found "*" (a repetition has one "*": *1)`},
		{"a = 0", `1:6: expected element right after the repetition, found end of rule (write "0" for this text, "" for the empty string)`},
		{"a = 3*2b", `1:5: repetition 3*2 has a minimum of 3 and a maximum of 2 (write 2*3)`},
		{"a = 2147483648b", `1:5: repetition count 2147483648 is too large (the limit is 2147483647)`},
		{"a = 5*" + strings.Repeat("9", 50) + "b", `1:7: repetition count 999999999999999999999... is too large (the limit is 2147483647)`},

		// Brackets.
		{"a = ( b\nc = d", `1:8: expected element, "/" or ")", found end of rule (the group opened at 1:5 ends in ")")`},
		{"a = [ b )\nc = d", `1:9: expected element, "/" or "]", found ")" (the option opened at 1:5 ends in "]")`},
		{"a = ( ( b ]", `1:11: expected element, "/" or ")", found "]" (the group opened at 1:7 ends in ")")`},
		{"a = b ]", `1:7: ` + rest + `found "]" (no option is open here)`},

		// Strings and prose.
		{"a = \"b\nc = d", `1:5: string is not closed (it ends in " on the same line; a quotation mark itself is %x22)`},
		{"a = \"b\r\n c\"", `1:5: string is not closed (it ends in " on the same line; a quotation mark itself is %x22)`},
		{"a = b <c", `1:7: prose is not closed (it ends in > on the same line)`},
		{`a = "é" "é"`, "1:6: \"é\" (U+00E9) in string (ABNF is ASCII: write the character as %xE9)\n" +
			`1:11: "é" (U+00E9) in string (ABNF is ASCII: write the character as %xE9)`},
		{"a = \"\tb\t\"", `1:6: tab in string (write a control character as %x09)`},
		{"a = \"\x00\"", `1:6: control character U+0000 in string (write a control character as %x00)`},
		{"a = \"\x80\"", `1:6: byte 0x80 in string (the grammar is not UTF-8)`},
		{"a = <é>", `1:6: "é" (U+00E9) in prose (ABNF is ASCII: write the character as %xE9)`},

		// Numbers.
		{`a = %"b"`, `1:6: expected "x", "d", "b", "s" or "i", found '"' (strings are %s"x" and %i"x")`},
		{`a = %c"b"`, `1:6: expected "x", "d", "b", "s" or "i", found "c" (strings are %s"x" and %i"x")`},
		{"a = %o12", `1:6: expected "x", "d", "b", "s" or "i", found "o12" (a number is written %x41, %d65 or %b1000001)`},
		{"a = %sb", `1:7: expected '"', found "b"`},
		{"a = %x", `1:7: expected hexadecimal digit, found end of rule`},
		{"a = %x4G", `1:8: expected hexadecimal digit, found "G"`},
		{"a = %d1A", `1:8: expected decimal digit, found "A"`},
		{"a = %b12", `1:8: expected binary digit, found "2"`},
		{"a = %x41- b", `1:10: expected hexadecimal digit, found space`},
		{"a = %x41..42", `1:10: expected hexadecimal digit, found "." (write a range as in %x61-7A)`},
		{"a = %x41-%x5A", `1:10: expected hexadecimal digit, found "%" (write a range as in %x61-7A)`},
		{"a = %x0x41", `1:8: expected hexadecimal digit, found "x41" (a number is written %x41, %d65 or %b1000001)`},
		{"a = %x41-42-43", `1:12: expected white space, "/" or end of rule, found "-43" (a range is two numbers, a sequence has none)`},
		{"a = %x41.42-43", `1:12: expected white space, "/" or end of rule, found "-43" (a range is two numbers, a sequence has none)`},
		{"a = %x41-42.43", `1:12: expected white space, "/" or end of rule, found "." (a range is two numbers, a sequence has none)`},
		{`a = "b"-"c"`, `1:8: ` + rest + `found "-" (write a range as in %x61-7A)`},
		{"a = %x110000", `1:7: value %x110000 is above %x10FFFF, the last code point`},
		{"a = %xFFFFFFFFFFFFFFFFF-41", `1:7: value %xFFFFFFFFFFFFFFFFF is above %x10FFFF, the last code point`},
		{"a = %d1114112", `1:7: value %d1114112 is above %x10FFFF, the last code point`},
		{"a = %x5a-41", `1:5: range %x5a-41 is reversed (write %x41-5A)`},

		// Layout.
		{"  a = b\nc = d\n", `2:1: rule "c" is indented by 0, the first rule by 2 (start all rules in the same column)`},
		{"  a = b\nc = d\ne = f\n  g = h", `2:1: rule "c" is indented by 0, the first rule by 2 (start all rules in the same column)`},
		{"a = b\n c = d\n", `2:2: rule "c" is indented by 1, the first rule by 0 (start all rules in the same column)`},
		{"  / x\n\n  Prose, and\n  more of it.\na = b\n", `1:3: expected rule name, found "/" (there is no rule before this line for it to continue)`},
	}
	for _, test := range tests {
		texts := []string{test.text, test.text + "\nzz = yy\n"}
		if test.text[0] == ' ' {
			texts = texts[:1] // zz would be in another column
		}
		for _, text := range texts {
			want := "abnf: " + strings.ReplaceAll(test.want, "\n", "\nabnf: ")
			g, err := Parse([]byte(text))
			if err == nil || g != nil {
				t.Errorf("Parse(%q) = %v, %v, want error", text, g, err)
			} else if err.Error() != want {
				t.Errorf("Parse(%q):\n got %v\nwant %s", text, err, want)
			}
		}
	}
}

func TestAllErrors(t *testing.T) {
	const text = `; A grammar with faults.
a = b | c
b = "x" %x110000 5*4d   ; two that do not stop the reader
Here somebody explains
what it is about.

    It takes several lines, and (brackets.
c := d
d = ( e
e = "f
f = [ g )
  / h |
a = g
g = "good"
`
	_, err := ParseFile("x.abnf", []byte(text))
	var list ErrorList
	if !errors.As(err, &list) {
		t.Fatalf("Parse returns a %T", err)
	}
	want := []string{"2:7", "3:11", "3:18", "4:6", "8:3", "9:8", "10:5", "11:9", "13:1"}
	var got []string
	lines := strings.SplitAfter(text, "\n")
	for _, e := range list {
		got = append(got, fmt.Sprintf("%d:%d", e.Line, e.Col))
		if e.File != "x.abnf" || e.Offset != len(strings.Join(lines[:e.Line-1], ""))+e.Col-1 {
			t.Errorf("wrong place: %+v", e)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("errors at %v, want %v:\n%v", got, want, err)
	}
}

func TestErrorValue(t *testing.T) {
	_, err := ParseFile("x.abnf", []byte("a = b |\nc = %x41-40\n"))
	var first *Error
	if !errors.As(err, &first) {
		t.Fatalf("no *Error in a %T", err)
	}
	if first.Msg != `found "|"` || len(first.Expected) != 3 || first.Expected[0] != "element" || first.Hint == "" {
		t.Errorf("got %+v", first)
	}
	if n := len(err.(ErrorList).Unwrap()); n != 2 {
		t.Errorf("%d errors unwrapped, want 2", n)
	}
	const want = `abnf: x.abnf:1:7: expected element, "/" or end of rule, found "|" (ABNF separates alternatives with "/")` + "\n" +
		`abnf: x.abnf:2:5: range %x41-40 is reversed (write %x40-41)`
	if err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

// TestDepth tests that deep nesting is an error, instead of exhausting the stack.
func TestDepth(t *testing.T) {
	nest := func(open, close string, n int) string {
		return "a = " + strings.Repeat(open, n) + "b" + strings.Repeat(close, n)
	}
	for _, open := range []string{"(", "[", "2("} {
		close := map[string]string{"(": ")", "[": "]", "2(": ")"}[open]
		deepest := maxDepth / len(open)
		g := mustParse(t, nest(open, close, deepest))
		if !sameGrammar(g, mustParse(t, g.String())) {
			t.Errorf("%s: deepest nesting does not read back", open)
		}
		for _, n := range []int{deepest + 1, 300_000} {
			_, err := Parse([]byte(nest(open, close, n)))
			var list ErrorList
			errors.As(err, &list)
			if len(list) != 1 || list[0].Msg != "nesting is deeper than 1000 levels" || list[0].Col != 5+maxDepth {
				t.Errorf("%s: nesting %d deep: %v", open, n, err)
			}
		}
	}
	// Printing turns *1x into [ x ], which must not become too deep.
	g := mustParse(t, nest("*1(", ")", maxDepth/2))
	if !sameGrammar(g, mustParse(t, g.String())) {
		t.Error("nested *1 does not read back")
	}
	if _, err := Parse([]byte(nest("(", "", 3_000_000))); err == nil {
		t.Error("three million open groups were accepted")
	}
}
