package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/pflag"

	"example.org/iri"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/clitest"
	"example.org/iri/tools/iri/internal/engine"
	"example.org/iri/tools/iri/source"
)

// TestMain runs the command itself in scripts.
func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"iri": main}) }

func TestScripts(t *testing.T) { clitest.Scripts(t) }

func TestCovered(t *testing.T) { clitest.Covered(t, newRoot()) }

func TestRunsNothing(t *testing.T) { clitest.RunsNothing(t) }

// TestReadme checks the output of the first command in README.md.
func TestReadme(t *testing.T) {
	t.Chdir("../..")
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`(?m)^go run \./tools/iri (check testdata/iris\.txt) +# .*\b(\d+) of (\d+) lines .*exit status (\d)`).FindStringSubmatch(string(page))
	if said == nil {
		t.Fatal("README.md has no such command")
	}
	got := invoke(nil, strings.Fields(said[1])...)
	if want := fmt.Sprintf("\n%s lines, %s invalid\n", said[3], said[2]); !strings.HasSuffix(got.stdout+got.stderr, want) || strconv.Itoa(got.status) != said[4] {
		t.Errorf("got status %d, stdout\n%s\nstderr\n%s", got.status, got.stdout, got.stderr)
	}
}

// TestLevels checks --level and its help against the names in package iri.
func TestLevels(t *testing.T) {
	for _, name := range levels {
		var n iri.Normalization
		if err := n.UnmarshalText([]byte(name)); err != nil || n.String() != name || !strings.Contains(normalizeHelp, "    "+name+" ") {
			t.Errorf("%s is %v, error %v", name, n, err)
		}
	}
	for n := range iri.ForComparison + 1 {
		for name := range strings.SplitSeq(n.String(), ",") {
			if name != "" && !slices.Contains(levels, name) {
				t.Errorf("%v is no level", n)
			}
		}
	}
}

// TestDelimiter checks that delimiters that encoding/csv rejects are a usage error.
func TestDelimiter(t *testing.T) {
	for _, d := range []string{"\xff", "\ufffd", "\x00", "\n", "\"", ",;"} {
		if got := invoke(strings.NewReader(""), "check", "--from", "csv", "--column", "1", "--delimiter", d); got.status != 2 || !strings.Contains(got.stderr, "is not a field separator") {
			t.Errorf("%q: status %d, %s", d, got.status, got.stderr)
		}
	}
}

func TestTexts(t *testing.T) { clitest.Texts(t, newRoot) }

// TestFlags limits the number of flags.
func TestFlags(t *testing.T) {
	names := make(map[string]bool)
	for _, cmd := range newRoot().Commands() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names[f.Name] = true })
	}
	if len(names) > 39 {
		t.Errorf("%d flags: %q", len(names), slices.Sorted(maps.Keys(names)))
	}
}

type outcome struct {
	stdout, stderr string
	status         int
}

func invoke(stdin io.Reader, args ...string) outcome {
	var stdout, stderr strings.Builder
	status := cli.Run(newRoot(), args, stdin, &stdout, &stderr)
	return outcome{stdout.String(), stderr.String(), status}
}

func (got outcome) want(t testing.TB, want outcome) {
	t.Helper()
	if got != want {
		t.Errorf("got status %d, stdout\n%s\nstderr\n%s\nwant status %d, stdout\n%s\nstderr\n%s",
			got.status, got.stdout, got.stderr, want.status, want.stdout, want.stderr)
	}
}

func write(t testing.TB, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestHelpIsTrue checks outputs and rules in help texts.
func TestHelpIsTrue(t *testing.T) {
	explained := invoke(nil, "explain", "http://example.org:80/a?q").stdout
	first, _, _ := strings.Cut(explained, "absolute-IRI, URI, ")
	for line := range strings.Lines(first) {
		if !strings.Contains(explainHelp, "\n    "+strings.TrimRight(line, " \n")) {
			t.Errorf("explain has no line %q", "    "+line)
		}
	}
	linted := invoke(strings.NewReader("http://user:secret@h/\n"), "lint").stdout
	if !strings.Contains(lintHelp, " | iri lint\n    "+strings.TrimSuffix(strings.ReplaceAll(linted, "\n", "\n    "), "    ")) {
		t.Errorf("lint does not have\n%s", linted)
	}
	object := invoke(strings.NewReader("data:,a?\n"), "split").stdout
	if !strings.Contains(strings.ReplaceAll(splitHelp, "\n     ", ""), "    "+object) {
		t.Errorf("split does not have %s", object)
	}
	rules := strings.Fields(invoke(nil, "help", "rules").stdout)
	for r := range rule.All() {
		if !slices.Contains(rules, r.String()) {
			t.Errorf("rule %v is not in the help text", r)
		}
	}
}

func TestEveryRuleIsSuggested(t *testing.T) {
	for _, name := range ruleNames() {
		if got := cli.Suggest(strings.ToUpper(name), ruleNames()); !slices.Contains(got, name) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// brokenReader returns text and then fails.
func brokenReader(text string) io.Reader {
	return io.MultiReader(strings.NewReader(text), failingReader{})
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("broken \x1b pipe") }

// splitA is the output of split for a: in line 1 of standard input.
const splitA = `{"string":"a:","file":"-","line":1,"column":1,"rule":"IRI","valid":true,"length":2,"scheme":"a","path":""}` + "\n"

// TestReadError checks that lines before a read error count, but not an incomplete one.
func TestReadError(t *testing.T) {
	good := write(t, "good", "a:\n")
	for _, tail := range []string{"", "c:", "c d", strings.Repeat("c", 3*source.BlockSize), "c:" + strings.Repeat(" ", 3*source.BlockSize)} {
		invoke(brokenReader("a:\nb\\\n"+tail), "check", "-", good).want(t, outcome{
			stdout: "-:2:2: '\\' is not allowed in a scheme\n    b\\\n     ^\n",
			stderr: "-:3:1: cannot be read: broken \\x1b pipe\n3 lines, 1 invalid, 1 file not read to the end\n",
			status: 2,
		})
		invoke(brokenReader("a:\n"+tail), "split", "-", good).want(t, outcome{
			stdout: splitA + `{"file":"-","line":2,"column":1,"message":"cannot be read: broken \u001b pipe","reason":"cannot be read"}
` + strings.ReplaceAll(splitA, `"-"`, strconv.Quote(good)),
			stderr: "-:2:1: cannot be read: broken \\x1b pipe\n",
			status: 2,
		})
	}
}

// failingWriter fails after some bytes.
type failingWriter struct{ room int }

func (w *failingWriter) Write(p []byte) (int, error) {
	if len(p) > w.room {
		return w.room, errors.New("disk full")
	}
	w.room -= len(p)
	return len(p), nil
}

// countingReader counts the bytes read, possibly after the end of the run.
type countingReader struct {
	r io.Reader
	n atomic.Int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

func TestWriteErrorEndsTheRun(t *testing.T) {
	input := strings.Repeat("no scheme\n", 1_000_000)
	for _, args := range [][]string{{"check", "-", "-"}, {"split", "-", "-"}, {"check", "--help"}, {"help"}} {
		for _, room := range []int{0, 10, source.BlockSize + 1} {
			if args[len(args)-1] != "-" && room > 10 {
				continue
			}
			stdin := &countingReader{r: strings.NewReader(input)}
			var stderr strings.Builder
			status := cli.Run(newRoot(), args, stdin, &failingWriter{room}, &stderr)
			if status != 2 || !strings.HasSuffix(stderr.String(), "iri: standard output: disk full\n") {
				t.Errorf("%q, room %d: status %d, stderr %q", args, room, status, stderr.String())
			}
			if n := stdin.n.Load(); n > int64(len(input)/2) {
				t.Errorf("%q, room %d: read %d bytes", args, room, n)
			}
		}
	}
}

// TestWriteErrorIsSeenEarly checks the same while input is open, and that validated strings are counted.
func TestWriteErrorIsSeenEarly(t *testing.T) {
	forever, end := io.Pipe()
	defer end.Close()
	var stderr strings.Builder
	status := cli.Run(newRoot(), []string{"check"}, io.MultiReader(strings.NewReader("1\n"), forever), &failingWriter{}, &stderr)
	if status != 2 || stderr.String() != "1 line, 1 invalid; interrupted\niri: standard output: disk full\n" {
		t.Errorf("status %d, stderr %q", status, stderr.String())
	}
}

// TestAnswersDoNotWait checks that results are printed before the command waits for input.
func TestAnswersDoNotWait(t *testing.T) {
	for _, test := range []struct {
		args   []string
		end    string // end of a question
		answer int    // number of lines in an answer
	}{
		{[]string{"check"}, "\n", 3}, {[]string{"split"}, "\n", 1}, {[]string{"split", "-0"}, "\x00", 1}, {[]string{"normalize"}, "\n", 1},
	} {
		stdin, question := io.Pipe()
		out, stdout := io.Pipe()
		go func() {
			cli.Run(newRoot(), test.args, stdin, stdout, io.Discard)
			stdout.Close()
		}()
		answers := bufio.NewReader(out)
		for range 100 {
			io.WriteString(question, "1"+test.end)
			for range test.answer {
				if _, err := answers.ReadString('\n'); err != nil {
					t.Fatalf("%q: %v", test.args, err)
				}
			}
		}
		question.Close()
		if rest, err := io.ReadAll(answers); len(rest) > 0 || err != nil {
			t.Errorf("%q: %q behind the last answer, error %v", test.args, rest, err)
		}
	}
}

// TestTooLong checks that a string that is too long is reported, and that other strings are processed. Commands with
// one output line for each string print one for it.
func TestTooLong(t *testing.T) {
	const message = "-:2:1: line is longer than 8 MiB and is skipped\n"
	for _, test := range []struct {
		args []string
		want outcome
	}{
		{[]string{"check"}, outcome{"", message + "2 lines, 0 invalid, 1 skipped\n", 2}},
		{[]string{"lint"}, outcome{"", message + "2 lines, 0 invalid, 0 findings, 1 skipped\n", 2}},
		{[]string{"normalize"}, outcome{"a:\n\nb:\n", message, 2}},
		{[]string{"fix"}, outcome{"a:\n\nb:\n", message, 2}},
		{[]string{"split", "--get", "{scheme}|{reason}|{byte}"}, outcome{"a||\n|cannot be read|\nb||\n", message, 2}},
		{[]string{"split"}, outcome{splitA + `{"file":"-","line":2,"column":1,"message":"line is longer than 8 MiB and is skipped","reason":"cannot be read"}
{"string":"b:","file":"-","line":3,"column":1,"rule":"IRI","valid":true,"length":2,"scheme":"b","path":""}
`, message, 2}},
	} {
		input := io.MultiReader(strings.NewReader("a:\n"), &xReader{source.MaxText + 1}, strings.NewReader("\nb:\n"))
		invoke(input, test.args...).want(t, test.want)
	}
}

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
	input := io.MultiReader(strings.NewReader("a:\nb:"), &xReader{long}, strings.NewReader(" "), &xReader{long}, strings.NewReader("\nc:\n"))
	xs := strings.Repeat("x", 200)
	invoke(input, "check").want(t, outcome{
		stdout: fmt.Sprintf("-:2:%d", long+3) + `: ' ' is not allowed in a path; it is written %20
    …` + xs[:50] + " " + xs[:23] + `…
    ` + strings.Repeat(" ", 51) + "^\n",
		stderr: "3 lines, 1 invalid\n",
		status: 1,
	})
}

// TestCheckAllocatesNothingForGoodTexts checks that allocations do not grow with the number of strings in a piece.
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
		c := checker{rules: []rule.Rule{rule.IRI, rule.URI}}
		var v results
		n := testing.AllocsPerRun(10, func() { c.validate(&p, &v) })
		if n != 0 || v.summary.Strings != 1000 || v.findings != 0 {
			t.Errorf("%v allocations, want 0, for %+v", n, v.summary)
		}
	}
}

// TestSplitLosesNothing checks that the string can be decoded from each output format.
func TestSplitLosesNothing(t *testing.T) {
	for _, text := range []string{
		"", "a", "\"\\\x01\t\r\x1f\x7f\u0080\u009f\u00a0<>&", "\u2028\u2029\u202e\ufeff\ufffd\uffff", "日😀\U000e0001\U0010ffff",
		"\xff", "a\xc3", "\xed\xa0\x80", "\ufffd\xff",
	} {
		got := invoke(strings.NewReader(text+"\n"), "split")
		var object struct {
			String string
			Base64 []byte
		}
		if err := json.Unmarshal([]byte(got.stdout), &object); err != nil {
			t.Errorf("%q: %v in %s", text, err, got.stdout)
		}
		if object.String+string(object.Base64) != text || strings.Count(got.stdout, "\n") != 1 {
			t.Errorf("%q became %q", text, got.stdout)
		}
	}
}

type panics struct{}

func (*panics) Read([]byte) (int, error) { panic("oh") }

func TestPanic(t *testing.T) {
	got := invoke(io.MultiReader(strings.NewReader("a:\n"), new(panics)), "check")
	want := regexp.MustCompile(`^iri: -: the reader failed: oh \(iri/main_test\.go:\d+\)\n1 line, 0 invalid, 1 file not read to the end\n$`)
	if got.status != 2 || !want.MatchString(got.stderr) {
		t.Errorf("%+v", got)
	}
}
