package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestGenerated: terminals.go is what its grammars compile to.
func TestGenerated(t *testing.T) {
	const dir = ".."
	want, err := generate(dir)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, output))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale; run go generate", output)
	}
}
