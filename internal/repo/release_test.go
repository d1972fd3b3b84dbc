//go:build !386 && !purego

package repo

import (
	"os/exec"
	"strings"
	"testing"
)

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
