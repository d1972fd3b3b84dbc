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
		if is { // the plans are made by another program, which has a test of its own
			list = append(list, strings.Fields(args))
		}
	}
	if len(list) != 3 {
		t.Fatalf("%d go:generate lines in tables.go, want one for the languages and one a grammar", len(list))
	}
	return list
}

// TestUpToDate generates the tables once more, in folders of its own, and
// compares them with the files: grammar, compiler and tables belong together.
func TestUpToDate(t *testing.T) {
	lines := generateLines(t)
	root := t.TempDir()
	dir, sources := filepath.Join(root, "tables"), filepath.Join(root, "internal", "tables")
	for _, name := range []string{dir, sources} {
		if err := os.MkdirAll(name, 0o755); err != nil {
			t.Fatal(err)
		}
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
	for _, name := range []string{"rfc3987.sum", "rfc3986.sum", "languages.sum"} {
		if read(t, name) != read(t, committed, name) {
			t.Errorf("tables/%s is not what the grammar says now: run go generate ./tables", name)
		}
	}
	linked := filepath.Join(committed, "../internal/tables")
	for _, name := range []string{"rfc3987.go", "rfc3986.go", "languages.go"} {
		if read(t, sources, name) != read(t, linked, name) {
			t.Errorf("internal/tables/%s is not what the grammar says now: run go generate ./tables", name)
		}
	}
	// Nothing else is made, and nothing else is in package tables.
	holds(t, dir, "languages", "languages.sum", "rfc3986.abnf", "rfc3986.sum", "rfc3987.abnf", "rfc3987.sum")
	for _, folder := range []string{sources, linked} {
		holds(t, folder, "languages.go", "rfc3986.go", "rfc3987.go")
	}
}
