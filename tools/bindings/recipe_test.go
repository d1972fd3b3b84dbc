//go:build nightly

// Package bindings tests what is in bindings/ by its recipes.
package bindings

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/loopback"
	"example.org/iri/tools/internal/pages"
)

// TestRecipes follows pages of docs. It fails where a program is missing.
func TestRecipes(t *testing.T) {
	for page, programs := range map[string]string{
		"bindings/c.md":       "cc make pkg-config",
		"security/haproxy.md": "cc haproxy curl",
		"security/nginx.md":   "cc make nginx curl",
		"bindings/wasm.md":    "clang wasm-ld node",
	} {
		t.Run(page, func(t *testing.T) {
			for program := range strings.FieldsSeq(programs) {
				if _, err := exec.LookPath(program); err != nil {
					t.Fatal(err)
				}
			}
			clone, err := filepath.Abs("../..")
			if err != nil {
				t.Fatal(err)
			}
			w := pages.Walk{Replace: map[string]string{"PATH/OF/THE/CLONE": clone}, Update: *testkit.Update}
			for i, port := range loopback.FreePorts(2) {
				w.Replace[[]string{"8080", "8081"}[i]] = port
			}
			w.Run(t, "../../docs/"+page)
		})
	}
}

// run returns what a program prints.
func run(t *testing.T, input, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	return string(out)
}
