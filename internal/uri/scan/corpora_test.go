package scan

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"example.org/iri/internal/testkit/corpus"
)

// TestCorpora: lists of real IRIs, and what mutation makes of their lines.
func TestCorpora(t *testing.T) {
	dir := os.Getenv("IRI_CORPORA")
	if dir == "" {
		t.Skip("IRI_CORPORA names no folder")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no lists in %s: %v", dir, err)
	}
	x, r := newTrial(t, fast(t)), random(t)
	var lines [][]byte
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, bytes.Split(text, []byte("\n"))...)
	}
	for _, line := range lines {
		x.try(line)
	}
	x.automata = tops
	for range effort(10_000, 200_000, 2_000_000) {
		x.try(mutate(r, corpus.Pick(r, lines)))
	}
}

// TestGenerated does so with texts of all scripts, which need no folder.
func TestGenerated(t *testing.T) {
	x, r := newTrial(t, paths(t)), random(t)
	x.automata = tops
	for range effort(2000, 30_000, 1_000_000) {
		text := []byte(anyText(r))
		x.try(text)
		x.try(mutate(r, text))
	}
}
