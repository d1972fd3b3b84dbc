package main

import (
	"bytes"
	"os"
	"testing"
)

func TestFresh(t *testing.T) {
	files, err := cFiles()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if got, err := os.ReadFile("../c/" + name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is stale; go generate ./tables makes it anew: %v", name, err)
		}
	}
}
