//go:build nightly

package bindings

import (
	"path/filepath"
	"testing"

	"example.org/iri/internal/testkit"
)

// TestProxyWasm: the filter refuses requests whose path or authority does not match its rule.
func TestProxyWasm(t *testing.T) {
	folder := t.TempDir()
	run(t, "", "clang", "--target=wasm32", "-O2", "-nostdlib", "-ffreestanding", "-fdata-sections", "-mbulk-memory", "-Wl,--no-entry",
		"-I../../bindings/proxywasm/include", "-I../../bindings/c", "-o", filepath.Join(folder, "filter.wasm"),
		"../../bindings/proxywasm/filter.c", "../../bindings/c/iri.c", "../../bindings/c/iri_rules.c")
	testkit.Golden(t, "testdata/host.txt", run(t, "", "node", "testdata/host.mjs", filepath.Join(folder, "filter.wasm")))
}
