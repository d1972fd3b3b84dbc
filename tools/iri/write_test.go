package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/tools/iri/internal/patch"
	"example.org/iri/tools/iri/source"
)

// written are strings for files: IRIs, invalid strings, strings with escapes of some formats, and text without an IRI.
var written = []string{
	"http://a/", "HTTP://a/%7eb", "http://é/%C3%A9", "http://a b/", "HTTP://c/?x&amp;y", `HTTP:\/\/d\/`, `HTTP://d/\u00e9`,
	"HTTP://e/%e4?'", "HTTP://f/x", "/g/%7e", "HTTP://h/*_[x", "plain text", "",
}

// layouts are the bytes around strings in each format.
var layouts = map[string]struct{ begin, between, end string }{
	"x.lst":   {"", "\r\n", ""},
	"x.csv":   {"id,url\n1,", "\n2,", "\n"},
	"x.jsonl": {`{"url":"`, "\"}\n\n{\"a\":1, \"url\":\"", `"}`},
	"x.json":  {`[{"url": "`, "\"},\n\t{ \"url\":\"", "\"}]\n\n"},
	"x.yaml":  {"- url: \"", "\"\n- {url: \"", "\"}\n"},
	"x.xml":   {"<rss><channel><link>", "</link> <link>\n", "</link></channel></rss>"},
	"x.html":  {"<a href='", "'> HTTP://t/ <a id=x href=\"", "\">"},
	"x.md":    {"# HTTP://t/\n\n[a](<", ">) é [b](<", ">)\n"},
	"x.nt":    {"<", "> <HTTP://p/> \"<HTTP://l/>\" .\n<", "> <HTTP://p/> <HTTP://o/> . # <HTTP://q/>\n"},
}

func TestWriteReplacesStrings(t *testing.T) {
	t.Chdir(t.TempDir())
	names := slices.Sorted(maps.Keys(layouts))
	parameters := gopter.DefaultTestParametersWithSeed(testkit.Seed(3986))
	parameters.MinSuccessfulTests = 500
	properties := gopter.NewProperties(parameters)
	properties.Property("strings are replaced, other bytes are kept", prop.ForAll(
		func(format int, which []int) (bool, error) {
			name := names[format]
			layout := layouts[name]
			var text strings.Builder
			text.WriteString(layout.begin)
			for i, k := range which {
				if i > 0 {
					text.WriteString(layout.between)
				}
				text.WriteString(written[k])
			}
			text.WriteString(layout.end)
			err := checkNormalized(name, text.String())
			return err == nil, err
		},
		gen.IntRange(0, len(names)-1), gen.SliceOf(gen.IntRange(0, len(written)-1)),
	))
	properties.TestingRun(t)
}

// basedLayouts are layouts that begin with a base IRI.
var basedLayouts = map[string]struct{ begin, after, between, end string }{
	"x.html": {"<base href='", "'><a href='", "'>\n<a href='", "'>"},
	"x.xml":  {"<r xml:base='", "'><a href='", "'/>\n<a href='", "'/></r>"},
	"x.json": {`[{"@context": {"@base": "`, `"}, "@id": "`, `", "url": "`, "\"}]\n"},
	"x.yaml": {"'@context':\n  '@base': '", "'\nurl:\n- '", "'\n- '", "'\n"},
}

// TestWriteResolves checks that resolve --write keeps the targets of references.
func TestWriteResolves(t *testing.T) {
	t.Chdir(t.TempDir())
	names := slices.Sorted(maps.Keys(basedLayouts))
	bases := []string{"http://b/c/d", "c/d", "//b", "?b", "b c", ""}
	references := []string{"x", "../y", "?z", "#z", "//z", "http://z/", "x y", "x&amp;y", "é", `x\/y`, ""}
	parameters := gopter.DefaultTestParametersWithSeed(testkit.Seed(3986))
	properties := gopter.NewProperties(parameters)
	properties.Property("targets stay", prop.ForAll(
		func(format, base int, which []int) string {
			name := names[format]
			layout := basedLayouts[name]
			var text strings.Builder
			text.WriteString(layout.begin + bases[base] + layout.after)
			for _, k := range which {
				text.WriteString(references[k] + layout.between)
			}
			text.WriteString(layout.end)
			if err := os.WriteFile(name, []byte(text.String()), 0o666); err != nil {
				t.Fatal(err)
			}
			targets := func() string { return invoke(nil, "split", "--base", "http://d/e/", "--get", "{string}", name).stdout }
			before := targets()
			invoke(nil, "resolve", "--base", "http://d/e/", "--write", name)
			now, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if after := targets(); before != after {
				return fmt.Sprintf("%q becomes %q: %q, %q", text.String(), now, before, after)
			}
			if slices.Contains(which, 0) && base == 0 && !strings.Contains(string(now), "http://b/c/x") {
				return fmt.Sprintf("%q becomes %q", text.String(), now)
			}
			return ""
		},
		gen.IntRange(0, len(names)-1), gen.IntRange(0, len(bases)-1), gen.SliceOf(gen.IntRange(0, len(references)-1)),
	))
	properties.TestingRun(t)
}

// checkNormalized normalizes a file with --write. It checks that each string is normalized, unless its escapes or
// patch.IsSafe forbid it, and that nothing else changes.
func checkNormalized(name, text string) error {
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		return err
	}
	before, err := stringsIn(name)
	if errors.As(err, new(*source.Error)) {
		return nil // the file is broken
	}
	if err != nil {
		return err
	}
	invoke(nil, "normalize", "--write", "--column", "url", name)
	after, err := stringsIn(name)
	if err != nil {
		return err
	}
	now, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	whole := printsWhole(source.FormatOf(name))
	escaped := whole && strings.Contains(text, `\`) // normalize writes escapes of its own
	if len(before) != len(after) || !escaped && without(text, before) != without(string(now), after) {
		return fmt.Errorf("%s: %q becomes %q", name, text, now)
	}
	for i, old := range before {
		normal, _, err := iri.AppendNormal(nil, []byte(old.text), iri.SyntaxBased|iri.DecodeUTF8)
		want := string(normal)
		switch {
		case err != nil,
			!old.Verbatim && (string(now) == text || after[i].text == old.text), // an escaped string may stay
			!whole && !patch.IsSafe([]byte(old.text), normal):                   // the result would need escapes
			want = old.text
		}
		if after[i].text != want {
			return fmt.Errorf("%s: %q: %q becomes %q, not %q", name, text, old.text, after[i].text, want)
		}
	}
	return nil
}

type placed struct {
	source.Place
	text string
}

func stringsIn(name string) (all []placed, err error) {
	f, err := source.Open(name, source.Options{Column: "url"})
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var b source.Block
	for {
		err := f.Texts.Read(&b)
		for place, text := range b.All() {
			all = append(all, placed{place, string(text)})
		}
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// without returns a file without the strings that it contains byte for byte.
func without(text string, all []placed) string {
	lines := strings.SplitAfter(text, "\n")
	for _, x := range slices.Backward(all) {
		if x.Verbatim {
			line := &lines[x.Line-1]
			at := int(x.Column) - 1
			*line = (*line)[:at] + "\x00" + (*line)[at+len(x.text):]
		}
	}
	return strings.Join(lines, "")
}
