//go:build !386 && !purego

package repo

import (
	"os"
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
