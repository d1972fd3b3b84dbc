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

// printers are the commands that print records, and how a test runs each on standard input.
var printers = map[string][]string{
	"check": {"check", "--json", "-"}, "lint": {"lint", "--json", "--severity", "note", "-"}, "split": {"split", "--json", "-"}, "explain": {"explain", "--json", "-"},
	"resolve": {"resolve", "--json", "--base", "http://a/", "-"}, "relativize": {"relativize", "--json", "--base", "http://b/c", "-"},
	"normalize": {"normalize", "--json", "-"}, "convert": {"convert", "--json", "--to", "uri", "-"}, "fix": {"fix", "--json", "-"},
	"set": {"set", "--json", "--set", "port=80", "-"},
}

// everything is strings with all that a record can have: all components, an error, what is not UTF-8, a default port,
// a string that explain has a repair for, one whose shortest reference has a scheme, and one that may be a template.
const everything = "http://u@h:80/p?q#f\nhttp://a/b c\nhttp://h\xff/\n<http://example.org/>\nmailto:me\nhttp://a/{b}\n"

// TestMembers: each command prints the members that docs/command/output.md lists for it, and no others.
func TestMembers(t *testing.T) {
	want := documented(t)
	file := filepath.Join(t.TempDir(), "\xff.txt")
	if err := os.WriteFile(file, []byte(everything), 0o666); err != nil {
		t.Skip(err) // some systems have no such name
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

// TestSummaryMembers: docs/command/output.md lists the members of the summary.
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

// documented returns the commands that print a member, by its name. It checks that the page has all members in their
// order, and that each is printed by some command.
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

// TestCodes: --ignore takes all codes of docs/reference/lint.md.
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

// TestSameRecord: the record of a string in normal form is the same in all commands, but for its place, its rule, and
// the languages that only explain prints.
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

// TestRecordsEndInLF: with --null, objects still are JSON Lines. A line that is too long has one as well.
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
