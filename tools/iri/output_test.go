package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri/tools/iri/record"
	"example.org/iri/tools/iri/source"
)

// printers are the commands that print records, with arguments for standard input.
var printers = map[string][]string{
	"check": {"check", "--json", "-"}, "lint": {"lint", "--json", "--severity", "note", "-"}, "split": {"split", "--json", "-"}, "explain": {"explain", "--json", "-"},
	"resolve": {"resolve", "--json", "--base", "http://a/", "-"}, "relativize": {"relativize", "--json", "--base", "http://b/c", "-"},
	"normalize": {"normalize", "--json", "-"}, "convert": {"convert", "--json", "--to", "uri", "-"}, "fix": {"fix", "--json", "-"},
	"set": {"set", "--json", "--set", "port=80", "-"},
}

// everything contains strings for all members of a record: all components, errors, invalid UTF-8, a default port, a
// repair, a shortest reference with a scheme, and a template.
const everything = "http://u@h:80/p?q#f\nhttp://a/b c\nhttp://h\xff/\n<http://example.org/>\nmailto:me\nhttp://a/{b}\n"

// TestMembers compares the members that each command prints with docs/command/output.md.
func TestMembers(t *testing.T) {
	want := documented(t)
	file := filepath.Join(t.TempDir(), "\xff.txt")
	if err := os.WriteFile(file, []byte(everything), 0o666); err != nil {
		t.Skip(err) // not on all systems
	}
	for command, args := range printers {
		got := make(map[string]bool)
		printed := invoke(strings.NewReader(everything), args...).stdout
		if command != "explain" {
			printed += invoke(nil, append(slices.Clone(args[:len(args)-1]), file)...).stdout
		}
		for line := range strings.Lines(printed) {
			if strings.HasPrefix(line, `{"summary":`) {
				continue
			}
			var object map[string]any
			if err := json.Unmarshal([]byte(line), &object); err != nil {
				t.Fatalf("%s: %v in %s", command, err, line)
			}
			for name := range object {
				got[name] = true
			}
		}
		for _, name := range record.Names() {
			if got[name] != slices.Contains(want[name], command) {
				t.Errorf("iri %s prints %s: %v, but docs/command/output.md has %s", command, name, got[name], want[name])
			}
		}
	}
}

// TestSummaryMembers compares the members of the summary with docs/command/output.md.
func TestSummaryMembers(t *testing.T) {
	page, err := os.ReadFile("../../docs/command/output.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## Summary\n")
	folder := t.TempDir()
	for name, text := range map[string]string{"a.csv": "b\na b", "b.html": "<a href='{{ x }}'>", "c.bin": "", ".iriignore": "x"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var object struct{ Summary map[string]any }
	if err := json.Unmarshal([]byte(invoke(nil, "check", "-r", "--json", "--column", "x", folder).stdout), &object); err != nil || len(object.Summary) < 10 {
		t.Fatal(err, object.Summary)
	}
	for name := range object.Summary {
		if !strings.Contains(section, "| `"+name+"`") {
			t.Errorf("%s is not listed", name)
		}
	}
}

// documented returns, by member, the commands that print it according to the page. It checks that the page has all
// members in order.
func documented(t *testing.T) map[string][]string {
	t.Helper()
	page, err := os.ReadFile("../../docs/command/output.md")
	if err != nil {
		t.Fatal(err)
	}
	records, _, _ := strings.Cut(string(page), "\n## Text\n")
	var names []string
	commands := make(map[string][]string)
	code := regexp.MustCompile("`([a-z]+)`")
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_0-9]+)` \\|.*\\| ([^|]*) \\|$").FindAllStringSubmatch(records, -1) {
		name, by := row[1], row[2]
		names = append(names, name)
		var listed []string
		for _, m := range code.FindAllStringSubmatch(by, -1) {
			listed = append(listed, m[1])
		}
		for command := range printers {
			if strings.HasPrefix(by, "all") != slices.Contains(listed, command) {
				commands[name] = append(commands[name], command)
			}
		}
		if len(commands[name]) == 0 {
			t.Errorf("no command prints %s", name)
		}
	}
	if !slices.Equal(names, record.Names()) {
		t.Errorf("docs/command/output.md has the members %s, want %s", names, record.Names())
	}
	return commands
}

// TestCodes compares --ignore with docs/reference/lint.md.
func TestCodes(t *testing.T) {
	page, err := os.ReadFile("../../docs/reference/lint.md")
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z0-9-]+)` \\| (?:error|warning|note) \\|.*\\|.*\\|.*\\|").FindAllStringSubmatch(string(page), -1) {
		codes = append(codes, row[1])
	}
	if !slices.Equal(codes, lintCodes) {
		t.Errorf("got %s, want %s", lintCodes, codes)
	}
}

// TestSameRecord checks that all commands print the same record of a normalized string, except for its place, its rule,
// and the languages of explain.
func TestSameRecord(t *testing.T) {
	const line = "http://u@h:80/p?q#f\n"
	own := regexp.MustCompile(`"(?:file|line|column|rule|languages)":(?:"[^"]*"|\d+|\[[^]]*\]),?|,"languages":\[[^]]*\]`)
	want := own.ReplaceAllString(invoke(strings.NewReader(line), "split", "--json").stdout, "")
	for _, command := range []string{"explain", "resolve", "normalize", "convert", "set", "fix"} {
		if got := own.ReplaceAllString(invoke(strings.NewReader(line), printers[command]...).stdout, ""); got != want {
			t.Errorf("%s: %s, want %s", command, got, want)
		}
	}
}

// TestRecordsEndInLF checks that objects end in LF with --null, even for a line that is too long.
func TestRecordsEndInLF(t *testing.T) {
	const input = "http://a/\x00http://b c/\x00"
	long := input + strings.Repeat("x", source.MaxText+1) + "\x00http://d/\x00"
	for _, args := range [][]string{
		{"split"}, {"check"}, {"lint"}, {"explain"}, {"normalize"}, {"convert", "--to", "uri"}, {"fix"},
		{"resolve", "--base", "http://a/"}, {"relativize", "--base", "http://a/"},
	} {
		got := invoke(strings.NewReader(long), append(args, "--null", "--json")...)
		lines := strings.Split(strings.TrimSuffix(got.stdout, "\n"), "\n")
		for _, line := range lines {
			if !json.Valid([]byte(line)) {
				t.Errorf("%q prints %q", args, line)
			}
		}
		if n := strings.Count(got.stdout, `"cannot be read"`); n != 1 || got.status != 2 || strings.Count(got.stderr, ":3:1: ") != 1 {
			t.Errorf("%q: status %d, %d records of what cannot be read, stderr %s", args, got.status, n, got.stderr)
		}
		if all := args[0] != "check" && args[0] != "lint"; all && len(lines) != 4 {
			t.Errorf("%q: %d records", args, len(lines))
		}
	}
	if got := invoke(strings.NewReader(input), "split", "--null", "--get", "{string}"); got.stdout != input {
		t.Errorf("got %q", got.stdout)
	}
}
