//go:build nightly

package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/rule"
)

// TestJavaScript packs bindings/js, and tests what is installed from that.
func TestJavaScript(t *testing.T) {
	dir := t.TempDir()
	var packed []struct {
		Filename           string
		Size, UnpackedSize int
	}
	if err := json.Unmarshal(run(t, "../js", "npm", "pack", "--json", "--silent", "--pack-destination", dir), &packed); err != nil || len(packed) != 1 {
		t.Fatal(packed, err)
	}
	file := filepath.Join(dir, packed[0].Filename)
	run(t, dir, "npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", ".", file, "ajv@8.17.1", "ajv-formats@3.0.1", "typescript@5.9.3")
	if err := os.CopyFS(dir, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	for name, compare := range map[string]func(*testing.T, *driver){
		"one": compareOne, "functions": compareFunctions, "compose": compareCompose, "surrogates": compareSurrogates, "resolver": compareResolver,
	} {
		t.Run(name, func(t *testing.T) {
			compare(t, with(&driver{t: t, command: []string{"node", filepath.Join(dir, "driver.mjs")}, characters: true}))
		})
	}
	t.Run("use", func(t *testing.T) {
		if got := string(run(t, dir, "node", "use.mjs")); got != "used\n" {
			t.Errorf("use.mjs prints %q", got)
		}
	})
	t.Run("sizes", func(t *testing.T) {
		if packed[0].Size > 50_000 || packed[0].UnpackedSize > 240_000 {
			t.Errorf("the package has %d bytes, %d unpacked", packed[0].Size, packed[0].UnpackedSize)
		}
		testSizes(t, filepath.Join(dir, "node_modules/@example/iri"))
	})
	t.Run("types", func(t *testing.T) { testTypes(t, dir, file) })
	t.Run("pages", func(t *testing.T) { testPages(t, dir) })
}

// compareSurrogates: a lone surrogate is in no string that matches.
func compareSurrogates(t *testing.T, d *driver) {
	all := slices.Collect(rule.All())
	r := rand.New(rand.NewPCG(uint64(testkit.Seed(51)), 1))
	strange(20_000, func(s string) {
		i := r.IntN(len(s) + 1)
		for i < len(s) && !utf8.RuneStart(s[i]) {
			i++
		}
		s = s[:i] + corpus.Pick(r, []string{"\xED\xA0\x80", "\xED\xAF\xBF", "\xED\xB0\x80", "\xED\xBF\xBF"}) + s[i:]
		m := r.IntN(len(all))
		d.send('O', m, m+1, s, "", d.answer(nil, all[m], s))
		for _, op := range "RLSUI" {
			d.send(byte(op), 7, 0, s, s, number(nil, -1))
		}
	})
	d.run()
}

// compareResolver: the resolver for ajv does what [iri.Reference.Resolve] does for two references that are valid.
func compareResolver(t *testing.T, d *driver) {
	try := func(base, ref string) {
		b, err := iri.ParseReference(base)
		r, err2 := iri.ParseReference(ref)
		if err == nil && err2 == nil {
			d.send('A', 0, 0, base, ref, written(b.Resolve(r), true))
		}
	}
	for _, base := range append(odd, "") {
		for _, ref := range append(odd, "") {
			try(base, ref)
		}
	}
	last := ""
	strange(50_000, func(s string) {
		try(last, s)
		try("a/b/c", s)
		last = s
	})
	d.run()
}

// testSizes: the entry, and one more module of rules, are small with gzip.
func testSizes(t *testing.T, dir string) {
	size := func(names ...string) int {
		return len(run(t, dir, "gzip", append([]string{"-c"}, names...)...))
	}
	if n := size("index.mjs", "arguments.mjs", "data.mjs", "engine.mjs", "reference.mjs", "rule.mjs", "tables.mjs"); n > 11_000 {
		t.Errorf("the entry has %d bytes with gzip", n)
	}
	for _, f := range families {
		if n := size("rules/" + f.name + ".mjs"); n > 8_000 {
			t.Errorf("%s: %d bytes with gzip", f.name, n)
		}
	}
}

// testTypes: attw and publint find nothing wrong with the package.
func testTypes(t *testing.T, dir, file string) {
	attw := []string{"exec", "--yes", "--package=@arethetypeswrong/cli@0.18.5", "--", "attw", file, "--profile", "esm-only", "--exclude-entrypoints", "./rules/*", "--include-entrypoints"}
	for _, f := range families {
		attw = append(attw, "./rules/"+f.name)
	}
	run(t, dir, "npm", attw...)
	run(t, dir, "npm", "exec", "--yes", "--package=publint@0.3.25", "--", "publint", "run", "--strict", file)
}

var (
	block   = regexp.MustCompile("(?ms)^```(js|cjs|ts)\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?")
	printed = regexp.MustCompile(`(?m)^ *console\.log\(.*\); // (.*)$`)
)

// testPages runs each piece of code in the pages of the package, which has to print what its comments or the block after it say.
func testPages(t *testing.T, dir string) {
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
