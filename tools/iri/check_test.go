package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"example.org/iri/rule"
)

// The reasons of these golden outputs are the library's; a change of its words
// shows here.
func TestCheck(t *testing.T) {
	for _, test := range []struct {
		name  string
		args  []string
		input string
		want  result
	}{
		{"no lines", nil, "", result{"", "0 lines, 0 bad\n", 0}},
		{"good", nil, "http://example.org/\nurn:x:y\n", result{"", "2 lines, 0 bad\n", 0}},
		{"no final newline", nil, "a:\nb:", result{"", "2 lines, 0 bad\n", 0}},
		{"CR LF", nil, "a:\r\nb:\r\n", result{"", "2 lines, 0 bad\n", 0}},
		{"bad", nil, "a:\nhttp://a b/\nb:\n", result{
			`-:2:9: iauthority: found U+0020 ' ', expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end
    http://a b/
            ^
`, "3 lines, 1 bad\n", 1}},
		{"first byte", nil, "1:", result{
			`-:1:1: found U+0031 '1', expected ALPHA
    1:
    ^
`, "1 line, 1 bad\n", 1}},
		{"too short", nil, "a:%4\na:\n", result{
			`-:1:5: pct-encoded: found end, expected HEXDIG
    a:%4
        ^
`, "2 lines, 1 bad\n", 1}},
		{"empty line", nil, "a:\n\nb:\n", result{
			"-:2:1: found end, expected ALPHA\n    \n    ^\n", "3 lines, 1 bad\n", 1}},
		{"empty line, CR LF", nil, "\r\n", result{
			"-:1:1: found end, expected ALPHA\n    \n    ^\n", "1 line, 1 bad\n", 1}},
		{"empty reference", []string{"-rule", "IRI-reference"}, "\n\r\n\n", result{"", "3 lines, 0 bad\n", 0}},
		{"lone CR", []string{"-rule", "scheme"}, "a\rb\r\nc\r", result{
			`-:1:2: found U+000D '\r', expected ALPHA, DIGIT, "+", "-", "." or end
    a\x0db
     ^
-:2:2: found U+000D '\r', expected ALPHA, DIGIT, "+", "-", "." or end
    c\x0d
     ^
`, "2 lines, 2 bad\n", 1}},
		{"NUL in a line", []string{"-rule", "scheme"}, "a\x00b\n", result{
			`-:1:2: found U+0000 '\x00', expected ALPHA, DIGIT, "+", "-", "." or end
    a\x00b
     ^
`, "1 line, 1 bad\n", 1}},
		{"NUL ends records", []string{"-0", "-rule=scheme"}, "a\x00b\nc\x00d\r\x00\x00e", result{
			`-:2:2: found U+000A '\n', expected ALPHA, DIGIT, "+", "-", "." or end
    b\x0ac
     ^
-:3:2: found U+000D '\r', expected ALPHA, DIGIT, "+", "-", "." or end
    d\x0d
     ^
-:4:1: found end, expected ALPHA
    
    ^
`, "5 records, 3 bad\n", 1}},
		{"one record", []string{"-0"}, "a:\x00", result{"", "1 record, 0 bad\n", 0}},
		{"rule", []string{"-rule", "ipV6ADDRESS"}, "::1\n1::2::3\n", result{
			`-:2:6: found U+003A ':', expected HEXDIG
    1::2::3
         ^
`, "2 lines, 1 bad\n", 1}},
		{"invalid UTF-8", []string{"-rule", "iunreserved"}, "\xc3\xa9\n\xc3(\n\xff\n", result{
			`-:2:2: found U+0028 '(', expected 0x80-0xBF
    \xc3(
        ^
-:3:1: found byte 0xFF, expected iunreserved
    \xff
    ^
`, "3 lines, 2 bad\n", 1}},
		{"standard input by name", []string{"-"}, "a:\n", result{"", "1 line, 0 bad\n", 0}},
		{"standard input twice", []string{"-", "-"}, "a:\n", result{"", "1 line, 0 bad\n", 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := append([]string{"check"}, test.args...)
			invoke(strings.NewReader(test.input), args...).want(t, test.want)
		})
	}
}

// Lines are counted from 1 in every file, the summary is for all.
func TestCheckFiles(t *testing.T) {
	a, b := write(t, "a", "a:\n1\n"), write(t, "b", "1\nb:")
	diagnosis := func(file string, line int) string {
		return fmt.Sprintf("%s:%d:1: found U+0031 '1', expected ALPHA\n    1\n    ^\n", file, line)
	}
	invoke(strings.NewReader("c:\n\n"), "check", a, "-", b).want(t, result{
		stdout: diagnosis(a, 2) + "-:2:1: found end, expected ALPHA\n    \n    ^\n" + diagnosis(b, 1),
		stderr: "6 lines, 3 bad\n",
		status: 1,
	})
}

// Flags may follow files; what follows -- is files.
func TestFlagsAnywhere(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a", "-0", "-rule"} {
		if err := os.WriteFile(name, []byte("::1\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		args    string
		summary string
	}{
		{"a -rule IPv6address", "1 line, 0 bad"},
		{"a -rule=IPv6address ./-0", "2 lines, 0 bad"},
		{"-rule IPv6address a -rule IPv6address a", "2 lines, 0 bad"},
		{"a - -rule IPv6address a", "3 lines, 0 bad"},
		{"a -rule IPv6address -- -0 -rule", "3 lines, 0 bad"},
		{"-rule IPv6address -- -0 -- -rule", ""},
		{"a -rule IRI-reference -0", "1 record, 1 bad"},
	} {
		got := invoke(strings.NewReader("::2\n"), append([]string{"check"}, strings.Fields(test.args)...)...)
		if test.summary == "" && got.status != 2 || !strings.Contains(got.stderr, test.summary+"\n") {
			t.Errorf("iri check %s: %+v, want %s", test.args, got, test.summary)
		}
	}
	invoke(strings.NewReader("b:"), "parse", "-", "-rule", "URI-reference", "-0").want(t, result{
		stdout: `{"iri":"b:","scheme":"b","path":""}` + "\n",
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
	got.want(t, result{
		stdout: fmt.Sprintf("-:2:%d", long+3) + `: ipath: found U+0020 ' ', expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end
    …` + xs[:50] + " " + xs[:23] + `…
    ` + strings.Repeat(" ", 51) + `^
-:3:2: scheme: found end, expected ALPHA, DIGIT, "+", ":", "-" or "."
    c
     ^
`,
		stderr: "3 lines, 2 bad\n",
		status: 1,
	})
}

// A good line costs no allocation, however long it is.
func TestCheckAllocatesNothingForGoodLines(t *testing.T) {
	text := strings.Repeat("http://example.org/a?b#c\r\n", 1000) + "a:" + strings.Repeat("é", bufferSize) + "\n"
	c := checker{matcher: rule.IRI.Matcher(), job: &job{out: bufio.NewWriter(io.Discard)}}
	r := strings.NewReader(text)
	l := newLines('\n', bufferSize)
	n := testing.AllocsPerRun(10, func() {
		r.Reset(text)
		l.reset(r)
		for {
			if good, err := c.judge(l, "-", 1); err == io.EOF {
				return
			} else if !good || err != nil {
				t.Fatal(good, err)
			}
		}
	})
	if n != 0 {
		t.Errorf("%v allocations, want 0", n)
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
	got.want(t, result{
		stdout: `iris.txt:19:21: ipath: found U+0020 ' ', expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end
    http://example.org/a b
                        ^
iris.txt:20:21: ipath: found U+005C '\\', expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end
    http://example.org/a\b
                        ^
iris.txt:21:24: pct-encoded: found end, expected HEXDIG
    http://example.org/100%
                           ^
iris.txt:22:25: ipath: found U+0022 '"', expected iunreserved, pct-encoded, sub-delims, ":", "/", "?", "#", "@" or end
    http://例え.テスト/"引用"
                       ^
iris.txt:23:20: IP-literal: found U+002F '/', expected HEXDIG, ":", "]" or "."
    http://[2001:db8::7/
                       ^
iris.txt:24:1: found U+002F '/', expected ALPHA
    //example.org/no/scheme
    ^
`,
		stderr: "43 lines, 6 bad\n",
		status: 1,
	})
}
