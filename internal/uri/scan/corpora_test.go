package scan

import (
	"os"
	"testing"

	"example.org/iri/internal/testkit/corpus"
)

// lists returns generated lists, and the files of IRI_CORPORA, which have a string on each line.
func lists(tb testing.TB) []corpus.List {
	files, err := corpus.Folder(os.Getenv("IRI_CORPORA"))
	if err != nil {
		tb.Fatal(err)
	}
	return append(append(corpus.Generated(), corpus.Generate("query", corpus.Query)), files...)
}

// TestCorpora tests lists, strings of all scripts, and their mutants.
func TestCorpora(t *testing.T) {
	x, r := newTrial(t, fast(t)), random(t)
	var lines []string
	for _, l := range lists(t) {
		lines = append(lines, l.Texts...)
	}
	for _, line := range lines {
		x.try([]byte(line))
	}
	x.automata, x.paths = tops, paths(t)
	x.undecided = make([]int, len(x.paths))
	for range effort(2000, 30_000, 1_000_000) {
		text := []byte(anyText(r))
		x.try(text)
		x.try(mutate(r, text))
		x.try(mutate(r, []byte(corpus.Pick(r, lines))))
	}
}
