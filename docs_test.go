// Pages are judged once: not again for other processors and tags.
//
//go:build !386 && !purego

package iri_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/docs"
)

// limits are times in the pages that nobody measured: timeouts and the like.
var limits = map[string][]string{
	"docs/reference/guard.md": {"10 s", "60 s", "4 s", "5 s", "25 s"},
	"docs/reference/iri.md":   {"25 seconds", "10 s", "60 s"},
}

// unlinked are pages that no page leads to.
var unlinked = []string{"tools/iri/testdata/formats/prose.md", "tools/compare/testdata/report.md"}

// pages returns the names of all pages that git tracks; others belong to the reader of the clone.
func pages(t *testing.T) (names []string) {
	out, err := exec.Command("git", "ls-files", "*.md").Output()
	if err != nil {
		t.Skipf("not a clone: git ls-files: %v", err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		if _, err := os.Stat(name); err == nil && !slices.Contains(unlinked, name) && !strings.HasPrefix(name, ".github/") {
			names = append(names, name)
		}
	}
	return names
}

// TestDocs holds all pages to the rules of package docs. A page can be tested alone:
//
//	go test -run TestDocs/docs/faq.md .
func TestDocs(t *testing.T) {
	tree, err := docs.Read(os.DirFS("."), pages(t)...)
	if err != nil {
		t.Fatal(err)
	}
	unreachable := tree.Unreachable("README.md")
	for _, p := range tree.Pages() {
		t.Run(p.Path, func(t *testing.T) {
			isDocs := strings.HasPrefix(p.Path, "docs/")
			found := map[string][]docs.Problem{
				"links":  tree.Links(p),
				"reach":  of(p, unreachable),
				"wrap":   docs.Wrap(module, p),
				"blocks": tree.Blocks(p),
			}
			if isDocs && p.Path != "docs/reference/figures.md" {
				problems, met := docs.Timings(p, limits[p.Path])
				found["times"] = problems
				for _, phrase := range limits[p.Path] {
					if !met[phrase] {
						t.Errorf("%s does not say %q, which limits allows", p.Path, phrase)
					}
				}
			}
			if isDocs || p.Path == "README.md" {
				found["figures"] = docs.Figures(p)
			}
			for check, problems := range found {
				for _, problem := range problems {
					t.Errorf("%s: %v", check, problem)
				}
			}
		})
	}
}

// of returns the problems of a page.
func of(p *docs.Page, all []docs.Problem) (list []docs.Problem) {
	for _, problem := range all {
		if problem.Path == p.Path {
			list = append(list, problem)
		}
	}
	return list
}
