package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/iri/rule"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/source"
)

// The reasons of these golden outputs are the library's; a change of its words
// shows here.
func TestCheck(t *testing.T) {
	for _, test := range []struct {
		name  string
		args  []string
		input string
		want  outcome
	}{
		{"no lines", nil, "", outcome{"", "0 lines, 0 bad\n", 0}},
		{"good", nil, "http://example.org/\nurn:x:y\n", outcome{"", "2 lines, 0 bad\n", 0}},
		{"no final newline", nil, "a:\nb:", outcome{"", "2 lines, 0 bad\n", 0}},
		{"CR LF", nil, "a:\r\nb:\r\n", outcome{"", "2 lines, 0 bad\n", 0}},
		{"bad", nil, "a:\nhttp://a b/\nb:\n", outcome{
			`-:2:9: ' ' is not allowed in an authority
    http://a b/
            ^
`, "3 lines, 1 bad\n", 1}},
		{"first byte", nil, "1:", outcome{
			`-:1:1: no scheme: "1:" begins with '1'
    1:
    ^
`, "1 line, 1 bad\n", 1}},
		{"too short", nil, "a:%4\na:\n", outcome{
			`-:1:3: '%' without two hexadecimal digits; the sign itself is written %25
    a:%4
      ^^
`, "2 lines, 1 bad\n", 1}},
		{"empty line", nil, "a:\n\nb:\n", outcome{
			"-:2:1: no scheme: the text is empty; rule IRI-reference takes texts without a scheme\n    \n    ^\n", "3 lines, 1 bad\n", 1}},
		{"empty line, CR LF", nil, "\r\n", outcome{
			"-:1:1: no scheme: the text is empty; rule IRI-reference takes texts without a scheme\n    \n    ^\n", "1 line, 1 bad\n", 1}},
		{"empty reference", []string{"--rule", "IRI-reference"}, "\n\r\n\n", outcome{"", "3 lines, 0 bad\n", 0}},
		{"lone CR", []string{"--rule", "scheme"}, "a\rb\r\nc\r", outcome{
			`-:1:2: '\r' is not allowed in a scheme
    a\x0db
     ^
-:2:2: '\r' is not allowed in a scheme; the end of a line does not belong to the text
    c\x0d
     ^
`, "2 lines, 2 bad\n", 1}},
		{"NUL ends records", []string{"-0", "--rule=scheme"}, "a\x00b\nc\x00d\r\x00\x00e", outcome{
			`-:2:2: '\n' is not allowed in a scheme
    b\x0ac
     ^
-:3:2: '\r' is not allowed in a scheme; the end of a line does not belong to the text
    d\x0d
     ^
-:4:1: the text is empty
    
    ^
`, "5 records, 3 bad\n", 1}},
		{"one record", []string{"-0"}, "a:\x00", outcome{"", "1 record, 0 bad\n", 0}},
		{"rule", []string{"--rule", "ipV6ADDRESS"}, "::1\n1::2::3\n", outcome{
			`-:2:1: "1::2::" begins no IP address
    1::2::3
    ^^^^^^
`, "2 lines, 1 bad\n", 1}},
		{"invalid UTF-8", []string{"--rule", "iunreserved"}, "\xc3\xa9\n\xc3(\n\xff\n", outcome{
			`-:2:1: ill-formed UTF-8 0xC3
    \xc3(
    ^
-:3:1: ill-formed UTF-8 0xFF
    \xff
    ^
`, "3 lines, 2 bad\n", 1}},
		{"standard input by name", []string{"-"}, "a:\n", outcome{"", "1 line, 0 bad\n", 0}},
		{"standard input twice", []string{"-", "-"}, "a:\n", outcome{"", "1 line, 0 bad\n", 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := append([]string{"check"}, test.args...)
			invoke(strings.NewReader(test.input), args...).want(t, test.want)
		})
	}
}

func TestCheckWithoutRules(t *testing.T) {
	invoke(nil, "check", "--rule", "").want(t, outcome{stderr: "iri: --rule: no rule is named; see iri check --help\n", status: 2})
}

// Lines are counted from 1 in every file, the summary is for all.
func TestCheckFiles(t *testing.T) {
	a, b := write(t, "a", "a:\n1\n"), write(t, "b", "1\nb:")
	diagnosis := func(file string, line int) string {
		return fmt.Sprintf("%s:%d:1: no scheme: \"1\" begins with '1'\n    1\n    ^\n", file, line)
	}
	invoke(strings.NewReader("c:\n\n"), "check", a, "-", b).want(t, outcome{
		stdout: diagnosis(a, 2) + "-:2:1: no scheme: the text is empty; rule IRI-reference takes texts without a scheme\n    \n    ^\n" + diagnosis(b, 1),
		stderr: "6 lines, 3 bad\n",
		status: 1,
	})
}

// Flags may follow files; what follows -- is files.
func TestFlagsAnywhere(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a", "-0", "--rule"} {
		if err := os.WriteFile(name, []byte("::1\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		args    string
		summary string
	}{
		{"a --rule IPv6address", "1 line, 0 bad"},
		{"a --rule=IPv6address ./-0", "2 lines, 0 bad"},
		{"--rule IPv6address a --rule IPv6address a", "2 lines, 0 bad"},
		{"a - --rule IPv6address a", "3 lines, 0 bad"},
		{"a --rule IPv6address -- -0 --rule", "3 lines, 0 bad"},
		{"--rule IPv6address -- -0 -- --rule", ""},
		{"a --rule IRI-reference -0", "1 record, 1 bad"},
	} {
		got := invoke(strings.NewReader("::2\n"), append([]string{"check"}, strings.Fields(test.args)...)...)
		if test.summary == "" && got.status != 2 || !strings.Contains(got.stderr, test.summary+"\n") {
			t.Errorf("iri check %s: %+v, want %s", test.args, got, test.summary)
		}
	}
	invoke(strings.NewReader("b:"), "split", "-", "--rule", "URI-reference", "-0").want(t, outcome{
		stdout: `{"iri":"b:","scheme":"b","path":""}` + "\x00",
	})
}

func TestCheckShowsFileNamesSafely(t *testing.T) {
	name := "\x1b[31m\u202e"
	file := write(t, name, "1\n")
	got := invoke(nil, "check", file)
	want := strings.TrimSuffix(file, name) + `\x1b[31m\u202e:1:1: `
	if !strings.HasPrefix(got.stdout, want) {
		t.Errorf("got %q, want %q first", got.stdout, want)
	}
}

// xReader reads as n times x.
type xReader struct{ n int64 }

func (r *xReader) Read(p []byte) (int, error) {
	if r.n == 0 {
		return 0, io.EOF
	}
	n := int(min(r.n, int64(len(p))))
	for i := range p[:n] {
		p[i] = 'x'
	}
	r.n -= int64(n)
	return n, nil
}

func TestCheckLongLine(t *testing.T) {
	const long = 1_000_000
	input := io.MultiReader(strings.NewReader("a:\nb:"), &xReader{long}, strings.NewReader(" "), &xReader{long}, strings.NewReader("\nc\n"))
	xs := strings.Repeat("x", 200)
	got := invoke(input, "check")
	got.want(t, outcome{
		stdout: fmt.Sprintf("-:2:%d", long+3) + `: a character is not allowed in a path
    …` + xs[:50] + " " + xs[:23] + `…
    ` + strings.Repeat(" ", 51) + `^
-:3:1: no scheme: "c" has no ':'; rule IRI-reference takes texts without a scheme
    c
    ^
`,
		stderr: "3 lines, 2 bad\n",
		status: 1,
	})
}

// TestCheckAllocatesNothingForGoodTexts: a piece costs none, however many texts it has.
func TestCheckAllocatesNothingForGoodTexts(t *testing.T) {
	text := strings.Repeat("http://example.org/a?b#c\r\n", 1000)
	for _, o := range []source.Options{{}, {NUL: true}} {
		f, err := source.New("-", strings.NewReader(strings.ReplaceAll(text, "\r\n", map[bool]string{false: "\r\n", true: "\x00"}[o.NUL])), o)
		if err != nil {
			t.Fatal(err)
		}
		var p engine.Piece
		if err := f.Texts.Read(&p.Block); err != nil {
			t.Fatal(err)
		}
		c := checker{rules: []rule.Rule{rule.IRI.Rule, rule.URI.Rule}}
		var v verdicts
		n := testing.AllocsPerRun(10, func() { c.judge(&p, &v) })
		if n != 0 || v.summary.Records != 1000 || v.findings != 0 {
			t.Errorf("%v allocations, want 0, for %+v", n, v.summary)
		}
	}
}

// The list that the README's first command reads.
func TestSample(t *testing.T) {
	const file = "../../testdata/iris.txt"
	if _, err := os.Stat(file); err != nil {
		t.Skip("this module stands alone:", err)
	}
	got := invoke(nil, "check", file)
	got.stdout = strings.ReplaceAll(got.stdout, file, "iris.txt")
	got.want(t, outcome{
		stdout: `iris.txt:19:21: ' ' is not allowed in a path; it is written %20
    http://example.org/a b
                        ^
iris.txt:20:21: '\' is not allowed in a path; it is written %5C
    http://example.org/a\b
                        ^
iris.txt:21:23: '%' without two hexadecimal digits; the sign itself is written %25
    http://example.org/100%
                          ^
iris.txt:22:25: '"' is not allowed in a path; it is written %22
    http://例え.テスト/"引用"
                       ^
iris.txt:23:8: ']' is missing behind "[2001:db8::7"
    http://[2001:db8::7/
           ^^^^^^^^^^^^
iris.txt:24:1: no scheme: "//example.org/no/scheme" begins with '/'; rule IRI-reference takes texts without a scheme
    //example.org/no/scheme
    ^
`,
		stderr: "43 lines, 6 bad\n",
		status: 1,
	})
}

// TestReportOfItself: a list is not overwritten by the page about it.
func TestReportOfItself(t *testing.T) {
	file := write(t, "a", "a:\n")
	invoke(nil, "check", "--report", file, file).want(t, outcome{"", "iri: --report: " + file + " is to be read; see iri check --help\n", 2})
	if text, err := os.ReadFile(file); err != nil || string(text) != "a:\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestFolders: all files of a folder are read in order, but for hidden ones and links, which may lead
// anywhere.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b/c", "a", ".hidden/d", "b/.e"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte("1\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(dir, filepath.Join(dir, "b", "loop")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	invoke(nil, "check", "-r", "-c", dir).want(t, outcome{
		filepath.Join(dir, "a") + ":1\n" + filepath.Join(dir, "b", "c") + ":1\n", "2 lines, 2 bad\n", 1,
	})
	if got := invoke(nil, "check", dir); got.status != 2 || !strings.Contains(got.stderr, "a folder, not a file") {
		t.Errorf("without -r: %+v", got)
	}
}
