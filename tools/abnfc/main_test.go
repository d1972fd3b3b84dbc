package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/testkit"
	"example.org/iri/tools/internal/cli"
	"example.org/iri/tools/internal/cli/clitest"
)

// TestMain runs the command itself in scripts.
func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"abnfc": main}) }

func TestScripts(t *testing.T) { clitest.Scripts(t) }

func TestRunsNothing(t *testing.T) { clitest.RunsNothing(t) }

func TestCovered(t *testing.T) { clitest.Covered(t, newRoot()) }

func TestTexts(t *testing.T) { clitest.Texts(t, newRoot) }

// TestBounds limits help texts to 60 lines and flags to 25.
func TestBounds(t *testing.T) {
	names := make(map[string]bool)
	for _, cmd := range newRoot().Commands() {
		if n := strings.Count(abnfc("help", cmd.Name()).stdout, "\n"); n > 60 {
			t.Errorf("help %s has %d lines", cmd.Name(), n)
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names[f.Name] = true })
	}
	if delete(names, "help"); len(names) > 25 {
		t.Errorf("%d flags", len(names))
	}
}

type result struct {
	code           int
	stdout, stderr string
}

func abnfc(args ...string) result {
	var stdout, stderr bytes.Buffer
	code := cli.Run(newRoot(), args, nil, &stdout, &stderr)
	return result{code, stdout.String(), stderr.String()}
}

// folder creates files, given as name, text, ..., in a new folder, and makes it the working directory.
func folder(t testing.TB, files ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for i := 0; i < len(files); i += 2 {
		if err := os.WriteFile(files[i], []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, name ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(name...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// holds checks the names of files in a folder.
func holds(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Errorf("the folder holds %v, want %v", got, want)
	}
}

func readGrammar(t *testing.T, args ...string) (g *grammarText, stderr string, err error) {
	t.Helper()
	var f grammarFlags
	cmd := new(cobra.Command)
	f.register(cmd)
	flags := cmd.Flags()
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	g, err = f.read(flags.Arg(0), &b)
	return g, b.String(), err
}

// module creates a module that replaces this one by the checkout, and makes it the working directory.
func module(t testing.TB) (root string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	folder(t, "go.mod", "module try\n\ngo 1.24.0\n\nrequire example.org/iri v0.0.0\n\nreplace example.org/iri => "+root+"\n")
	return root
}

func goRun(t testing.TB, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestDiagnostic checks that no message looks like a position.
func TestDiagnostic(t *testing.T) {
	pos := abnf.Pos{File: "a b.abnf", Line: 3, Col: 14}
	for _, x := range []struct {
		err  error
		want string
	}{
		{&abnf.Error{Pos: pos, Msg: "no"}, "a b.abnf:3:14: no"},
		{abnf.ErrorList{{Pos: pos, Msg: "no"}, {Msg: "x:1:2: y"}}, "a b.abnf:3:14: no\nabnfc: x:1:2: y"},
		{&abnf.Error{Pos: abnf.Pos{File: "a.abnf"}, Msg: "too long"}, "abnfc: a.abnf: too long"},
		{&compile.LimitError{Pos: pos, Rule: "a", What: "states", Max: 7}, "a b.abnf:3:14: rule a: more than 7 states"},
		{errors.New("x.go:1:2: no"), "abnfc: x.go:1:2: no"},
		{fmt.Errorf("rule a: %w", &abnf.Error{Pos: pos, Msg: "no"}), "abnfc: rule a: abnf: a b.abnf:3:14: no"},
	} {
		var b strings.Builder
		if printFaults(&b, faults(grammarError{x.err})); b.String() != x.want+"\n" {
			t.Errorf("%v is printed as %q, want %q", x.err, b.String(), x.want)
		}
	}
}

// TestNotQuoted checks that a file that cannot be read again, or has changed, is not quoted.
func TestNotQuoted(t *testing.T) {
	folder(t, "g.abnf", "a = b\n", "short.abnf", "a\n")
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

// TestReference checks docs/grammars/abnfc.md against the help texts.
func TestReference(t *testing.T) {
	testkit.Golden(t, "../../docs/grammars/abnfc.md", cli.Reference(newRoot, "tools/abnfc/main_test.go"))
}

// TestNotWritten checks that errors contain the name of the file as given, and that no other file is written.
func TestNotWritten(t *testing.T) {
	folder(t, "file", "old")
	for _, name := range []string{"file/x", "file/x/y", ".", "missing/", "file/"} {
		if err := new(grammarText).writeFiles(file{name, []byte("new")}); err == nil || !strings.HasPrefix(err.Error(), "write "+name+": ") || strings.Contains(err.Error(), ".iri-") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	holds(t, ".", "file")
}

// TestEndlessFiles checks that commands read at most the maximum size of a grammar.
func TestEndlessFiles(t *testing.T) {
	const zero = "/dev/zero"
	if _, err := os.Stat(zero); err != nil {
		t.Skip(err)
	}
	folder(t, "good.abnf", "a = \"b\"\r\n")
	for _, args := range [][]string{
		{"lint", zero}, {"lint", "--wild", zero}, {"extract", zero}, {"draw", zero}, {"draw", "--as", "dot", zero}, {"sample", "--rule", "a", zero},
		{"compile", "-o", "x/x.go", zero}, {"compile", "-o", "x/x.go", "--import", zero, "good.abnf"}, {"compile", "-o", "x/x.go", "--override", zero, "good.abnf"},
		{"equal", "good.abnf:a", zero + ":a"}, {"explain", zero + ":a", "b"}, {"prove", zero}, {"sample", "--suite", zero},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got := abnfc(args...)
		runtime.ReadMemStats(&after)
		if got.code == 0 || !strings.Contains(got.stderr, "has more than 1048576 bytes") {
			t.Errorf("%q: status %d, %.300s", args, got.code, got.stderr)
		}
		if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 64 {
			t.Errorf("%q: %d MiB were allocated", args, used)
		}
	}
	var large bytes.Buffer
	large.WriteString("a = \"b\"\r\n")
	for large.Len() < 1<<20 {
		large.WriteString("; comment\r\n")
	}
	large.Truncate(1<<20 - 2)
	large.WriteString("\r\n")
	if err := os.WriteFile("large.abnf", large.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := abnfc("lint", "large.abnf"); got.code != 0 {
		t.Errorf("a grammar of 1 MiB: %+v", got)
	}
}

// TestBundled checks that each bundled grammar has all rules of its RFC. Some have no automaton, because of recursion
// or prose.
func TestBundled(t *testing.T) {
	for i, want := range []struct{ rules, notRegular, prose int }{
		{2, 0, 0}, {13, 0, 0}, {7, 0, 0}, {36, 0, 0}, {39, 0, 0}, {133, 99, 0}, {14, 0, 0}, {15, 0, 0}, {10, 0, 0}, {142, 6, 2},
	} {
		name := bundledNames[i]
		g := make(bundle).read(name)
		g.Encoding = bundledEncoding(name)
		cache := new(compile.Cache)
		got := want
		got.rules, got.notRegular, got.prose = 0, 0, 0
		for r := range g.Rules() {
			got.rules++
			_, err := compile.Compile(g, r.Name, &compile.Options{Cache: cache})
			switch {
			case errors.As(err, new(*compile.NotRegularError)):
				got.notRegular++
			case errors.As(err, new(abnf.ErrorList)):
				got.prose++
			case err != nil:
				t.Errorf("%s: rule %s: %v", name, r.Name, err)
			}
		}
		if got != want {
			t.Errorf("%s has %+v, want %+v", name, got, want)
		}
	}
}
