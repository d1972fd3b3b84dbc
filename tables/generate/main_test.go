package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestUpToDate generates the files again and compares. No other files in their folders may be generated files or
// summaries.
func TestUpToDate(t *testing.T) {
	files, err := generate("..")
	if err != nil {
		t.Fatal(err)
	}
	const root = "../.."
	var made []string
	for _, f := range files {
		made = append(made, f.name)
		text, err := os.ReadFile(filepath.Join(root, f.name))
		if err != nil {
			t.Fatal(err)
		}
		if string(text) != string(f.text) {
			t.Errorf("%s is not what the grammars say now: run go generate ./tables", f.name)
		}
	}
	for _, pattern := range []string{"internal/language/*", "tables/*.sum"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if name, _ = filepath.Rel(root, name); !slices.Contains(made, filepath.ToSlash(name)) {
				t.Errorf("%s is made by nobody", name)
			}
		}
	}
}
