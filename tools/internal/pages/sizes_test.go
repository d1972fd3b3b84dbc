package pages

import (
	"os"
	"strings"
	"testing"
)

// limits are the most lines that a page may have.
var limits = map[string]int{
	"README.md":                  90,
	"CHANGELOG.md":               40,
	"CONTRIBUTING.md":            200,
	"docs/reference/evidence.md": 80,
}

// Limits of README.md and docs together.
const (
	maxLines = 5700  // of docs only
	maxWords = 40000 // as wc -w counts them
	maxTexts = 40    // "texts", in the prose of all pages
)

// TestSizes: pages are short.
func TestSizes(t *testing.T) {
	tree, err := Read(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	lines, words, texts := 0, 0, 0
	expression := pattern("texts")
	for _, p := range tree.Pages {
		n := strings.Count(p.Source, "\n")
		if limit, ok := limits[p.Name]; ok && n > limit {
			t.Errorf("%s has %d lines, and may have %d", p.Name, n, limit)
		}
		texts += len(expression.FindAllString(p.prose(), -1))
		docs := strings.HasPrefix(p.Name, "docs/")
		if docs {
			lines += n
		}
		if docs || p.Name == "README.md" {
			words += len(strings.Fields(p.Source))
		}
	}
	for _, sum := range []struct {
		what     string
		n, limit int
	}{
		{"lines in docs", lines, maxLines},
		{"words in README.md and docs", words, maxWords},
		{`"texts" in the prose of all pages`, texts, maxTexts},
	} {
		if sum.n > sum.limit {
			t.Errorf("%d %s: at most %d", sum.n, sum.what, sum.limit)
		}
	}
}
