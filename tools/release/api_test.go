package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A scratch is a repository with a module.
type scratch struct {
	*testing.T
	folder string
}

func newScratch(t *testing.T) scratch {
	if _, err := command(".", "git", "--version"); err != nil {
		t.Skipf("no git here: %v", err)
	}
	if _, err := command(".", "go", "run", apidiff); err == nil || !strings.Contains(err.Error(), "usage:") {
		t.Skipf("apidiff is not to be had here: %v", err)
	}
	s := scratch{t, t.TempDir()}
	s.git("init", "-q")
	s.write("go.mod", "module forge.example/m\n\ngo 1.24\n")
	s.write("CHANGELOG.md", "## Unreleased\n")
	return s
}

func (s scratch) write(name, text string) {
	s.Helper()
	if err := os.WriteFile(filepath.Join(s.folder, name), []byte(text), 0o666); err != nil {
		s.Fatal(err)
	}
}

func (s scratch) git(args ...string) {
	s.Helper()
	if _, err := command(s.folder, "git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.org"}, args...)...); err != nil {
		s.Fatal(err)
	}
}

// release commits the tree with a tag.
func (s scratch) release(source string, tags ...string) {
	s.Helper()
	s.write("m.go", "package m\n\n"+source+"\n")
	s.git("add", ".")
	s.git("commit", "-q", "--allow-empty", "-m", "x")
	for _, tag := range tags {
		s.git("tag", tag)
	}
}

// want compares what api prints and fails with. An empty fault is for none.
func (s scratch) want(out, fault string) {
	s.Helper()
	var got bytes.Buffer
	err := api(s.folder, &got)
	if !strings.Contains(got.String(), out) || (err == nil) != (fault == "") || err != nil && !strings.Contains(err.Error(), fault) {
		s.Errorf("%v\n%s\nwant %q, %q", err, &got, out, fault)
	}
}

func TestAPI(t *testing.T) {
	s := newScratch(t)
	s.release("func F() {}")
	s.want("no release yet", "")
	s.release("func F() {}", "tools/x/v1.0.0") // of another module
	s.want("no release yet", "")

	s.release("func F() {}", "v0.1.0")
	s.want("since v0.1.0:\n", "")
	s.release("func F() {}; func G() {}")
	s.want("G: added", "")
	s.release("func F(int) {}")
	s.want("F: changed from func() to func(int)", "CHANGELOG.md says nothing")
	for log, fault := range map[string]string{
		"## Unreleased\n\n### Incompatible\n\n- F takes a number.\n\n## 0.1.0 - 2026-12-01\n":                          "",
		"## Unreleased\n\n## 0.2.0 - 2026-12-02\n\n### Incompatible\n\n- F takes a number.\n\n## 0.1.0 - 2026-12-01\n": "",
		"## Unreleased\n\n## 0.1.0 - 2026-12-01\n\n### Incompatible\n\n- That was before.\n":                           "CHANGELOG.md says nothing",
	} {
		s.write("CHANGELOG.md", log)
		s.want("F: changed", fault)
	}

	s.release("func F(int) {}", "v1.0.0")
	s.want("since v1.0.0:\n", "")
	s.release("func G(int) {}")
	s.want("F: removed", "another major version")
	if out, err := command(s.folder, "git", "worktree", "list"); err != nil || strings.Count(out, "\n") != 1 {
		t.Errorf("work trees stay behind: %s%v", out, err)
	}

	s.write("go.mod", "module forge.example/n\n\ngo 1.24\n")
	s.want("", "another module path")
}
