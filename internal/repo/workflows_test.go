//go:build !386 && !purego

package repo

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The step "workflows" of .ci/run has actionlint check the files. These tests check what it does not
// know.

func workflows(t *testing.T) map[string]string {
	files, err := filepath.Glob(".github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no workflows: %v", err)
	}
	texts := make(map[string]string)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(file)] = string(text)
	}
	return texts
}

// TestWorkflowsRunSteps holds that workflows name steps which .ci/run has.
func TestWorkflowsRunSteps(t *testing.T) {
	script, err := os.ReadFile(".ci/run")
	if err != nil {
		t.Fatal(err)
	}
	var steps []string
	for _, m := range regexp.MustCompile(`(?m)^\s*step "([^"$]+)" `).FindAllStringSubmatch(string(script), -1) {
		steps = append(steps, m[1])
	}
	if len(steps) < 20 || !slices.Contains(steps, "vet") {
		t.Fatalf("the steps of .ci/run are not %q", steps)
	}
	named := 0
	for name, text := range workflows(t) {
		for _, m := range regexp.MustCompile(`(?m)^\s*- run: \.ci/run (.*)$`).FindAllStringSubmatch(text, -1) {
			for _, word := range regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(m[1], -1) {
				named++
				if !slices.Contains(steps, strings.Trim(word, `"`)) {
					t.Errorf("%s: .ci/run has no step %s", name, word)
				}
			}
		}
	}
	if named < 8 {
		t.Errorf("workflows name %d steps only", named)
	}
}

// TestWorkflowsTrustLittle holds that actions are pinned to commits and that untrusted input reaches
// no shell and no token.
func TestWorkflowsTrustLittle(t *testing.T) {
	pinned := regexp.MustCompile(`^\s*- uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	for name, text := range workflows(t) {
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if strings.Contains(line, "uses:") && !pinned.MatchString(line) {
				t.Errorf("%s: not pinned to a commit, with its version behind it: %s", name, line)
			}
			if strings.Contains(line, "${{ github.event.") || strings.Contains(line, "${{ github.head_ref") {
				t.Errorf("%s: a stranger may write that: %s", name, line)
			}
		}
		if !strings.Contains(text, "\npermissions:\n  contents: read\n\n") || strings.Contains(text, "pull_request_target") {
			t.Errorf("%s gives more permissions than to read", name)
		}
		if strings.Count(text, "actions/checkout@") != strings.Count(text, "persist-credentials: false") {
			t.Errorf("%s: a checkout leaves its token in the clone", name)
		}
	}
}

// TestRelease: the check before a release names all that is missing.
func TestRelease(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	out, err := exec.Command("sh", ".ci/release", "v98.76.54").CombinedOutput()
	for _, place := range []string{`CHANGELOG.md: what is new belongs below a heading "## 98.76.54 - DATE"`, "bindings/python/pyproject.toml:", "bindings/c/iri.h:", "bindings/js/package.json:"} {
		if err == nil || !strings.Contains(string(out), place) {
			t.Errorf("%v, without %s:\n%s", err, place, out)
		}
	}
	if out, err := exec.Command("sh", ".ci/release", "1.2.3").CombinedOutput(); err == nil || !strings.HasPrefix(string(out), "usage: ") {
		t.Errorf("a version without v: %v, %s", err, out)
	}
}
