package clitest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/iri/internal/testkit"
)

const scripts = "testdata/script"

// Scripts runs the scripts in testdata/script, with two more commands:
//
//	run PROGRAM [ARG...]     runs a program and appends to the file session what a terminal would
//	                         show; lines of standard error begin with "2> "
//	unquote-go FILE...       replaces a file with a Go string literal by its value
//
// The variable REPO is the folder of the repository. -update updates the files that scripts compare.
func Scripts(t *testing.T) {
	t.Helper()
	repo, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           scripts,
		UpdateScripts: *testkit.Update,
		Cmds:          map[string]func(ts *testscript.TestScript, neg bool, args []string){"run": runIn, "unquote-go": unquote},
		Setup: func(env *testscript.Env) error {
			env.Setenv("REPO", repo)
			return nil
		},
	})
}

// runIn implements run. It writes the exit status to the session.
func runIn(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[0], args[1:]...)
	status := new(exec.ExitError)
	if err != nil && !errors.As(err, &status) {
		ts.Fatalf("%v", err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "$ %s\n", commandLine(args))
	b.WriteString(shown("", "1> ", ts.ReadFile("stdout")))
	b.WriteString(shown("2> ", "2> ", ts.ReadFile("stderr")))
	if err != nil {
		fmt.Fprintf(&b, "[%v]\n", status)
	}
	f, err := os.OpenFile(filepath.Join(ts.Getenv("WORK"), "session"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	ts.Check(err)
	folders := strings.NewReplacer(ts.Getenv("WORK"), "$WORK", ts.Getenv("REPO"), "$REPO")
	_, err = folders.WriteString(f, b.String())
	ts.Check(errors.Join(err, f.Close()))
}

// commandLine quotes arguments as in a script.
func commandLine(args []string) string {
	var list []string
	for _, arg := range args {
		switch {
		case !printable(arg):
			arg = strconv.Quote(arg)
		case arg == "" || strings.ContainsAny(arg, " '$\t#"):
			arg = "'" + strings.ReplaceAll(arg, "'", "''") + "'"
		}
		list = append(list, arg)
	}
	return strings.Join(list, " ")
}

// shown returns lines of a stream with a prefix. It quotes lines without an end or with invisible characters, with
// another prefix.
func shown(prefix, quoted, text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		content, ended := strings.CutSuffix(line, "\n")
		if ended && printable(content) {
			b.WriteString(prefix + line)
		} else {
			b.WriteString(quoted + strconv.Quote(line) + "\n")
		}
	}
	return b.String()
}

func printable(text string) bool {
	for _, r := range text {
		if !strconv.IsPrint(r) && r != '\t' || r == '\ufffd' {
			return false
		}
	}
	return true
}

func unquote(ts *testscript.TestScript, _ bool, args []string) {
	for _, file := range args {
		text, err := strconv.Unquote(strings.TrimSuffix(ts.ReadFile(file), "\n"))
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs(file), []byte(text), 0o666))
	}
}

// Covered checks that scripts run every command with every flag.
func Covered(t *testing.T, root *cobra.Command) {
	t.Helper()
	files, err := filepath.Glob(scripts + "/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for _, cmd := range root.Commands() {
		if bare := regexp.MustCompile(`(?m)^\$? ?(run |exec |! )*` + root.Name() + " " + cmd.Name() + `\b`); cmd.Runnable() && !bare.MatchString(all.String()) {
			t.Errorf("no script runs %s", cmd.Name())
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			names := "--" + f.Name
			if f.Shorthand != "" {
				names += "|-" + f.Shorthand
			}
			line := regexp.MustCompile(`(?m)^\$? ?(run |exec |! )*` + root.Name() + " " + cmd.Name() + ` (.* )?(` + names + `)([ =].*)?$`)
			if !f.Hidden && !line.MatchString(all.String()) {
				t.Errorf("no script runs %s with --%s", cmd.Name(), f.Name)
			}
		})
	}
}
