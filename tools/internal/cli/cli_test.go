package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
)

// result is what a run leaves.
type result struct {
	stdout, stderr string
	status         int
}

// newRoot returns a program with a command that does what is given.
func newRoot(does func(cmd *cobra.Command, args []string) error) *cobra.Command {
	root := &cobra.Command{Use: "prog COMMAND [flags]", Short: "does things", Long: "Prog does things.\n"}
	command := &cobra.Command{
		Use: "work [flags] [FILE...]", Short: "does one thing", Long: "Work works:\n\n    .it's -\\ ^é`~\n\nOr *not* <now>.\n",
		Example: "  prog work -n 3\n", RunE: does,
	}
	command.Flags().IntP("number", "n", 1, "do it `N` times")
	root.AddCommand(command)
	return root
}

func invoke(does func(cmd *cobra.Command, args []string) error, args ...string) result {
	var stdout, stderr strings.Builder
	status := Run(newRoot(does), args, strings.NewReader(""), &stdout, &stderr)
	return result{stdout.String(), stderr.String(), status}
}

// returns is a command that fails in one way.
func returns(err error) func(*cobra.Command, []string) error {
	return func(*cobra.Command, []string) error { return err }
}

func TestStatuses(t *testing.T) {
	for _, test := range []struct {
		err  error
		want result
	}{
		{nil, result{"", "", 0}},
		{ErrInvalid, result{"", "", 1}},
		{fmt.Errorf("so: %w", ErrInvalid), result{"", "", 1}},
		{ErrReported, result{"", "", 2}},
		{context.Canceled, result{"", "", 130}},
		{errors.Join(context.Canceled, ErrInvalid), result{"", "", 130}},
		{Usagef("no %d", 7), result{"", "prog: no 7; see prog work --help\n", 2}},
		{&fs.PathError{Op: "open", Path: "a\x1bb", Err: fs.ErrNotExist}, result{"", `prog: open a\x1bb: file does not exist` + "\n", 2}},
		{errors.Join(errors.New("one"), errors.New("two")), result{"", "prog: one\nprog: two\n", 2}},
	} {
		if got := invoke(returns(test.err), "work"); got != test.want {
			t.Errorf("%v: %+v, want %+v", test.err, got, test.want)
		}
	}
}

// What is wrong before a command begins is told with where help is.
func TestWrongUsage(t *testing.T) {
	for args, want := range map[string]string{
		"wrok":             "prog: unknown command \"wrok\"; did you mean work?; see prog --help\n",
		"list.txt":         "prog: unknown command \"list.txt\"; see prog --help\n",
		"help list.txt":    "prog: unknown command \"list.txt\"; see prog --help\n",
		"help work more":   "prog: help takes one command; see prog help --help\n",
		"work --none":      "prog: unknown flag: --none; see prog work --help\n",
		"work --numbr":     "prog: unknown flag: --numbr; did you mean --number?; see prog work --help\n",
		"work a -n many":   "prog: invalid argument \"many\" for \"-n, --number\" flag: strconv.ParseInt: parsing \"many\": invalid syntax; see prog work --help\n",
		"work --number":    "prog: flag needs an argument: --number; see prog work --help\n",
		"completion":       "prog: completion takes one shell: bash, zsh or fish; see prog completion --help\n",
		"completion tcsh":  "prog: no completion for \"tcsh\": only for bash, zsh and fish; see prog completion --help\n",
		"man list.txt":     "prog: unknown command \"list.txt\"; see prog --help\n",
		"--version --none": "prog: unknown flag: --none; see prog --help\n",
	} {
		got := invoke(func(*cobra.Command, []string) error { t.Errorf("%s: it began", args); return nil }, strings.Fields(args)...)
		if got != (result{"", want, 2}) {
			t.Errorf("%s: %+v, want %s", args, got, want)
		}
	}
}

const workHelp = `usage: prog work [flags] [FILE...]

Work works:

    .it's -\ ^é` + "`" + `~

Or *not* <now>.

flags:
  -h, --help       help for work
  -n, --number N   do it N times (default 1)

examples:
  prog work -n 3
`

func TestHelp(t *testing.T) {
	const rootHelp = `usage: prog COMMAND [flags]

Prog does things.

commands:
  work         does one thing
  completion   print a script that completes commands in a shell
  man          print the manual page of a command

flags:
  -h, --help      help for prog
  -v, --version   version for prog
`
	for args, want := range map[string]string{
		"--help": rootHelp, "-h": rootHelp, "help": rootHelp,
		"work --help": workHelp, "work x -h": workHelp, "help work": workHelp,
	} {
		if got := invoke(nil, strings.Fields(args)...); got != (result{want, "", 0}) {
			t.Errorf("%s: %+v, want\n%s", args, got, want)
		}
	}
	if got := invoke(nil); got != (result{"", rootHelp, 2}) {
		t.Errorf("no command: %+v", got)
	}
	if got := invoke(nil, "--version"); got.status != 0 || !strings.HasPrefix(got.stdout, "prog version ") {
		t.Errorf("--version: %+v", got)
	}
}

// The page has no date, and nothing of it is taken for a request.
func TestManual(t *testing.T) {
	const want = `.nh
.TH "PROG\-WORK" "1" "" "" ""

.SH NAME
prog\-work \- does one thing


.SH SYNOPSIS
\fBprog work [flags] [FILE...]\fP


.SH DESCRIPTION
Work works:

.EX
\&.it\(aqs \-\\\& \(haé\(ga\(ti
.EE

.PP
Or *not* <now>.


.SH OPTIONS
\fB\-h\fP, \fB\-\-help\fP[=false]
	help for work

.PP
\fB\-n\fP, \fB\-\-number\fP=1
	do it \fBN\fR times


.SH EXAMPLE
.EX
  prog work \-n 3

.EE


.SH SEE ALSO
\fBprog(1)\fP
`
	if got := invoke(nil, "man", "work"); got != (result{want, "", 0}) {
		t.Errorf("%+v, want\n%s", got, want)
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if got := invoke(nil, "completion", shell); got.status != 0 || got.stderr != "" || !strings.Contains(got.stdout, "__complete") {
			t.Errorf("%s: status %d, stderr %q, %d bytes", shell, got.status, got.stderr, len(got.stdout))
		}
	}
	for args, want := range map[string]string{
		"":            "work\tdoes one thing\n",
		"work --":     "--number\tdo it `N` times\n",
		"completion ": "fish\n",
		"help ":       "work\tdoes one thing\n",
	} {
		got := invoke(nil, append([]string{"__complete"}, strings.Split(args, " ")...)...)
		if got.status != 0 || !strings.Contains(got.stdout, want) {
			t.Errorf("%q: %+v, want %s", args, got, want)
		}
	}
}

// full takes some bytes and no more.
type full struct{ room int }

func (w *full) Write(p []byte) (int, error) {
	if len(p) > w.room {
		return w.room, &fs.PathError{Op: "write", Path: "|1", Err: errors.New("disk full")}
	}
	w.room -= len(p)
	return len(p), nil
}

// What standard output does not take is an error, even if nobody looks at it, and once for all.
func TestFullOutput(t *testing.T) {
	writes := func(cmd *cobra.Command, _ []string) error {
		for range 3 {
			io.WriteString(cmd.OutOrStdout(), "some")
		}
		return ErrInvalid
	}
	for _, args := range []string{"work", "help", "--help", "--version", "man", "completion fish", "__complete work --"} {
		var stderr strings.Builder
		status := Run(newRoot(writes), strings.Fields(args), nil, &full{5}, &stderr)
		if want := "prog: standard output: disk full\n"; status != 2 || !strings.HasSuffix(stderr.String(), want) {
			t.Errorf("%s: status %d, stderr %q", args, status, stderr.String())
		}
	}
}

// A table is as wide as what a terminal shows of it, and nothing in it can harm one.
func TestTable(t *testing.T) {
	var b strings.Builder
	err := Table(&b, []string{"reason", "count"}, [][]string{{"日本", "7"}, {"a\x1b[2J", "1200"}})
	const want = " reason    count \n 日本          7 \n a\\x1b[2J   1200 \n"
	if err != nil || b.String() != want {
		t.Errorf("%v\n%s\nwant\n%s", err, &b, want)
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
		if got := Distance(test.s, test.t); got != test.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", test.s, test.t, got, test.want)
		}
	}
}

// closed is a pipe that nobody reads.
type closed struct{}

func (closed) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}
}

// A pipe that nobody reads any more ends a command in silence, whatever else is the matter.
func TestClosedPipe(t *testing.T) {
	writes := func(cmd *cobra.Command, _ []string) error {
		io.WriteString(cmd.OutOrStdout(), "some")
		return ErrInvalid
	}
	want := 141
	if runtime.GOOS == "windows" {
		want = 0
	}
	var stderr strings.Builder
	if status := Run(newRoot(writes), []string{"work"}, nil, closed{}, &stderr); status != want || stderr.Len() > 0 {
		t.Errorf("status %d, stderr %q", status, stderr.String())
	}
}
