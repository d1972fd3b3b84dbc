//go:build nightly

// Package bindings tests what is in bindings/ by its recipes.
package bindings

import (
	"os/exec"
	"path/filepath"
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/tools/internal/pages"
)

// TestRecipeC follows docs/recipes/c.md.
func TestRecipeC(t *testing.T) {
	for _, program := range []string{"cc", "make", "pkg-config", "cmake"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Fatal(err)
		}
	}
	clone, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	w := pages.Walk{Replace: map[string]string{"PATH/OF/THE/CLONE": clone}, Update: *testkit.Update}
	w.Run(t, "../../docs/recipes/c.md")
}
