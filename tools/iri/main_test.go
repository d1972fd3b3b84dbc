package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/iri/rule"
	"example.org/iri/tools/cli"
	"example.org/iri/tools/cli/clitest"
)

// result is what a run of the command leaves behind.
type result struct {
	stdout, stderr string
	status         int
}

// invoke runs the command in the process.
func invoke(stdin io.Reader, args ...string) result {
	var stdout, stderr strings.Builder
	status := cli.Run(newRoot(), args, stdin, &stdout, &stderr)
	return result{stdout.String(), stderr.String(), status}
}

// want compares a run with what it should leave behind.
func (got result) want(t testing.TB, want result) {
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
	invoke(strings.NewReader("data:,a?\n"), "split").want(t, result{
		stdout: `{"iri":"data:,a?","scheme":"data","path":",a","query":""}` + "\n",
	})
	invoke(strings.NewReader("2001:db8::1\n"), "check", "--rule", "IPv6address").want(t, result{stderr: "1 line, 0 bad\n"})
	invoke(strings.NewReader("./a\x00./b/c\x00"), "check", "-0", "--rule", "irelative-ref").want(t, result{stderr: "2 records, 0 bad\n"})
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
		invoke(strings.NewReader(""), test.args...).want(t, result{stderr: test.stderr, status: 2})
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
	invoke(nil, "check", good, missing, bad).want(t, result{
		stdout: diagnosis,
		stderr: "iri: " + err.Error() + "\n3 lines, 1 bad\n",
		status: 2,
	})
	invoke(nil, "check", missing).want(t, result{stderr: "iri: " + err.Error() + "\n0 lines, 0 bad\n", status: 2})
	if got := invoke(nil, "split", missing, good); got.status != 2 || strings.Count(got.stdout, "\n") != 2 {
		t.Errorf("split: %+v", got)
	}
	if got := invoke(nil, "check", t.TempDir(), bad); got.status != 2 || got.stdout != diagnosis ||
		!strings.Contains(got.stderr, ":1: cannot be read: ") {
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
	for _, tail := range []string{"", "c:", "c d", strings.Repeat("c", 3*bufferSize), "c:" + strings.Repeat(" ", 3*bufferSize)} {
		invoke(brokenReader("a:\nb\\\n"+tail), "check", "-", good).want(t, result{
			stdout: "-:2:2: '\\' is not allowed in a scheme\n    b\\\n     ^\n",
			stderr: "iri: -:3: cannot be read: broken \\x1b pipe\n3 lines, 1 bad\n",
			status: 2,
		})
		invoke(brokenReader("a:\n"+tail), "split", "-", good).want(t, result{
			stdout: strings.Repeat(`{"iri":"a:","scheme":"a","path":""}`+"\n", 2),
			stderr: "iri: -:2: cannot be read: broken \\x1b pipe\n",
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

// countingReader counts the bytes that are read.
type countingReader struct {
	r io.Reader
	n int
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += n
	return n, err
}

func TestWriteErrorEndsTheRun(t *testing.T) {
	input := strings.Repeat("no scheme\n", 1_000_000)
	for _, args := range [][]string{{"check", "-", "-"}, {"split", "-", "-"}, {"check", "--help"}, {"help"}} {
		for _, room := range []int{0, 10, bufferSize + 1} {
			if args[len(args)-1] != "-" && room > 10 {
				continue
			}
			stdin := &countingReader{r: strings.NewReader(input)}
			var stderr strings.Builder
			status := cli.Run(newRoot(), args, stdin, &failingWriter{room}, &stderr)
			if status != 2 || stderr.String() != "iri: standard output: disk full\n" {
				t.Errorf("%q, room %d: status %d, stderr %q", args, room, status, stderr.String())
			}
			if stdin.n > 4*bufferSize {
				t.Errorf("%q, room %d: read %d bytes", args, room, stdin.n)
			}
		}
	}
}

// That holds even if there is nothing more to write.
func TestWriteErrorIsSeenEarly(t *testing.T) {
	stdin := &countingReader{r: io.MultiReader(strings.NewReader("1\n"), &xReader{100 * bufferSize})}
	var stderr strings.Builder
	status := cli.Run(newRoot(), []string{"check"}, stdin, &failingWriter{}, &stderr)
	if status != 2 || stderr.String() != "iri: standard output: disk full\n" || stdin.n > bufferSize {
		t.Errorf("status %d, stderr %q, read %d bytes", status, stderr.String(), stdin.n)
	}
}

// What is known is printed before more is waited for.
func TestAnswersDoNotWait(t *testing.T) {
	for _, command := range []string{"check", "split"} {
		var stdout strings.Builder
		reads := 0
		stdin := readerFunc(func(p []byte) (int, error) {
			if answered := strings.Contains(stdout.String(), "no scheme"); answered != (reads > 0) {
				t.Errorf("%s: read %d: answered: %v", command, reads, answered)
			}
			if reads++; reads == 1 {
				return copy(p, "1\n"), nil
			}
			return 0, io.EOF
		})
		cli.Run(newRoot(), []string{command}, stdin, &stdout, io.Discard)
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
