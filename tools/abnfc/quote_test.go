package main

import (
	"os"
	"strings"
	"testing"
)

// TestQuotes: below an error stands the line at which it lies, and a caret.
func TestQuotes(t *testing.T) {
	alternatives := strings.Repeat("%x61 / ", 20)
	for _, test := range []struct{ grammar, want string }{
		{"a = \"x\" | \"y\"\n", "    a = \"x\" | \"y\"\n            ^\n"},
		{"a = b", "    a = b\n        ^\n"},                          // no end of line
		{"a = b\r\n", "    a = b\n        ^\n"},                      // CRLF
		{"a = (\n", "    a = (\n         ^\n"},                       // behind the line
		{"a\t=\tb\n", "    a = b\n        ^\n"},                      // tabs
		{"a = \"\u00e4\" b\n", "    a = \"\u00e4\" b\n         ^\n"}, // the first character that is none of ABNF
		{"a = \"x\" ; \u20ac\n  | b\n", "      | b\n      ^\n"},      // a line that goes on
		{"a = b ; \u20ac\xf0\x9f\x98\x80\n", "    a = b ; \u20ac\xf0\x9f\x98\x80\n        ^\n"},
		{"a = \x00\n", "    a = \\x00\n        ^\n"},
		{"a = \xff\n", "    a = \\xff\n        ^\n"},
		{"a = " + alternatives + "b\n", "    …" + alternatives[140-73:] + "b\n" + strings.Repeat(" ", 4+1+73) + "^\n"}, // a long line: its end,
		{"a = b / " + alternatives + "\"x\"\n", "    a = b / " + alternatives[:66] + "…\n        ^\n"},                 // its beginning,
		{"a = " + alternatives + "b / " + alternatives + "\"x\"\n", // and its middle
			"    …" + alternatives[140-50:] + "b / " + alternatives[:20] + "…\n" + strings.Repeat(" ", 4+1+50) + "^\n"},
		{"; nothing\n", "    ; nothing\n    ^\n"},
		{"\n", ""}, // a line with nothing to quote
		{"", ""},
	} {
		t.Chdir(folder(t, "g.abnf", test.grammar))
		r := abnfc("compile", "-o", "out.go", "g.abnf")
		first, rest, _ := strings.Cut(r.stderr, "\n")
		if r.code != 1 || !strings.HasPrefix(first, "g.abnf:") || rest != test.want {
			t.Errorf("%q: status %d, on stderr\n%s\nwant below the first line\n%s", test.grammar, r.code, r.stderr, test.want)
		}
	}
}

// Each of several errors has its line, in the file in which it lies.
func TestQuotesOfFiles(t *testing.T) {
	t.Chdir(folder(t, "g.abnf", "a = b\n\nc = imported d\n", "h.abnf", "; of h\nimported = <prose>\n",
		"l.eq", "A = g.abnf:a\nB = h.abnf:imported | C\n", "x.eq", "A = h.abnf:none\nB = = x\n"))
	const g, h = `g.abnf:1:5: rule "b" is not defined
    a = b
        ^
`, `h.abnf:2:12: rule "imported" depends on prose: <prose> (define it in ABNF instead)
    imported = <prose>
               ^
`
	want := g + `g.abnf:3:14: rule "d" is not defined
    c = imported d
                 ^
` + h
	if r := abnfc("compile", "-o", "out.go", "--import", "h.abnf", "g.abnf"); r.stderr != want {
		t.Errorf("got\n%s\nwant\n%s", r.stderr, want)
	}
	if r := abnfc("derive", "-o", "out.go", "l.eq"); r.stderr != g {
		t.Errorf("got\n%s", r.stderr)
	}
	if r := abnfc("derive", "-o", "out.go", "x.eq"); !strings.HasSuffix(r.stderr, "\n    B = = x\n        ^\n") {
		t.Errorf("got\n%s", r.stderr)
	}
}

// A text that cannot be had again, or has changed, is not quoted.
func TestNotQuoted(t *testing.T) {
	t.Chdir(folder(t, "g.abnf", "a = b\n", "short.abnf", "a\n"))
	var q quoter
	g, err := new(grammarFlags).read("g.abnf", os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	for ref := range g.References("a") {
		pos := ref.Pos
		if q.quote(pos) != "    a = b\n        ^\n" {
			t.Errorf("%v: %q", pos, q.quote(pos))
		}
		for _, file := range []string{"none.abnf", "short.abnf", ".", ""} {
			if pos.File = file; q.quote(pos) != "" {
				t.Errorf("%v: %q", pos, q.quote(pos))
			}
		}
		if pos.File, pos.Line = "g.abnf", 2; q.quote(pos) != "" {
			t.Errorf("%v: %q", pos, q.quote(pos))
		}
	}
}
