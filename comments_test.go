// Pages are judged once: not again for other processors and tags.
//
//go:build !386 && !purego

package iri_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.org/iri/internal/docs"
)

// TestComments: lines of package comments are wrapped, and names in brackets lead somewhere, in all
// modules.
func TestComments(t *testing.T) {
	out, err := exec.Command("git", "ls-files", "*.go", ":!*_test.go", ":!**/testdata/**").Output()
	if err != nil {
		t.Skipf("not a clone: git ls-files: %v", err)
	}
	var names []string
	for name := range strings.FieldsSeq(string(out)) {
		if _, err := os.Stat(name); err == nil {
			names = append(names, name)
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	std := os.DirFS(filepath.Join(strings.TrimSpace(string(root)), "src"))
	problems, err := docs.Comments(module, os.DirFS("."), names, std)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
}
