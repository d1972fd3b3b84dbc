package main

import (
	"strings"
	"testing"
)

// TestNotWritten expects errors with the name that the user gave, and no other file.
func TestNotWritten(t *testing.T) {
	folder(t, "file", "old")
	for _, name := range []string{"file/x", "file/x/y", ".", "missing/", "file/"} {
		if err := new(grammarText).writeFiles(file{name, []byte("new")}); err == nil || !strings.HasPrefix(err.Error(), "write "+name+": ") || strings.Contains(err.Error(), ".iri-") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	holds(t, ".", "file")
}
