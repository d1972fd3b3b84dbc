//go:build nightly

package main_test

import (
	"path/filepath"
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/tools/internal/pages"
)

// TestRecipe does what docs/recipes/c.md says.
func TestRecipe(t *testing.T) {
	clone, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	w := pages.Walk{Replace: map[string]string{"PATH/OF/THE/CLONE": clone}, Update: *testkit.Update}
	w.Run(t, "../../docs/recipes/c.md")
}
