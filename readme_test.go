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
	text, rest := firstProgram(string(readme), "Use")
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

// firstProgram returns the first Go code of a section, and what stands behind it.
func firstProgram(readme, section string) (text, rest string) {
	_, use, _ := strings.Cut(readme, "\n## "+section+"\n")
	_, text, _ = strings.Cut(use, "```go\n")
	text, rest, _ = strings.Cut(text, "```\n")
	return text, rest
}

// TestReadmeGuard builds the server of README.md.
func TestReadmeGuard(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := firstProgram(string(readme), "In front of a server")
	dir := program(t, "package main\n\nimport (\n\"log\"\n\"net/http\"\n\"net/http/httputil\"\n\"net/url\"\n\"time\"\n\n\""+
		module+"/httpguard\"\n)\n\nfunc main() {\n"+text+"}\n")
	if out, err := goCommand(dir, "vet", ".").CombinedOutput(); err != nil || text == "" {
		t.Errorf("the server of README.md: %v\n%s", err, out)
	}
}
