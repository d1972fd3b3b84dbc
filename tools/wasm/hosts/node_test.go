//go:build nightly

package hosts_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// TestNode packs the package, unpacks it where Node.js finds it, and runs testdata/*.test.mjs.
func TestNode(t *testing.T) {
	dir := project(t)
	var cases bytes.Buffer
	e := json.NewEncoder(&cases)
	for _, c := range conformance(t) {
		if err := e.Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "cases.jsonl"), cases.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"iri.test.mjs", "cases.test.mjs"} {
		copyFile(t, filepath.Join("testdata", name), filepath.Join(dir, name))
	}
	t.Logf("%s", run(t, dir, "node", "--test", "iri.test.mjs", "cases.test.mjs"))
}

// project returns a folder in which the package is installed, one for all tests.
func project(t *testing.T) (dir string) {
	t.Helper()
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("no %s here: %v", program, err)
		}
	}
	dir = filepath.Join(packageDir, "project")
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	var packed []struct{ Filename string }
	out := run(t, dir, "npm", "pack", "--json", "--loglevel=error", packageDir)
	if err := json.Unmarshal(out, &packed); err != nil || len(packed) != 1 {
		t.Fatalf("npm pack: %v\n%s", err, out)
	}
	run(t, dir, "npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", "--prefix", ".", "./"+packed[0].Filename)
	return dir
}

// run runs a program and returns what it prints to its standard output.
func run(t *testing.T, dir, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", cmd, err, out, stderr.Bytes())
	}
	return out
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// typescript is what tsc is taken from the registry of npm, if it is not in the cache of npx.
const typescript = "typescript@7.0.2"

// TestTypeScript compiles testdata/types.ts with the types of the package, as Node.js finds them
// and as bundlers do. What must not compile is marked there.
func TestTypeScript(t *testing.T) {
	dir := project(t)
	if _, err := exec.LookPath("npx"); err != nil {
		t.Skipf("no npx here: %v", err)
	}
	tsc := []string{"--yes", "--package=" + typescript, "--", "tsc"}
	if out, err := exec.Command("npx", append(tsc, "--version")...).CombinedOutput(); err != nil {
		t.Skipf("no tsc to be had: %v\n%s", err, out)
	}
	copyFile(t, filepath.Join("testdata", "types.ts"), filepath.Join(dir, "types.mts"))
	for _, resolution := range [][]string{{"--module", "nodenext"}, {"--module", "esnext", "--moduleResolution", "bundler"}} {
		run(t, dir, "npx", slices.Concat(tsc, []string{"--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom"}, resolution, []string{"types.mts"})...)
	}
}
