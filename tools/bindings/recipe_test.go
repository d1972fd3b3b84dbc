//go:build nightly

// Package bindings tests what is in bindings/ by its recipes.
package bindings

import (
	"os/exec"
	"path/filepath"
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/loopback"
	"example.org/iri/tools/internal/pages"
)

// TestRecipes follows pages of docs.
func TestRecipes(t *testing.T) {
	clone, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"bindings/c.md", "bindings/wasm.md", "security/haproxy.md", "security/nginx.md"} {
		t.Run(page, func(t *testing.T) {
			ports := loopback.FreePorts(2)
			w := pages.Walk{Replace: map[string]string{"PATH/OF/THE/CLONE": clone, "8080": ports[0], "8081": ports[1]}, Update: *testkit.Update}
			w.Run(t, "../../docs/"+page)
		})
	}
}

// TestProxyWasm: the filter refuses requests whose path or authority does not match its rule.
func TestProxyWasm(t *testing.T) {
	filter := filepath.Join(t.TempDir(), "filter.wasm")
	run(t, exec.Command("clang", "--target=wasm32", "-O2", "-nostdlib", "-ffreestanding", "-fdata-sections", "-mbulk-memory", "-Wl,--no-entry",
		"-I../../bindings/proxywasm/include", "-I../../bindings/c", "-o", filter,
		"../../bindings/proxywasm/filter.c", "../../bindings/c/iri.c", "../../bindings/c/iri_rules.c"))
	run(t, exec.Command("node", "testdata/host.mjs", filter))
}

// run returns what a program prints.
func run(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	return string(out)
}
