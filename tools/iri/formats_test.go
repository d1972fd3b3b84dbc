package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

// TestReports judges files of all formats, which were made by hand and have wrong IRIs, and files that
// are broken.
func TestReports(t *testing.T) {
	reports, err := filepath.Abs("testdata/reports")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"formats", "broken"} {
		t.Run(folder, func(t *testing.T) {
			t.Chdir("testdata/" + folder) // so that names are short
			entries, err := os.ReadDir(".")
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				if name := e.Name(); filepath.Ext(name) != ".golden" {
					testkit.Golden(t, filepath.Join(reports, name+".txt"), reportOf(name))
				}
			}
		})
	}
}

// reportOf returns what iri check says about a file.
func reportOf(name string) string {
	args := []string{"check", "--max-errors", "20", "--base", "http://example.org/base/"}
	for part := range strings.SplitSeq(name, ".") {
		switch part {
		case "csv", "tsv", "parquet":
			args = append(args, "--column", "url")
		case "jsonl":
			args = append(args, "--field", "url")
		}
	}
	got := invoke(strings.NewReader(""), append(args, name)...)
	return fmt.Sprintf("%s%s(exit status %d)\n", got.stdout, got.stderr, got.status)
}
