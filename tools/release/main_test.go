package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

const changelog = `# Changelog

Newest first.

## Unreleased

- An item.

## 1.10.0 - 2026-12-01

Ten.

## 1.1.0 - 2026-11-01

One.
`

func TestSectionOf(t *testing.T) {
	for version, want := range map[string]string{"1.1.0": "One.\n", "1.10.0": "Ten.\n", "Unreleased": "- An item.\n"} {
		if got, ok := sectionOf(changelog, version); !ok || got != want {
			t.Errorf("%s: %q, %v", version, got, ok)
		}
	}
	if _, ok := sectionOf(changelog, "1.0.0"); ok {
		t.Error("1.0.0 has a section")
	}
}

func TestCheck(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	tree := fstest.MapFS{
		"go.mod":                      file("module forge.example/iri\n\ngo 1.24\n"),
		"CHANGELOG.md":                file("# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-12-01\n\nNew.\n"),
		"tools/python/build_iri.py":   file("VERSION = \"1.2.0\"\n"),
		"tools/wasm/npm/package.json": file("{\n  \"version\": \"1.2.0\"\n}\n"),
	}
	if err := check(tree, "v1.2.0"); err != nil {
		t.Errorf("all is well, but: %v", err)
	}
	for name, text := range map[string]string{
		"go.mod":                      "module example.org/x\n",
		"CHANGELOG.md":                "## Unreleased\n\nNew.\n\n## 1.2.0 - 2026-12-01\n\nNew.\n",
		"tools/python/build_iri.py":   "VERSION = \"1.1.0\"\n",
		"tools/wasm/npm/package.json": "{}",
	} {
		whole := tree[name]
		tree[name] = file(text)
		if err := check(tree, "v1.2.0"); err == nil || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		tree[name] = whole
	}
	if err := check(tree, "v1.3.0"); err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("three places have another version: %v", err)
	}
}

// TestPlaces holds that the versions of other languages are where check looks for them.
func TestPlaces(t *testing.T) {
	for _, p := range places {
		text, err := os.ReadFile(filepath.Join("..", "..", p.file))
		if err != nil {
			t.Fatal(err)
		}
		if !p.version.Match(text) {
			t.Errorf("%s has no version that matches %v", p.file, p.version)
		}
	}
}

func TestUsage(t *testing.T) {
	for args, want := range map[string]int{
		"": 2, "1.2.0": 2, "v1.2": 2, "v1.2.0 x": 2, "x": 2, "--help": 0,
	} {
		var out, log bytes.Buffer
		if got := run(strings.Fields(args), &out, &log); got != want {
			t.Errorf("%q: %d, want %d", args, got, want)
		}
		if shown := out.String() + log.String(); shown != usage {
			t.Errorf("%q shows %q", args, shown)
		}
	}
}
