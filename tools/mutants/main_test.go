package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var long = flag.Bool("long", false, "walk everything, not a sample")

// A module with a package whose mutants meet every fate.
var small = map[string]string{
	"go.mod": "module example.org/small\n\ngo 1.24.0\n",
	"own/own.go": `package own

func Less(a, b int) bool { return a < b }

func Not(b bool) bool { return !b }

var names = [...]string{1: "one"}
`,
	"own/own_test.go": `package own

import "testing"

func TestLess(t *testing.T) {
	if !Less(1, 2) || Less(2, 1) || Not(true) {
		t.Error("wrong")
	}
}
`,
	"all_test.go": `package small_test

import (
	"testing"

	"example.org/small/own"
)

func TestLess(t *testing.T) {
	if own.Less(1, 1) {
		t.Error("wrong")
	}
}
`,
	"equivalent.txt": "own/own.go:7:25:const+1\tvar names = [...]string{2: \"one\"}\tnobody reads it\n",
}

// inSmall makes the module and goes there.
func inSmall(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range small {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func mutants(args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = run(append([]string{"-equivalent=equivalent.txt"}, args...), &out, &err)
	return status, out.String(), err.String()
}

func TestList(t *testing.T) {
	inSmall(t)
	status, stdout, stderr := mutants("-list", "own")
	const want = `own/own.go:3:37:boundary	func Less(a, b int) bool { return a < b }  ->  func Less(a, b int) bool { return a <= b }
own/own.go:3:37:negate	func Less(a, b int) bool { return a < b }  ->  func Less(a, b int) bool { return a >= b }
own/own.go:5:32:negate	func Not(b bool) bool { return !b }  ->  func Not(b bool) bool { return b }
own/own.go:7:25:const+1	var names = [...]string{1: "one"}  ->  var names = [...]string{2: "one"}
own/own.go:7:25:const-1	var names = [...]string{1: "one"}  ->  var names = [...]string{0: "one"}
`
	if status != 0 || stdout != want || stderr != "" {
		t.Errorf("status %d, on stderr %s, got\n%s\nwant\n%s", status, stderr, stdout, want)
	}
}

// All fates, and the exit status on both sides of -min.
func TestFates(t *testing.T) {
	if !*long {
		t.Skip("runs the go command many times")
	}
	inSmall(t)
	const want = `survived own/own.go:7:25:const-1
-var names = [...]string{1: "one"}
+var names = [...]string{0: "one"}

  mutants  own package  whole suite  survived  explained  killed  package
        5            2            1         1          1  75.0 %  own

5 mutants: 3 killed (own package 2, whole suite 1), 1 survived, 1 explained
`
	for _, x := range []struct {
		min    string
		status int
	}{{"-min=75", 0}, {"-min=76", 1}} {
		status, stdout, stderr := mutants("-all", x.min, "own")
		if status != x.status || stdout != want || stderr != "" {
			t.Errorf("%s: status %d, want %d, on stderr %s, got\n%s\nwant\n%s", x.min, status, x.status, stderr, stdout, want)
		}
	}
}

// An explained mutant is run when asked for by name; one that does not compile is
// no mutant; the tree is as it was.
func TestID(t *testing.T) {
	inSmall(t)
	status, stdout, stderr := mutants("-id=own/own.go:7:25:const+1,own/own.go:5:32:negate", "own")
	if status != 1 || !strings.Contains(stdout, "\n2 mutants: 1 killed (own package 1, whole suite 0), 1 survived\n") ||
		!strings.Contains(stderr, "survived\town/own.go:7:25:const+1\t") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	for name, want := range small {
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s has become\n%s\n%v", name, got, err)
		}
	}
}

// Mistakes have status 2.
func TestMistakes(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-frob"}, "flag provided but not defined: -frob"},
		{[]string{"no/such/folder"}, "no/such/folder"},
		{[]string{"-equivalent=missing.txt", "own"}, "open missing.txt"},
		{[]string{"-id=own/own.go:1:1:negate", "own"}, "no mutant is called own/own.go:1:1:negate; see -list"},
		{[]string{"-equivalent=stale.txt", "own"}, "own/own.go:1:1:negate is explained, but no mutant makes there"},
		{[]string{"-n=1", "broken"}, "the tests fail without a mutant"},
	} {
		inSmall(t)
		for name, text := range map[string]string{
			"stale.txt":             "own/own.go:1:1:negate\tx\tgone\n",
			"broken/broken.go":      "package broken\n\nvar x = 1\n",
			"broken/broken_test.go": "package broken\n\nimport \"testing\"\n\nfunc Test(t *testing.T) { t.Fatal() }\n",
		} {
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		status, stdout, stderr := mutants(test.args...)
		if status != 2 || stdout != "" || !strings.Contains(stderr, test.want) {
			t.Errorf("%v: status %d, on stdout %s, on stderr\n%s\nwant %s", test.args, status, stdout, stderr, test.want)
		}
	}
}
