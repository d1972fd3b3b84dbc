package scan

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"example.org/iri/compile/suite"
	"example.org/iri/internal/corpus"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// TestSuites: every path passes the complete suites of package iri, and their texts
// behind and in front of something long.
func TestSuites(t *testing.T) {
	for _, a := range []*uri.Language{&language.IRIReference, &language.URIReference} {
		x := newTrial(t, fast(t))
		x.automata = append(x.automata, a)
		f, err := os.Open(filepath.Join("../../../testdata/suites", a.Name+".jsonl.gz"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		r, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for c, err := range suite.Read(r) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; !*long && n > 20_000 {
				break
			}
			if _, valid := walk(a, c.Input); valid != c.Valid {
				t.Fatalf("%s: %q: %t", a.Name, c.Input, valid)
			}
			x.try(c.Input)
			if n%effort(16, 4, 1) != 0 {
				continue
			}
			for _, head := range []string{"a:", "a://b/", "//"} {
				x.try(append(pumped(head, "a", 64-n%8), c.Input...))
				x.try(append(append([]byte(head), c.Input...), pumped("", "a", 60+n%8)...))
			}
		}
		if n < 20_000 {
			t.Errorf("%s: only %d texts", a.Name, n)
		}
	}
}

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
