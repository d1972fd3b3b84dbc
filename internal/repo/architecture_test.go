//go:build !386 && !purego

package repo

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// TestArchitecture: docs/explanation/architecture.md has a row for each folder with Go files, or for one that
// it is in; what is in internal and tools has rows of its own. No row is of a folder that does not exist.
func TestArchitecture(t *testing.T) {
	const page = "docs/explanation/architecture.md"
	rows := make(map[string]bool)
	for _, m := range regexp.MustCompile("(?m)^\\| `?([\\w/]+)`? \\|").FindAllStringSubmatch(read(t, page), -1) {
		rows[m[1]] = true
		if _, err := os.Stat(m[1]); err != nil && strings.Contains(m[1], "/") {
			t.Errorf("%s: %v", page, err)
		}
	}
	if rows["internal"] || rows["tools"] {
		t.Errorf("%s has one row for all of internal or tools", page)
	}
	for _, file := range goFiles(t) {
		folder := path.Dir(file)
		for folder != "." && !rows[folder] {
			folder = path.Dir(folder)
		}
		if dir := path.Dir(file); folder == "." && dir != "." {
			t.Errorf("%s has no row for %s", page, dir)
			rows[dir] = true
		}
	}
}
