package pages

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
)

// TestWords: no page has a refused word.
func TestWords(t *testing.T) {
	tree, err := Read(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range tree.Pages {
		t.Run(p.Name, func(t *testing.T) {
			for _, problem := range p.words() {
				t.Error(problem)
			}
		})
	}
}

// TestWordCounts: the counts of words that have a proper use only fall. With -update, testdata/words.tsv
// gets the counts that have fallen, and those of new pages.
func TestWordCounts(t *testing.T) {
	const file = "testdata/words.tsv"
	tree, err := Read(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(file)
	if err != nil && !*testkit.Update {
		t.Fatal(err)
	}
	allowed := make(map[string][]int)
	for line := range strings.Lines(string(source)) {
		var name string
		counts := make([]int, len(counted))
		if n, _ := fmt.Sscanf(line, "%s %d %d %d %d", &name, &counts[0], &counts[1], &counts[2], &counts[3]); n == 5 {
			allowed[name] = counts
		}
	}
	var b strings.Builder
	b.WriteString("page\ttext\taddress\tmark\tsay\n")
	for _, p := range tree.Pages {
		counts := p.counts()
		for i, limit := range allowed[p.Name] {
			if counts[i] > limit {
				t.Errorf("%s has %d times one of %s, and may have %d", p.Name, counts[i], counted[i], limit)
				counts[i] = limit
			}
		}
		if slices.Max(counts) > 0 || allowed[p.Name] != nil {
			fmt.Fprintf(&b, "%s\t%d\t%d\t%d\t%d\n", p.Name, counts[0], counts[1], counts[2], counts[3])
		}
	}
	testkit.Golden(t, file, b.String())
}

// TestRefused: what is prose, and what is not.
func TestRefused(t *testing.T) {
	for source, want := range map[string]int{
		"We judge it. A verdict,\nheld\nby a rung.":                                          4,
		"`judge` \"a verdict\" [x](judge.md) <b judge>\n\n```\njudge\n```\n<!-- judge -->\n": 0,
		"[verdict](a.md) *twin* | judges":                                                    3,
	} {
		if got := Parse("a.md", source).words(); len(got) != want {
			t.Errorf("%q: %v", source, got)
		}
	}
}
