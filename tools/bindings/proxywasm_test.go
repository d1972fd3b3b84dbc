//go:build nightly

package bindings

import (
	"os/exec"
	"path/filepath"
	"testing"

	"example.org/iri/internal/testkit"
)

// TestProxyWasm: the filter refuses requests whose path or authority does not match its rule.
func TestProxyWasm(t *testing.T) {
	folder := t.TempDir()
	build := exec.Command("clang", "--target=wasm32", "-O2", "-nostdlib", "-ffreestanding", "-fdata-sections", "-mbulk-memory",
		"-Wl,--no-entry", "-I../../bindings/proxywasm/include", "-I../../bindings/c", "-o", filepath.Join(folder, "filter.wasm"),
		"../../bindings/proxywasm/filter.c", "../../bindings/c/iri.c", "../../bindings/c/iri_rules.c")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	host, err := filepath.Abs("testdata/host.mjs")
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", host)
	node.Dir = folder
	out, err := node.Output()
	if err != nil {
		t.Fatal(err)
	}
	testkit.Golden(t, "testdata/host.txt", string(out))
}
