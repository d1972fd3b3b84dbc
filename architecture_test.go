package iri_test

import (
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestArchitecture: docs/explanation/architecture.md names every package, by its path or, where others
// of its folder are named, by its last word. Modules that are not joined may have one line for all.
func TestArchitecture(t *testing.T) {
	page, err := os.ReadFile("docs/explanation/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "*.go", "go.work").Output()
	if err != nil {
		t.Skipf("not a clone: git ls-files: %v", err)
	}
	work, err := os.ReadFile("go.work")
	if err != nil {
		t.Fatal(err)
	}
	var folders []string
	for file := range strings.FieldsSeq(string(out)) {
		folder := path.Dir(file)
		if module := regexp.MustCompile(`^tools/\w+`).FindString(folder); module != "" && !strings.Contains(string(work), "\t./"+module+"\n") {
			if _, err := os.Stat(module + "/go.mod"); err == nil {
				folder = module
			}
		}
		if folder != "." && !strings.Contains(folder, "testdata") && !strings.Contains(folder, "/_") && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	for _, folder := range folders {
		if !regexp.MustCompile(`\b(` + folder + `|` + path.Base(folder) + `)\b`).Match(page) {
			t.Errorf("no package %s", folder)
		}
	}
}
