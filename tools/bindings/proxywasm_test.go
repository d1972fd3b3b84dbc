//go:build nightly

package bindings

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestProxyWasm: the filter refuses requests whose path or authority does not match its rule.
func TestProxyWasm(t *testing.T) {
	filter := filepath.Join(t.TempDir(), "filter.wasm")
	run(t, exec.Command("clang", "--target=wasm32", "-O2", "-nostdlib", "-ffreestanding", "-fdata-sections", "-mbulk-memory", "-Wl,--no-entry",
		"-I../../bindings/proxywasm/include", "-I../../bindings/c", "-o", filter,
		"../../bindings/proxywasm/filter.c", "../../bindings/c/iri.c", "../../bindings/c/iri_rules.c"))
	run(t, exec.Command("node", "testdata/host.mjs", filter))
}
