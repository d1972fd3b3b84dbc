package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// block returns the first fenced block of a language in a page.
func block(t *testing.T, text, language string) string {
	t.Helper()
	_, text, fenced := strings.Cut(text, "\n```"+language+"\n")
	text, _, closed := strings.Cut(text, "\n```\n")
	if !fenced || !closed {
		t.Fatalf("the page has no block of %s", language)
	}
	return text
}

// module makes a module that sees this one under its name, and is the working
// folder from now on.
func module(t testing.TB) (root string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, "go.mod", "module try\n\ngo 1.24.0\n\nrequire example.org/iri v0.0.0\n\nreplace example.org/iri => "+root+"\n")
	t.Chdir(dir)
	return root
}

// goRun runs the go command in the working folder.
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

// TestRecipe does what docs/recipes/own-grammar.md says of URNs: the commands as they stand there, in
// a folder that looks like a clone, and the program.
func TestRecipe(t *testing.T) {
	text := read(t, "../../docs/recipes/own-grammar.md")
	root := module(t)
	for _, name := range []string{"tables", "grammars"} {
		if err := os.Symlink(filepath.Join(root, name), name); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(strings.ReplaceAll(block(t, text, "sh"), "\\\n", "")) {
		args := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "go run ./tools/abnfc "):
			if r := abnfc(args[3:]...); r != (result{}) {
				t.Fatalf("%s: status %d\n%s%s", line, r.code, r.stdout, r.stderr)
			}
		case args[0] == "go":
			goRun(t, args[1:]...)
		default:
			t.Fatalf("what is %s", line)
		}
	}
	holds(t, "urn", "urn.go", "urn_test.go")
	goRun(t, "vet", "./urn")
	program := "package main\n\nimport (\n\t\"fmt\"\n\n\t\"try/urn\"\n)\n\nfunc main() {\n" + block(t, text, "go") + "\n}\n"
	if got := runProgram(t, program); got != "isbn 0451450523 true\n" {
		t.Errorf("the program prints %q", got)
	}
	if got := runProgram(t, strings.Replace(program, "#cover", "", 1)); got != "isbn 0451450523 false\n" {
		t.Errorf("without f-component the program prints %q", got)
	}
	wrong := strings.Replace(program, "urn:isbn:0451450523", "urn:isb n:0451450523", 1)
	_, comment, _ := strings.Cut(block(t, text, "go"), "Println(err) // ")
	comment, _, _ = strings.Cut(comment, "\n")
	if got := runProgram(t, wrong); got != comment+"\n" {
		t.Errorf("for a wrong text the program prints %q, the page says %q", got, comment)
	}
}

func runProgram(t *testing.T, source string) string {
	t.Helper()
	if err := os.WriteFile("main.go", []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	return goRun(t, "run", ".")
}
