package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func invoke(args ...string) (status int, stdout, stderr string) {
	var out, errs strings.Builder
	status = run(args, &out, &errs)
	return status, out.String(), errs.String()
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	svg, md, tiers := filepath.Join(dir, "c.svg"), filepath.Join(dir, "t.md"), filepath.Join(dir, "tiers.md")
	links := write(t, "links.txt", "http://a/\r\na b\n\nmailto:x")
	status, stdout, stderr := invoke("-rounds", "2", "-only", `^iri\.(Valid|Split)$|net/url|automaton`, "-svg", svg, "-markdown", md, "-tiers", tiers, "-list", "named="+links, links)
	if status != exitOK || !strings.HasPrefix(stderr, "named: 4 texts, 6 contestants, 2 rounds\nlinks: 4 texts") {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
	for _, part := range []string{"named: 4 texts, 5.0 bytes each\n", "links: 4 texts", "iri.Split ", "net/url.Parse ", "utf8.Valid ", "medians of 2 rounds\n"} {
		if !strings.Contains(stdout, part) {
			t.Errorf("no %q in\n%s", part, stdout)
		}
	}
	if strings.Contains(stdout, "regexp") {
		t.Errorf("-only selects too much:\n%s", stdout)
	}
	for file, part := range map[string]string{svg: "</svg>\n", md: "| judged as | named | links |", tiers: "| | automaton |\n|---|--:|\n| `iri.Valid` | "} {
		if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), part) {
			t.Errorf("%s: %v\n%s", file, err, text)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, arg := range []string{"-help", "-h", "--help"} {
		if status, stdout, stderr := invoke(arg); status != exitOK || stdout != help || stderr != "" {
			t.Errorf("%s: status %d, stdout %q, stderr %q", arg, status, stdout, stderr)
		}
	}
	for line := range strings.Lines(help) {
		if len(line) > 81 {
			t.Errorf("long line in the help text: %s", line)
		}
	}
}

func TestWrongUsage(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	for _, test := range []struct {
		args []string
		part string
	}{
		{[]string{"-x"}, "flag provided but not defined: -x; see -help"},
		{[]string{"-list", "x"}, "want NAME=FILE"},
		{[]string{"-list", "=x"}, "want NAME=FILE"},
		{[]string{"-rounds", "0"}, "at least 1 is needed"},
		{[]string{"-only", "("}, "missing closing )"},
		{[]string{"-only", "nobody"}, "no contestant but utf8.Valid matches -only nobody"},
		{[]string{missing}, missing},
		{[]string{write(t, "empty", "")}, "no lines"},
		{[]string{"-root", missing}, "give -root"},
	} {
		status, stdout, stderr := invoke(test.args...)
		if status != exitUsage || stdout != "" || !strings.Contains(stderr, test.part) || !strings.HasPrefix(stderr, "compare: ") {
			t.Errorf("%q: status %d, stdout %q, stderr %q", test.args, status, stdout, stderr)
		}
	}
}

func TestUnwritableFile(t *testing.T) {
	links := write(t, "links.txt", "http://a/\n")
	file := filepath.Join(t.TempDir(), "missing", "c.svg")
	if status, _, stderr := invoke("-rounds", "1", "-only", "^iri.Valid$", "-svg", file, links); status != exitUsage || !strings.Contains(stderr, file) {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
}

func TestReadList(t *testing.T) {
	l, err := readList("x", write(t, "x", "a\r\n\nb\rc\nd"))
	if want := []string{"a", "", "b\rc", "d"}; err != nil || !slices.Equal(l.texts, want) || l.bytes != 5 {
		t.Errorf("%+v, %v", l, err)
	}
}

// TestGenerated: the lists are what their names promise, and made to be accepted.
func TestGenerated(t *testing.T) {
	field := own()
	for i, l := range generated() {
		if l.texts[0] != generated()[i].texts[0] {
			t.Errorf("%s: not the same twice", l.name)
		}
		distinct := slices.Compact(slices.Sorted(slices.Values(l.texts)))
		if len(distinct) < len(l.texts)/2 {
			t.Errorf("%s: only %d distinct texts", l.name, len(distinct))
		}
		if v := field[0].verdicts(l); v.accepted != len(l.texts) {
			t.Errorf("%s: %+v", l.name, v)
		}
	}
}

func TestLoad(t *testing.T) {
	links := write(t, "links.tar.txt", "a:\n")
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "url rdf intl pct"},
		{[]string{links}, "links.tar"},
		{[]string{"-generated", links}, "url rdf intl pct links.tar"},
		{[]string{"-list", "b=" + links, "-list", "a=" + links, links}, "b a links.tar"},
	} {
		o, err := parseOptions(test.args)
		if err != nil {
			t.Fatal(err)
		}
		lists, err := o.load()
		var names []string
		for _, l := range lists {
			names = append(names, l.name)
		}
		if got := strings.Join(names, " "); got != test.want || err != nil {
			t.Errorf("%q: lists %s, %v", test.args, got, err)
		}
	}
}
