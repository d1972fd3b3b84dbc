//go:build nightly

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/rule"
)

// TestJavaScript: the functions of bindings/js have the results of Go.
func TestJavaScript(t *testing.T) {
	for name, compare := range map[string]func(*testing.T, *driver){
		"one": compareOne, "functions": compareFunctions, "compose": compareCompose, "surrogates": compareSurrogates, "message": compareMessages,
	} {
		t.Run(name, func(t *testing.T) {
			compare(t, with(&driver{t: t, command: []string{"node", "testdata/driver.mjs"}, characters: true}))
		})
	}
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
		d.message(s)
	})
	d.run()
}

// compareMessages: messages have the reasons of Go.
func compareMessages(t *testing.T, d *driver) {
	strange(50_000, d.message)
	d.run()
}

func (d *driver) message(s string) {
	n := 0
	for r := range rule.All() {
		if n++; !slices.Contains([]string{"IRI", "IRI-reference", "URI", "URI-reference"}, r.String()) {
			continue
		}
		want := number(nil, -1)
		if e := (*rule.SyntaxError)(nil); errors.As(r.CheckString(s), &e) {
			offset := int(e.Offset)
			for offset > 0 && offset < len(s) && !utf8.RuneStart(s[offset]) {
				offset--
			}
			text := fmt.Sprintf("%s at offset %d", e.Reason, len(utf16.Encode([]rune(s[:offset]))))
			want = append(number(nil, len(text)), text...)
		}
		d.send('M', n-1, 0, s, "", want)
	}
}

// TestSizes: the entry has at most 11 KB with gzip, one more module of rules 8 KB, and the package 250 KB unpacked.
func TestSizes(t *testing.T) {
	size := func(names ...string) int {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		for _, name := range names {
			text, err := os.ReadFile("../js/" + name)
			if err != nil {
				t.Fatal(err)
			}
			w.Write(text)
		}
		w.Close()
		return b.Len()
	}
	if n := size("index.mjs", "reference.mjs", "automaton.mjs", "classes.mjs", "tables.mjs"); n > 11_000 {
		t.Errorf("%d bytes with gzip", n)
	}
	for _, f := range families {
		if n := size("rules/" + f.name + ".mjs"); n > 8_000 {
			t.Errorf("%s: %d bytes with gzip", f.name, n)
		}
	}
	var packed []struct{ UnpackedSize int }
	if err := json.Unmarshal(run(t, "../js", "npm", "pack", "--json", "--dry-run"), &packed); err != nil || len(packed) != 1 || packed[0].UnpackedSize > 190_000 {
		t.Errorf("%+v, %v", packed, err)
	}
}

// TestTypes: attw and publint find nothing wrong with the package.
func TestTypes(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, strings.TrimSpace(string(run(t, "../js", "npm", "pack", "--silent", "--pack-destination", dir))))
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

// TestPages installs the package and runs each piece of code in its pages, which has to print what
// its comments or the block after it say.
func TestPages(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, "npm", "install", "--silent", "--no-audit", "--no-fund", "--install-links", "--prefix", ".", absolute(t, "../js"), "ajv@8.17.1", "ajv-formats@3.0.1", "typescript@5.9.3")
	program, err := os.ReadFile("testdata/use.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "use.mjs"), program, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := string(run(t, dir, "node", "use.mjs")); got != "used\n" {
		t.Errorf("use.mjs prints %q", got)
	}
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
