//go:build nightly

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestJavaScript: the functions of bindings/js have the results of Go.
func TestJavaScript(t *testing.T) {
	for name, compare := range map[string]func(*testing.T, *driver){"one": compareOne, "resolve": compareResolve, "normalize": compareNormalize} {
		t.Run(name, func(t *testing.T) {
			compare(t, with(&driver{t: t, command: []string{"node", "testdata/driver.mjs"}, characters: true}))
		})
	}
}

// TestSizes: the entry has at most 10 KB with gzip, the package 125 KB unpacked.
func TestSizes(t *testing.T) {
	text, err := os.ReadFile("../js/index.mjs")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text)
	w.Close()
	if b.Len() > 10_000 {
		t.Errorf("%d bytes with gzip", b.Len())
	}
	var packed []struct{ UnpackedSize int }
	if err := json.Unmarshal(run(t, "../js", "npm", "pack", "--json", "--dry-run"), &packed); err != nil || len(packed) != 1 || packed[0].UnpackedSize > 125_000 {
		t.Errorf("%+v, %v", packed, err)
	}
}

var (
	block   = regexp.MustCompile("(?ms)^```(js|cjs|ts)\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?")
	printed = regexp.MustCompile(`(?m)^ *console\.log\(.*\); // (.*)$`)
)

// TestPages installs the package and runs each piece of code in its pages, which has to print what
// its comments or the block after it say.
func TestPages(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, "npm", "install", "--silent", "--no-audit", "--no-fund", "--install-links", "--prefix", ".", absolute(t, "../js"), "ajv@8.17.1", "typescript@5.9.3")
	for _, page := range []string{"../js/README.md", "../../docs/bindings/javascript.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range block.FindAllStringSubmatch(string(text), -1) {
			file := "piece." + strings.Replace(strings.Replace(x[1], "js", "mjs", 1), "cmjs", "cjs", 1)
			want := x[3]
			for _, line := range printed.FindAllStringSubmatch(x[2], -1) {
				want += line[1] + "\n"
			}
			if err := os.WriteFile(filepath.Join(dir, file), []byte(x[2]), 0o666); err != nil {
				t.Fatal(err)
			}
			if x[1] == "ts" {
				for _, module := range []string{"nodenext", "preserve"} {
					run(t, dir, "npx", "tsc", "--strict", "--noEmit", "--target", "es2022", "--module", module, file)
				}
			} else if got := string(run(t, dir, "node", file)); got != want || got == "" {
				t.Errorf("%s prints\n%s, want\n%s\nof\n%s", page, got, want, x[2])
			}
		}
	}
}

func absolute(t *testing.T, file string) string {
	file, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// run returns what a program prints.
func run(t *testing.T, dir, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	return out
}
