package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"example.org/iri/rule"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/clitest"
	"example.org/iri/tools/iri/source"
)

// outcome is what a run of the command leaves behind.
type outcome struct {
	stdout, stderr string
	status         int
}

// invoke runs the command in the process.
func invoke(stdin io.Reader, args ...string) outcome {
	var stdout, stderr strings.Builder
	status := cli.Run(newRoot(), args, stdin, &stdout, &stderr)
	return outcome{stdout.String(), stderr.String(), status}
}

// want compares a run with what it should leave behind.
func (got outcome) want(t testing.TB, want outcome) {
	t.Helper()
	if got != want {
		t.Errorf("got status %d, stdout\n%s\nstderr\n%s\nwant status %d, stdout\n%s\nstderr\n%s",
			got.status, got.stdout, got.stderr, want.status, want.stdout, want.stderr)
	}
}

// write makes a file with a text and returns its name.
func write(t testing.TB, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestHelpIsPrintedOnStandardOutput(t *testing.T) {
	for _, test := range []struct {
		args []string
		part string
	}{
		{[]string{"--help"}, "iri help COMMAND"},
		{[]string{"-h"}, "iri help COMMAND"},
		{[]string{"help"}, "iri help COMMAND"},
		{[]string{"check", "--help"}, "examples:\n  iri check list.txt\n"},
		{[]string{"check", "--help"}, "  segment-nz-nc pchar query fragment IRIStrict IRIReferenceStrict IRIWithZone\n"},
		{[]string{"check", "-0", "-h"}, "usage: iri check "},
		{[]string{"help", "check"}, "usage: iri check "},
		{[]string{"help", "split"}, "usage: iri split "},
		{[]string{"check", "list.txt", "--help"}, "usage: iri check "},
		{[]string{"split", "--help"}, "examples:\n  iri split list.txt\n"},
		{[]string{"split", "--help"}, `{"iri":"data:,a?","scheme":"data","path":",a","query":""}`},
	} {
		got := invoke(strings.NewReader("not read"), test.args...)
		if got.status != 0 || got.stderr != "" || !strings.Contains(got.stdout, test.part) {
			t.Errorf("%q: status %d, stderr %q, stdout without %q:\n%s", test.args, got.status, got.stderr, test.part, got.stdout)
		}
	}
}

// The examples of the help texts must not grow stale.
func TestHelpIsTrue(t *testing.T) {
	invoke(strings.NewReader("data:,a?\n"), "split").want(t, outcome{
		stdout: `{"iri":"data:,a?","scheme":"data","path":",a","query":""}` + "\n",
	})
	invoke(strings.NewReader("2001:db8::1\n"), "check", "--rule", "IPv6address").want(t, outcome{stderr: "1 line, 0 bad\n"})
	invoke(strings.NewReader("./a\x00./b/c\x00"), "check", "-0", "--rule", "irelative-ref").want(t, outcome{stderr: "2 records, 0 bad\n"})
	names := ruleNames()
	for r := range rule.All() {
		if !strings.Contains(names, " "+r.String()) {
			t.Errorf("rule %v is not in the help text", r)
		}
	}
}

// TestTexts: help, manual page and completion have all commands and flags.
func TestTexts(t *testing.T) { clitest.Texts(t, newRoot) }

func TestWrongUsage(t *testing.T) {
	for _, test := range []struct {
		args   []string
		stderr string
	}{
		{nil, invoke(nil, "--help").stdout},
		{[]string{"list.txt"}, "iri: unknown command \"list.txt\"; see iri --help\n"},
		{[]string{"parse"}, "iri: unknown command \"parse\"; see iri --help\n"},
		{[]string{"chek"}, "iri: unknown command \"chek\"; did you mean check?; see iri --help\n"},
		{[]string{"\x1b[2J"}, `iri: unknown command "\x1b[2J"; see iri --help` + "\n"},
		{[]string{"help", "list.txt"}, "iri: unknown command \"list.txt\"; see iri help --help\n"},
		{[]string{"check", "list.txt", "-x"}, "iri: unknown shorthand flag: 'x' in -x; see iri check --help\n"},
		{[]string{"check", "list.txt", "--rule"}, "iri: flag needs an argument: --rule; see iri check --help\n"},
		{[]string{"check", "--rule", "list.txt"}, "iri: unknown rule \"list.txt\"; iri check --help lists the rules\n"},
		{[]string{"split", "--rule", "list.txt"}, "iri: unknown rule \"list.txt\"; iri check --help lists the rules\n"},
		{[]string{"check", "--\u202ex"}, `iri: unknown flag: --\u202ex; see iri check --help` + "\n"},
		{[]string{"check", "--rule", "IRI-refrence"}, "iri: unknown rule \"IRI-refrence\"; did you mean IRI-reference?\n"},
		{[]string{"check", "--rule", "ipv6"}, "iri: unknown rule \"ipv6\"; did you mean IPv6address?\n"},
		{[]string{"check", "--rule", "host name"}, "iri: unknown rule \"host name\"; iri check --help lists the rules\n"},
		{[]string{"split", "--rule", "uri-ref"}, "iri: unknown rule \"uri-ref\"; did you mean URI-reference?\n"},
		{[]string{"split", "--rule", "host"}, "iri: rule host cannot be split: its texts are no whole references\n"},
	} {
		invoke(strings.NewReader(""), test.args...).want(t, outcome{stderr: test.stderr, status: 2})
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		s, t string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"iri", "uri", 1},
		{"kitten", "sitting", 3},
		{"flaw", "lawn", 2},
	} {
		if got := distance(test.s, test.t); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.s, test.t, got, test.want)
		}
	}
}

func TestEveryRuleIsNearestToItself(t *testing.T) {
	for r := range rule.All() {
		if got, edits := nearest(strings.ToUpper(r.String())); got != r || edits != 0 {
			t.Errorf("nearest(%q) = %v, %d", r, got, edits)
		}
	}
}

// A file that cannot be read is told of, and the others are read all the same.
func TestUnreadableFiles(t *testing.T) {
	good, bad := write(t, "good", "a:\nb:\n"), write(t, "bad", "a\n")
	missing := filepath.Join(t.TempDir(), "missing")
	_, err := os.Open(missing)
	diagnosis := bad + ":1:1: no scheme: \"a\" has no ':'; rule IRI-reference takes texts without a scheme\n    a\n    ^\n"
	invoke(nil, "check", good, missing, bad).want(t, outcome{
		stdout: diagnosis,
		stderr: "iri: " + err.Error() + "\n3 lines, 1 bad, 1 file not read to the end\n",
		status: 2,
	})
	invoke(nil, "check", missing).want(t, outcome{stderr: "iri: " + err.Error() + "\n0 lines, 0 bad, 1 file not read to the end\n", status: 2})
	if got := invoke(nil, "split", missing, good); got.status != 2 || strings.Count(got.stdout, "\n") != 2 {
		t.Errorf("split: %+v", got)
	}
	if got := invoke(nil, "check", t.TempDir(), bad); got.status != 2 || got.stdout != diagnosis ||
		!strings.Contains(got.stderr, ": a folder, not a file") {
		t.Errorf("a folder: %+v", got)
	}
}

// brokenReader fails after a text.
func brokenReader(text string) io.Reader {
	return io.MultiReader(strings.NewReader(text), failingReader{})
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("broken \x1b pipe") }

// The lines before a read error count, the cut one does not.
func TestReadError(t *testing.T) {
	good := write(t, "good", "a:\n")
	for _, tail := range []string{"", "c:", "c d", strings.Repeat("c", 3*source.BlockSize), "c:" + strings.Repeat(" ", 3*source.BlockSize)} {
		invoke(brokenReader("a:\nb\\\n"+tail), "check", "-", good).want(t, outcome{
			stdout: "-:2:2: '\\' is not allowed in a scheme\n    b\\\n     ^\n",
			stderr: "-:3:1: cannot be read: broken \\x1b pipe\n3 lines, 1 bad, 1 file not read to the end\n",
			status: 2,
		})
		invoke(brokenReader("a:\n"+tail), "split", "-", good).want(t, outcome{
			stdout: strings.Repeat(`{"iri":"a:","scheme":"a","path":""}`+"\n", 2),
			stderr: "-:2:1: cannot be read: broken \\x1b pipe\n",
			status: 2,
		})
	}
}

// failingWriter takes some bytes and no more.
type failingWriter struct{ room int }

func (w *failingWriter) Write(p []byte) (int, error) {
	if len(p) > w.room {
		return w.room, errors.New("disk full")
	}
	w.room -= len(p)
	return len(p), nil
}

// countingReader counts the bytes that are read, maybe still when the run has ended.
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

// That holds even if somebody waits for more. What was judged is counted.
func TestWriteErrorIsSeenEarly(t *testing.T) {
	forever, end := io.Pipe()
	defer end.Close()
	var stderr strings.Builder
	status := cli.Run(newRoot(), []string{"check"}, io.MultiReader(strings.NewReader("1\n"), forever), &failingWriter{}, &stderr)
	if status != 2 || stderr.String() != "1 line, 1 bad; interrupted\niri: standard output: disk full\n" {
		t.Errorf("status %d, stderr %q", status, stderr.String())
	}
}

// What is known is printed before more is waited for.
func TestAnswersDoNotWait(t *testing.T) {
	for _, test := range []struct {
		args   []string
		end    string // of a question
		answer int    // how many lines an answer has
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
				if _, err := answers.ReadString(test.end[0]); err != nil {
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

// TestTooLong: a text that is too long is told, and does not stop the others. Commands that print a line
// for each text do so for it, too.
func TestTooLong(t *testing.T) {
	const message = "-:2:1: line is longer than 8 MiB and is skipped\n"
	for _, test := range []struct {
		args []string
		want outcome
	}{
		{[]string{"check"}, outcome{"", message + "2 lines, 0 bad, 1 skipped\n", 2}},
		{[]string{"lint"}, outcome{"", message + "2 lines, 0 bad, 1 skipped\n", 2}},
		{[]string{"normalize"}, outcome{"a:\n\nb:\n", message, 2}},
		{[]string{"fix"}, outcome{"a:\n\nb:\n", message, 2}},
		{[]string{"split", "--get", "{scheme}|{reason}|{byte}"}, outcome{"a||\n|cannot be read|\nb||\n", message, 2}},
		{[]string{"split"}, outcome{`{"iri":"a:","scheme":"a","path":""}
{"error":"line is longer than 8 MiB and is skipped","reason":"cannot be read"}
{"iri":"b:","scheme":"b","path":""}
`, message, 2}},
	} {
		input := io.MultiReader(strings.NewReader("a:\n"), &xReader{source.MaxText + 1}, strings.NewReader("\nb:\n"))
		invoke(input, test.args...).want(t, test.want)
	}
}
