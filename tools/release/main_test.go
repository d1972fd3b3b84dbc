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

### Package iri

- An item of
  two lines, with a [link](docs/a.md#x),
  and [another](https://example.org/).
- A short one
  - and one
    below it.

A paragraph
of two lines.

` + "```text\na\nb\n```" + `

## 1.10.0 - 2026-12-01

Ten.

## 1.1.0 - 2026-11-01

One.
`

func TestNotes(t *testing.T) {
	section, ok := sectionOf(changelog, "Unreleased")
	want := "### Package iri\n\n" +
		"- An item of two lines, with a [link](https://forge/blob/v1/docs/a.md#x), and [another](https://example.org/).\n" +
		"- A short one\n  - and one below it.\n\nA paragraph of two lines.\n\n```text\na\nb\n```\n"
	if got := notes(section, "https://forge/blob/v1/"); !ok || got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for version, want := range map[string]string{"1.1.0": "One.\n", "1.10.0": "Ten.\n"} {
		if got, ok := sectionOf(changelog, version); !ok || got != want {
			t.Errorf("%s: %q, %v", version, got, ok)
		}
	}
	if _, ok := sectionOf(changelog, "1.0.0"); ok {
		t.Error("1.0.0 has a section")
	}
}

// TestNotesOfThisProject is for links and items as they really are.
func TestNotesOfThisProject(t *testing.T) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	section, ok := sectionOf(string(text), "Unreleased")
	if !ok {
		t.Skip("nothing is unreleased")
	}
	got := notes(section, "https://forge/blob/v1/")
	for line := range strings.Lines(got) {
		if strings.HasPrefix(line, "  ") && !strings.HasPrefix(strings.TrimSpace(line), "-") {
			t.Errorf("a line goes on in the next: %s", line)
		}
		if strings.Contains(line, "](docs/") {
			t.Errorf("a link is relative: %s", line)
		}
	}
	if a, b := strings.Fields(strings.ReplaceAll(got, "https://forge/blob/v1/", "")), strings.Fields(section); len(a) != len(b) {
		t.Errorf("%d words have become %d", len(b), len(a))
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
		"": 2, "notes": 2, "notes 1.2.0": 2, "notes v1.2": 2, "check": 2, "api x": 2, "x": 2, "--help": 0,
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
