package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// hostileNames are names of grammars that look like code.
var hostileNames = []string{
	"a\npackage b\n", "a\r\n//go:generate x\r\n.abnf", "a\n*", "*", "a\\", "a\\\n", "a*\u2028b\u2029c.abnf", "a\x80\xff.abnf", "\x1b[31ma", "\u202ea.abnf", "a\u0085b", "\"a\"",
	"`a`", "--><script>a<", "]]>", "${a}", "'a'", "a\tb", "a\x7f", "??", "é.abnf", "#line 1", "</svg><b>",
}

// comments matches comments of C, JavaScript and Go.
var comments = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n\r\x{2028}\x{2029}]*`)

// TestHostileNames checks that the name of a grammar changes only comments in its output, which are printable.
func TestHostileNames(t *testing.T) {
	const text = "a = *( b / %x30 )\r\nb = %x61-7A\r\n"
	made := func(name string, args []string) (out string) {
		folder(t, "good.abnf", text)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Skip(err)
		}
		if err := os.WriteFile("x.eq", []byte("x = a\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		full := append(append(args[:1:1], args[1:]...), "--", name)
		got := abnfc(full...)
		if got.code != 0 {
			t.Fatalf("%q: %+v", full, got)
		}
		out = got.stdout
		for _, file := range []string{"x.go", "x_test.go", "x.c", "x.h", "x.mjs", "x.d.mts", "x.cjs", "x.html"} {
			written, _ := os.ReadFile(file)
			out += string(written)
		}
		return out
	}
	for _, args := range [][]string{
		{"compile", "-o", "x.go", "--pkg", "x", "--span", "b"}, {"compile", "-o", "x.go", "--pkg", "x", "--standalone"}, {"compile", "-o", "x.c", "--span", "b"},
		{"compile", "-o", "x.mjs"}, {"compile", "-o", "x.cjs"}, {"draw", "--as", "dot"}, {"draw", "--rule", "a"},
		{"draw"}, {"extract"}, {"sample", "--suite"}, {"sample", "--rule", "a"}, {"compile", "-o", "x.go", "--pkg", "x", "--import", "good.abnf"},
	} {
		want := comments.ReplaceAllString(made("grammar.abnf", args), "")
		for _, name := range hostileNames {
			got := made(name, args)
			if rest := comments.ReplaceAllString(got, ""); rest != want && !strings.Contains(want, "grammar.abnf") {
				t.Errorf("%q of %q changes more than comments", args, name)
			}
			for line := range strings.Lines(got) {
				if strings.HasPrefix(line, "package b") || !utf8.ValidString(line) || strings.ContainsFunc(strings.TrimSuffix(line, "\n"), unprintable) {
					t.Errorf("%q of %q: %q", args, name, line)
				}
			}
		}
	}
}

// TestHostileNamesInMessages checks that messages escape the name of a grammar.
func TestHostileNamesInMessages(t *testing.T) {
	for _, name := range hostileNames {
		folder(t)
		if err := os.WriteFile(name, []byte("a = *( b / %x30 )\r\nb = %x61-7A\r\nc = b\nc = a\nd = e\nf = f\n"), 0o666); err != nil {
			t.Skip(err)
		}
		for _, args := range [][]string{
			{"lint"}, {"lint", "--wild"}, {"prove"}, {"compile", "-o", "x.go", "--pkg", "x"}, {"compile", "-o", "x.go", "--pkg", "x", "--wild", "--keep-going"},
			{"compile", "-o", "x.go", "--pkg", "x", "--wild", "--rename", "a=g"}, {"sample", "--rule", "g"}, {"extract", "--wild"},
			{"compile", "--wild", "-o", "x.go", "--pkg", "x", "--override", name}, {"draw", "-o", name}, {"draw", "--as", "dot", "--rule", "d"}, {"lint", "--format", "sarif"},
		} {
			got := abnfc(append(args, "--", name)...)
			for line := range strings.Lines(got.stderr + got.stdout) {
				if strings.HasPrefix(line, "package b") || !utf8.ValidString(line) || strings.ContainsFunc(strings.TrimSuffix(line, "\n"), unprintable) {
					t.Errorf("%q of %q: %q", args, name, line)
				}
			}
		}
	}
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) && r != '\t' }
