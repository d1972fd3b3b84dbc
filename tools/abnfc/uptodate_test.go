package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const tablesDir = "../../tables"

// generateLines returns the arguments of abnfc in the go:generate lines of
// package tables.
func generateLines(t *testing.T) (list [][]string) {
	t.Helper()
	for line := range strings.Lines(read(t, tablesDir, "tables.go")) {
		command, is := strings.CutPrefix(line, "//go:generate ")
		if !is {
			continue
		}
		args, is := strings.CutPrefix(command, "go run ../tools/abnfc ")
		if !is {
			t.Fatalf("tables.go generates by other means: %s", command)
		}
		list = append(list, strings.Fields(args))
	}
	if len(list) != 3 {
		t.Fatalf("%d go:generate lines in tables.go, want one for the languages and one a grammar", len(list))
	}
	return list
}

// TestUpToDate generates the tables once more, in a folder of its own, and
// compares them with the files: grammar, compiler and tables belong together.
func TestUpToDate(t *testing.T) {
	lines := generateLines(t)
	dir := filepath.Join(t.TempDir(), "tables") // the package is called after it
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	grammars, err := filepath.Glob(filepath.Join(tablesDir, "*.abnf"))
	if err != nil || len(grammars)+1 != len(lines) {
		t.Fatalf("grammars %v for %d lines", grammars, len(lines))
	}
	for _, name := range grammars {
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), []byte(read(t, name)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.CopyFS(filepath.Join(dir, "languages"), os.DirFS(filepath.Join(tablesDir, "languages"))); err != nil {
		t.Fatal(err)
	}
	committed, err := filepath.Abs(tablesDir)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, args := range lines {
		if r := abnfc(args...); r != (result{}) {
			t.Fatalf("abnfc %s: status %d\n%s%s", strings.Join(args, " "), r.code, r.stdout, r.stderr)
		}
	}
	for _, name := range []string{"rfc3987.go", "rfc3987.sum", "rfc3986.go", "rfc3986.sum", "languages.go", "languages.sum"} {
		if read(t, name) != read(t, committed, name) {
			t.Errorf("tables/%s is not what the grammar says now: run go generate ./tables", name)
		}
	}
	// Nothing else is made, and nothing else in tables is a generated file.
	holds(t, dir, "languages", "languages.go", "languages.sum", "rfc3986.abnf", "rfc3986.go", "rfc3986.sum", "rfc3987.abnf", "rfc3987.go", "rfc3987.sum")
	sources, err := filepath.Glob(filepath.Join(committed, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range sources {
		generated := strings.HasPrefix(read(t, name), "// Code generated ")
		if _, err := os.Stat(filepath.Base(name)); generated != (err == nil) {
			t.Errorf("%s: generated: %t, but the go:generate lines write it: %t", name, generated, err == nil)
		}
	}
}
