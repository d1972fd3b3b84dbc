package main

import (
	"compress/gzip"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	zeros      = "zeros = *\"0\"\n"
	zerosSuite = `{"input_b64":"","valid":true}
{"input_b64":"IQ==","valid":false}
{"input_b64":"MA==","valid":true}
{"input_b64":"ISE=","valid":false}
{"input_b64":"ITA=","valid":false}
`
)

// uncompress returns the text of a gzip file, which names no file and no time.
func uncompress(t *testing.T, data string) string {
	t.Helper()
	r, err := gzip.NewReader(strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if r.Name != "" || !r.ModTime.IsZero() || r.Comment != "" || len(r.Extra) > 0 {
		t.Errorf("the header of the gzip file says %+v", r.Header)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestSuiteCommand(t *testing.T) {
	dir := folder(t, "zeros.abnf", zeros)
	t.Chdir(dir)
	for _, rule := range []string{"zeros", "ZEROS"} { // names are case-insensitive
		if r := abnfc("suite", "-rule", rule, "zeros.abnf"); r != (result{0, zerosSuite, ""}) {
			t.Errorf("status %d, on stderr %q, on stdout\n%s", r.code, r.stderr, r.stdout)
		}
	}
	for _, out := range []string{"a.jsonl", "a.jsonl.gz", "b.jsonl.gz"} {
		if r := abnfc("suite", "-rule", "zeros", "-o", out, "zeros.abnf"); r != (result{}) {
			t.Fatalf("%s: status %d\n%s%s", out, r.code, r.stdout, r.stderr)
		}
	}
	holds(t, dir, "zeros.abnf", "a.jsonl", "a.jsonl.gz", "b.jsonl.gz")
	if got := read(t, "a.jsonl"); got != zerosSuite {
		t.Errorf("in a.jsonl:\n%s", got)
	}
	if got := uncompress(t, read(t, "a.jsonl.gz")); got != zerosSuite {
		t.Errorf("in a.jsonl.gz:\n%s", got)
	}
	if read(t, "a.jsonl.gz") != read(t, "b.jsonl.gz") {
		t.Error("the same suite gave two files")
	}
}

func TestSuiteGrammarErrors(t *testing.T) {
	for _, x := range []struct{ grammar, rule, want string }{
		{"a = \"x\" a \"y\"\n", "a", `g\.abnf:1:9: rule a refers to itself`},
		{"a = 1000000000\"x\"\n", "a", `^g\.abnf:1:5: rule a: more than `},
	} {
		t.Chdir(folder(t, "g.abnf", x.grammar, "out.jsonl", "old"))
		r := abnfc("suite", "-rule", x.rule, "-o", "out.jsonl", "g.abnf")
		if r.code != 1 || r.stdout != "" || !regexp.MustCompile(x.want).MatchString(r.stderr) {
			t.Errorf("%q: status %d, on stdout %q, on stderr\n%s\nwant %s", x.grammar, r.code, r.stdout, r.stderr, x.want)
		}
		if got := read(t, "out.jsonl"); got != "old" {
			t.Errorf("%q: an error left %q in the file", x.grammar, got)
		}
	}
}

// TestSuitesUpToDate runs the go:generate lines of suite_test.go in the root, but
// with the output elsewhere, and compares the texts of the suites. Their
// compressed form may change with Go.
func TestSuitesUpToDate(t *testing.T) {
	lines := regexp.MustCompile(`(?m)^//go:generate go run \./tools/abnfc (suite .*)$`).FindAllStringSubmatch(read(t, "../../suite_test.go"), -1)
	var names []string
	dir := t.TempDir()
	for _, line := range lines {
		args := strings.Fields(line[1])
		o, last := slices.Index(args, "-o")+1, len(args)-1
		shipped, made := args[o], filepath.Join(dir, "suite")
		names = append(names, filepath.Base(shipped))
		if !*long && strings.Contains(shipped, "IRI") {
			continue // takes a second or two
		}
		args[o], args[last] = made, "../../"+args[last]
		if r := abnfc(args...); r != (result{}) {
			t.Fatalf("%v: status %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
		if uncompress(t, read(t, "../..", shipped)) != read(t, made) {
			t.Errorf("%s is not what the grammar says; in the root run\n\tgo generate .", shipped)
		}
	}
	if want := []string{"URI-reference.jsonl.gz", "IRI-reference.jsonl.gz"}; !slices.Equal(names, want) {
		t.Errorf("the root generates %v, want %v", names, want)
	}
}
