package main

import (
	"bytes"
	"os"
	"testing"
)

// TestFresh: the files in bindings have what generate makes of the tables of today.
func TestFresh(t *testing.T) {
	files, err := generate("..")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is stale; go generate ./tables makes it anew: %v", name, err)
		}
	}
}
