// Package repo tests the repository: the API, imports, pages with lists. It runs once, not for other processors and tags.
//
//go:build !386 && !purego

package repo

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const module = "example.org/iri"

// TestMain changes to the folder of the module, to which all paths are relative.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// goFiles returns all Go files outside of testdata and other folders that the go command ignores. In a clone, it
// ignores files that git ignores or does not know, because readers may write programs there, as in the pages.
func goFiles(t *testing.T) (names []string) {
	t.Helper()
	if out, err := exec.Command("git", "ls-files", "*.go").Output(); err == nil {
		for name := range strings.FieldsSeq(string(out)) {
			if _, err := os.Stat(name); err == nil && !regexp.MustCompile(`(^|/)(testdata|_.*)/`).MatchString(name) {
				names = append(names, name)
			}
		}
	}
	if len(names) > 0 {
		return names
	}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch base := path.Base(name); {
		case err != nil:
			return err
		case d.IsDir() && (base == "testdata" || name != "." && (base[0] == '_' || base[0] == '.')):
			return fs.SkipDir
		case path.Ext(name) == ".go":
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func moduleOf(file string) string {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if _, err := os.Stat(path.Join(dir, "go.mod")); err == nil || dir == "." {
			return dir
		}
	}
}

// goCommand returns a command of go without go.work.
func goCommand(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	return cmd
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
