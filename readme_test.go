package iri_test

import (
	"os"
	"strings"
	"testing"
)

// TestReadme runs the program of README.md, which prints what stands below it.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, use, _ := strings.Cut(string(readme), "\n## Use\n")
	_, text, _ := strings.Cut(use, "```go\n")
	text, rest, _ := strings.Cut(text, "```\n")
	_, want, _ := strings.Cut(rest, "```text\n")
	want, _, found := strings.Cut(want, "```\n")
	if !found {
		t.Fatal("README.md has no program with its output under Use")
	}
	dir := program(t, "package main\n\nimport (\n\"fmt\"\n\n\""+module+"\"\n\""+module+"/rule\"\n)\n\nfunc main() {\n"+text+"}\n")
	if out, err := goCommand(dir, "run", ".").CombinedOutput(); err != nil || string(out) != want {
		t.Errorf("the program of README.md prints\n%s%v, want\n%s", out, err, want)
	}
}
