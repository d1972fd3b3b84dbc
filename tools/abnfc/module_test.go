package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// module makes a module that sees this one under its name, and is the working
// folder from now on.
func module(t testing.TB) (root string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, "go.mod", "module try\n\ngo 1.24.0\n\nrequire example.org/iri v0.0.0\n\nreplace example.org/iri => "+root+"\n")
	t.Chdir(dir)
	return root
}

// goRun runs the go command in the working folder.
func goRun(t testing.TB, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}
