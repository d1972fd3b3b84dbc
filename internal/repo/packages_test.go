//go:build !386 && !purego

package repo

import (
	"os"
	"os/exec"
	"path"
	"regexp"
	"strings"
	"testing"
)

// TestPackages checks that section Packages of CONTRIBUTING.md has a row for each folder with Go files, or for its
// parent except in internal and tools, and no row for a missing folder.
func TestPackages(t *testing.T) {
	const page = "CONTRIBUTING.md"
	_, section, _ := strings.Cut(read(t, page), "\n## Packages\n")
	section, _, _ = strings.Cut(section, "\n## ")
	rows := map[string]bool{".": true}
	for _, m := range regexp.MustCompile(`(?m)^\| ([\w/, ]+) \|`).FindAllStringSubmatch(section, -1) {
		for folder := range strings.SplitSeq(m[1], ", ") {
			rows[folder] = true
			if info, err := os.Stat(folder); folder != "folder" && (err != nil || !info.IsDir()) {
				t.Errorf("%s has a row for %s, which is not a folder: %v", page, folder, err)
			}
		}
	}
	if rows["internal"] {
		t.Errorf("%s has one row for all of internal", page)
	}
	for _, file := range goFiles(t) {
		folder := path.Dir(file)
		for !rows[folder] && folder != "." {
			if folder = path.Dir(folder); folder == "." || folder == "tools" {
				t.Errorf("%s has no row for %s", page, path.Dir(file))
				rows[path.Dir(file)] = true
				break
			}
		}
	}
}

// TestRelease checks that the check before a release reports everything that is missing.
func TestRelease(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	out, err := exec.Command("bash", ".ci/release", "v98.76.54").CombinedOutput()
	for _, place := range []string{`CHANGELOG.md: what is new belongs below a heading "## 98.76.54 - DATE"`, "bindings/python/pyproject.toml:", "bindings/c/iri.h:", "bindings/js/package.json:"} {
		if err == nil || !strings.Contains(string(out), place) {
			t.Errorf("%v, without %s:\n%s", err, place, out)
		}
	}
	if out, err := exec.Command("bash", ".ci/release", "1.2.3").CombinedOutput(); err == nil || !strings.HasPrefix(string(out), "usage: ") {
		t.Errorf("a version without v: %v, %s", err, out)
	}
}
