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
	"github.com/spf13/pflag"
)

type result struct {
	stdout, stderr string
	status         int
}

// newRoot returns a program with a command that runs does.
func newRoot(does func(cmd *cobra.Command, args []string) error) *cobra.Command {
	if does == nil {
		does = returns(nil)
	}
	root := &cobra.Command{Use: "prog COMMAND [flags]", Short: "does things", Long: "Prog does things.\n"}
	command := &cobra.Command{
		Use: "work [flags] [FILE...]", Short: "does one thing", Long: "Work works:\n\n    .it's -\\ ^é`~\n\nOr *not* <now>.\n",
		Example: "  prog work -n 3\n", RunE: does,
	}
	command.Flags().IntP("number", "n", 1, "do it `N` times")
	new(Format).Declare(command.Flags(), "text", "jsonl")
	depth := func(flags *pflag.FlagSet) { flags.Bool("deep", false, "go deeper") }
	shared := pflag.NewFlagSet("", pflag.ContinueOnError)
	depth(shared)
	OnTopic(shared, "depth")
	command.Flags().AddFlagSet(shared)
	Complete(command)
	root.AddCommand(command, Topic("depth", "what is deep", "All about depth.\n", depth))
	return root
}

func invoke(does func(cmd *cobra.Command, args []string) error, args ...string) result {
	var stdout, stderr strings.Builder
	status := Run(newRoot(does), args, strings.NewReader(""), &stdout, &stderr)
	return result{stdout.String(), stderr.String(), status}
}

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

// TestWrongUsage checks that usage errors name the help.
func TestWrongUsage(t *testing.T) {
	for args, want := range map[string]string{
		"wrok":                         "prog: unknown command \"wrok\"; did you mean work?; see prog --help\n",
		"list.txt":                     "prog: unknown command \"list.txt\"; see prog --help\n",
		"work --none":                  "prog: unknown flag: --none; see prog work --help\n",
		"work --numbr":                 "prog: unknown flag: --numbr; did you mean --number?; see prog work --help\n",
		"work a -n many":               "prog: --number \"many\": not a valid number; see prog work --help\n",
		"work --number":                "prog: --number needs a value; see prog work --help\n",
		"work -n":                      "prog: --number needs a value; see prog work --help\n",
		"work -n 1 -n 2":               "prog: --number \"2\": may be given only once; it is already \"1\"; see prog work --help\n",
		"work -n 99999999999999999999": "prog: --number \"99999999999999999999\": the number is too large; see prog work --help\n",
		"work --json=x":                "prog: --json \"x\": must be true or false; see prog work --help\n",
		"work --json --format text":    "prog: --format \"text\": the format is already jsonl; see prog work --help\n",
		"work --format text --json":    "prog: --json: the format is already text; see prog work --help\n",
		"--version --none":             "prog: unknown flag: --none; see prog --help\n",
	} {
		got := invoke(func(*cobra.Command, []string) error { t.Errorf("%s: it began", args); return nil }, strings.Fields(args)...)
		if got != (result{"", want, 2}) {
			t.Errorf("%s: %+v, want %s", args, got, want)
		}
	}
}

// TestHelp checks that help lists the flags of the command, and names the topic with the others.
func TestHelp(t *testing.T) {
	work := invoke(nil, "help", "work")
	if work.status != 0 || work.stderr != "" || !strings.HasPrefix(work.stdout, "Work works:\n") ||
		!strings.Contains(work.stdout, "  -n, --number N      do it N times (default 1)\n") ||
		strings.Contains(work.stdout, "--deep") || !strings.HasSuffix(work.stdout, "\nMore flags: prog help depth\n") {
		t.Errorf("%+v", work)
	}
	root := invoke(nil, "help")
	if !strings.Contains(root.stdout, "  work        does one thing\n") || !strings.Contains(root.stdout, "\n  prog depth      what is deep\n") {
		t.Errorf("%+v", root)
	}
	for args, want := range map[string]result{
		"--help": root, "-h": root, "work --help": work, "work x -h": work,
		"help depth": {"All about depth.\n\nFlags:\n      --deep   go deeper\n", "", 0},
	} {
		if got := invoke(nil, strings.Fields(args)...); got != want {
			t.Errorf("%s: %+v, want %+v", args, got, want)
		}
	}
	if got := invoke(nil); got != (result{"", root.stdout, 2}) {
		t.Errorf("no command: %+v", got)
	}
	if got := invoke(nil, "--version"); got.status != 0 || !strings.HasPrefix(got.stdout, "prog version ") {
		t.Errorf("--version: %+v", got)
	}
}

func TestReference(t *testing.T) {
	page := Reference(func() *cobra.Command { return newRoot(nil) }, "x_test.go")
	if !strings.HasPrefix(page, "<!-- tested by x_test.go -->\n# prog: does things\n```text\nProg does things.\n") ||
		!strings.Contains(page, "\n## prog work\n```text\nWork works:\n") || !strings.Contains(page, "\n## prog depth\n```text\nAll about depth.\n") {
		t.Error(page)
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if got := invoke(nil, "completion", shell); got.status != 0 || got.stderr != "" || !strings.Contains(got.stdout, "__complete") {
			t.Errorf("%s: status %d, stderr %q, %d bytes", shell, got.status, got.stderr, len(got.stdout))
		}
	}
	for args, want := range map[string]string{
		"":               "work\tdoes one thing\n",
		"work --":        "--number\tdo it `N` times\n",
		"completion ":    "fish\tGenerate the autocompletion script for fish\n",
		"work --format ": "jsonl\n",
		"help ":          "work\tdoes one thing\n",
	} {
		got := invoke(nil, append([]string{"__complete"}, strings.Split(args, " ")...)...)
		if got.status != 0 || !strings.Contains(got.stdout, want) {
			t.Errorf("%q: %+v, want %s", args, got, want)
		}
	}
}

// full fails after some bytes.
type full struct{ room int }

func (w *full) Write(p []byte) (int, error) {
	if len(p) > w.room {
		return w.room, &fs.PathError{Op: "write", Path: "|1", Err: errors.New("disk full")}
	}
	w.room -= len(p)
	return len(p), nil
}

// TestFullOutput checks that a write error of standard output is reported once, even if the command ignores it.
func TestFullOutput(t *testing.T) {
	writes := func(cmd *cobra.Command, _ []string) error {
		for range 3 {
			io.WriteString(cmd.OutOrStdout(), "some")
		}
		return ErrInvalid
	}
	for _, args := range []string{"work", "help", "--help", "--version", "completion fish", "__complete work --"} {
		var stderr strings.Builder
		status := Run(newRoot(writes), strings.Fields(args), nil, &full{5}, &stderr)
		if want := "prog: standard output: disk full\n"; status != 2 || !strings.HasSuffix(stderr.String(), want) {
			t.Errorf("%s: status %d, stderr %q", args, status, stderr.String())
		}
	}
}

func TestSuggest(t *testing.T) {
	names := []string{"IRI", "URI", "IRI-reference", "host"}
	for name, want := range map[string]string{"iri": "IRI URI IRI-reference", "irireference": "IRI-reference", "hosts": "host", "port": "host", "x-y-z-a": "", "": ""} {
		if got := strings.Join(Suggest(name, names), " "); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

type closed struct{}

func (closed) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}
}

// TestClosedPipe checks that a closed pipe ends a command silently, even with another error.
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
