//go:build nightly

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestBuild: the same source gives the same bytes, and all files that package.json exports are there.
func TestBuild(t *testing.T) {
	var reactors []string
	for range 2 {
		dir := t.TempDir()
		if _, err := build(dir); err != nil {
			t.Fatal(err)
		}
		wasm, err := os.ReadFile(filepath.Join(dir, "iri.wasm"))
		if err != nil {
			t.Fatal(err)
		}
		reactors = append(reactors, string(wasm))
		for _, name := range []string{"package.json", "README.md", "LICENSE", "index.d.ts", "instantiate.d.ts", "node.mjs", "browser.mjs", "wasi.mjs"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		}
	}
	if reactors[0] != reactors[1] {
		t.Error("two builds differ")
	}
	if len(reactors[0]) > 4<<20 {
		t.Errorf("the reactor has %d bytes", len(reactors[0]))
	}
}
