package scan

import (
	"math/rand/v2"
	"os"
	"testing"
	"unicode/utf8"

	"example.org/iri/internal/testkit/corpus"
)

// TestRates tests how often a path leaves a string to the automaton. The results are the same, so no other test detects
// a path that does not support a script.
func TestRates(t *testing.T) {
	const texts = 5000
	for _, p := range paths(t) {
		for _, s := range scripts {
			w := writer{rand.New(rand.NewPCG(1, 2)), s.words}
			undecided, valid := 0, 0
			for range texts {
				text := []byte(w.text())
				if _, is := reference(tops[1], text); is {
					valid++
				}
				if _, v := p.locate(tops[1], text); v == Undecided {
					undecided++
				}
			}
			if limit := texts / 100; undecided > limit || valid < texts*9/10 {
				t.Errorf("%s, %s: undecided %d times in %d strings, more than %d; %d are valid", p.name, s.name, undecided, texts, limit, valid)
			}
			t.Logf("%s, %s: undecided %d times in %d strings", p.name, s.name, undecided, texts)
		}
	}
}

// TestCharacterRates tests that all but one in two hundred characters of the basic plane that an IRI may have in a path
// are decided.
func TestCharacterRates(t *testing.T) {
	for _, p := range paths(t) {
		undecided, valid := 0, 0
		for r := rune(0x80); r < 0x10000; r++ {
			if text := utf8.AppendRune([]byte("http://example.org/"), r); utf8.ValidRune(r) {
				if _, is := reference(tops[0], text); is {
					valid++
					if p.check(tops[0], text) != Valid {
						undecided++
					}
				}
			}
		}
		t.Logf("%s: undecided %d characters of %d", p.name, undecided, valid)
		if undecided > valid/200 {
			t.Errorf("%s: undecided %d characters of %d", p.name, undecided, valid)
		}
	}
}

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
