package iri_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme runs the program of README.md, which prints what stands below it.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, use, _ := strings.Cut(string(text), "\n## Use\n")
	_, program, _ := strings.Cut(use, "```go\n")
	program, rest, _ := strings.Cut(program, "```\n")
	_, want, _ := strings.Cut(rest, "```text\n")
	want, _, found := strings.Cut(want, "```\n")
	if !found {
		t.Fatal("README.md has no program with its output under Use")
	}
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":  "module try\n\ngo 1.24.0\n\nrequire " + module + " v0.0.0\n\nreplace " + module + " => " + root + "\n",
		"main.go": "package main\n\nimport (\n\"fmt\"\n\n\"" + module + "\"\n\"" + module + "/rule\"\n)\n\nfunc main() {\n" + program + "}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := goCommand(dir, "run", ".").CombinedOutput(); err != nil || string(out) != want {
		t.Errorf("the program of README.md prints\n%s%v, want\n%s", out, err, want)
	}
}
