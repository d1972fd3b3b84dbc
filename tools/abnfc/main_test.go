package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"example.org/iri/tools/internal/cli"
)

const links = `link = "/" [ user "@" ] host [ ":" port ]
user = *( "1" / ":" )
host = *"1"
port = *"1"
`

// result is what a run of the command leaves.
type result struct {
	code           int
	stdout, stderr string
}

func abnfc(args ...string) result { return abnfcOf(nil, args...) }

// abnfcOf is abnfc with a standard input.
func abnfcOf(stdin io.Reader, args ...string) result {
	var stdout, stderr bytes.Buffer
	code := cli.Run(newRoot(), args, stdin, &stdout, &stderr)
	return result{code, stdout.String(), stderr.String()}
}

// quotes matches the lines of grammars that stand below errors. TestQuotes has those.
var quotes = regexp.MustCompile(`(?m)^    .*\n *\^\n`)

// diagnosed is abnfc without the lines that errors quote.
func diagnosed(args ...string) result {
	r := abnfc(args...)
	r.stderr = quotes.ReplaceAllString(r.stderr, "")
	return r
}

// folder makes a folder called pkg with files in it, given as name, text, ...
func folder(t testing.TB, files ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "pkg")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(files); i += 2 {
		if err := os.WriteFile(filepath.Join(dir, files[i]), []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func read(t *testing.T, name ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(name...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// holds expects the files of a folder.
func holds(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Errorf("the folder holds %v, want %v", got, want)
	}
}

// Mistakes in a grammar: status 1, file:line:col on stderr, old files untouched.
func TestGrammarErrors(t *testing.T) {
	tests := []struct {
		grammar string
		flags   []string
		want    string // a regular expression
	}{
		{"a = \"x\"\nb = \"y\" | a\n", nil, `^g\.abnf:2:9: .*"/"`},
		{"a = (\nb = )\n", nil, `^g\.abnf:1:\d+: [^\n]*\ng\.abnf:2:5: `},
		{"a = \"x\"\nb = aa\n", nil, `^g\.abnf:2:5: rule "aa" is not defined \(did you mean "a"\?\)\n$`},
		{"a = <x>\n", nil, `^g\.abnf:1:5: rule "a" depends on prose`},
		{"a = b \"y\"\nb = \"x\" a\n", nil, `^g\.abnf:1:5: rule a refers to itself .*: a -> b \(g.abnf:1:5\) -> a \(g.abnf:2:9\); [^\n]*\n$`},
		{"a = 1000000000\"x\"\n", nil, `^g\.abnf:1:5: rule a: more than 262144 states of the NFA \(--max-states\)\n$`},
		{"a = b \"!\"\nb = *( \"x\" / \"y\" ) \"x\" 9( \"x\" / \"y\" )\n", []string{"--rule", "a", "--max-states", "500"}, `^g\.abnf:2:1: rule b: more than 500 states of the DFA \(--max-states\)\n$`},
		{"a = b \"!\"\nb = *( \"x\" / \"y\" ) \"x\" 9( \"x\" / \"y\" )\n", []string{"--rule", "a", "--max-work", "9000"}, `^g\.abnf:2:1: rule b: more than 9000 states of the NFA in all states of the DFA together \(--max-work\)\n$`},
		{"a = b \"!\"\nb = *( \"x\" / \"y\" ) \"x\" 9( \"x\" / \"y\" )\n", []string{"--rule", "a", "--max-cells", "2000"}, `^g\.abnf:1:1: rule a: more than 2000 cells of the table \(--max-cells\)\n$`},
		{"a = \"x\"\n", []string{"--rule", "b"}, `^abnfc: rule "b" is not defined`},
		{"a = \"x\"\n", []string{"--part", "P=b"}, `^abnfc: part b is not a rule`},
		{"a = b b\nb = *\"x\"\n", []string{"--span", "b"}, `^g\.abnf:2:1: rule a: where b lies is ambiguous: in "X" it is at 0 to 1 or at 1 to 1\n$`},
		{"a = \"x\"\n", []string{"--span", "aa"}, `^abnfc: rule "aa" is not defined \(did you mean "a"\?\)\n$`},
		{"a = 9999999\"x\"\nb = c b \"x\"\nc = *\"c\"\nd = *( \"a\" / \"b\" ) \"a\" 20( \"a\" / \"b\" )\n", nil, // every error in one run
			`^g\.abnf:1:5: rule a: more than [^\n]*\ng\.abnf:2:7: rule b refers to itself [^\n]*\ng\.abnf:4:1: rule d: more than 65536 states of the DFA \(--max-states\)\n$`},
		{"a1 = \"x\"\na-1 = \"y\"\n", nil, `^g\.abnf:2:1: a-1 and a1 \(g\.abnf:1:1\) would both be called ValidA1 in Go\n$`},
		{"a = b-c / bC\nb-c = \"x\"\nbC = \"y\"\n", []string{"--rule", "a", "--span", "b-c,bC"}, `^g\.abnf:3:1: bC and b-c \(g\.abnf:2:1\) would both be called BC in Go\n$`},
	}
	for _, test := range tests {
		dir := folder(t, "g.abnf", test.grammar, "out.go", "old", "out_test.go", "old")
		t.Chdir(dir)
		r := diagnosed(append(append([]string{"compile", "-o", "out.go"}, test.flags...), "g.abnf")...)
		if r.code != 1 || r.stdout != "" || !regexp.MustCompile(test.want).MatchString(r.stderr) {
			t.Errorf("%q %v: status %d, on stdout %q, on stderr\n%s\nwant %s", test.grammar, test.flags, r.code, r.stdout, r.stderr, test.want)
		}
		if read(t, "out.go") != "old" || read(t, "out_test.go") != "old" {
			t.Errorf("%q: the old files were changed", test.grammar)
		}
		holds(t, dir, "g.abnf", "out.go", "out_test.go")
	}
}
