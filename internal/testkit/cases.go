package testkit

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Cases returns the path of a file with cases of other projects: in folder $IRI_CONFORMANCE, where it must exist, or if
// that is not set, in folder shared/conformance beside the clone. If it does not exist there, Cases skips the test.
func Cases(t testing.TB, name string) string {
	t.Helper()
	folder := os.Getenv("IRI_CONFORMANCE")
	for up := "."; folder == "" && len(up) < 20; up = filepath.Join(up, "..") {
		if _, err := os.Stat(filepath.Join(up, "go.work")); err == nil {
			folder = filepath.Join(up, "..", "shared", "conformance")
		}
	}
	file := filepath.Join(folder, name)
	if _, err := os.Stat(file); err != nil && os.Getenv("IRI_CONFORMANCE") != "" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip("no cases of other projects here: ", err)
	}
	return file
}

// EachLine decodes each line of a JSON Lines file into a new T and calls do.
func EachLine[T any](t testing.TB, file string, do func(line int, v *T)) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range bytes.Lines(text) {
		n++
		v := new(T)
		if err := json.Unmarshal(line, v); err != nil {
			t.Fatalf("%s:%d: %v", file, n, err)
		}
		do(n, v)
	}
}
