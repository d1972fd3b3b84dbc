package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/dfa"
	"example.org/iri/tools/internal/abnflint"
	"example.org/iri/tools/internal/sarif"
)

// decode decodes JSON Lines, without members that T lacks.
func decode[T any](t *testing.T, lines string) (list []T) {
	t.Helper()
	for line := range strings.Lines(lines) {
		var x T
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&x); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, x)
	}
	return list
}

func (x record) value() string {
	if x.String != nil {
		return *x.String
	}
	return string(x.Base64)
}

const anyString = "any = *%x00-FF\nhalf = any %x80\nwide = *%x0-10FFFF\n"

// TestSampleJSON checks the number of strings, and that they match.
func TestSampleJSON(t *testing.T) {
	folder(t, "a.abnf", anyString)
	for _, args := range [][]string{{"--rule", "any", "--octets"}, {"--rule", "any"}, {"--rule", "wide,half"}} {
		got := abnfc(append([]string{"sample", "a.abnf", "--json", "-n", "300"}, args...)...)
		if got.code != 0 || got.stderr != "" {
			t.Errorf("%q: %+v", args, got)
		}
		g, _, err := readGrammar(t, append(args[2:], "a.abnf")...)
		if err != nil {
			t.Fatal(err)
		}
		count := make(map[string]int)
		for _, x := range decode[record](t, got.stdout) {
			count[x.Rule]++
			if a, err := compile.Compile(g.Grammar, x.Rule, nil); err != nil || !*x.Valid || !dfa.Match(a, x.value()) {
				t.Fatalf("%q: %v, %+v", args, err, x)
			}
		}
		for name := range strings.SplitSeq(args[1], ",") {
			if count[name] != 300 {
				t.Errorf("%q: %d strings of %s", args, count[name], name)
			}
		}
	}
}

// TestExplainJSON checks that --json prints the nodes of the tree.
func TestExplainJSON(t *testing.T) {
	folder(t, "a.abnf", anyString)
	for _, s := range []string{"\x80", "ab\x80", "\"\\\x00\n\u2028<é>\x80"} {
		args := []string{"explain", "--octets", "a.abnf:half", s}
		tree, got := abnfc(args...), abnfc(append(args, "--json")...)
		lines, list := strings.Split(tree.stdout, "\n"), decode[record](t, got.stdout)
		if got.code != 0 || len(list) != len(lines)-1 {
			t.Errorf("%q: %+v, the tree is\n%s", s, got, tree.stdout)
		}
		for i, d := range list {
			if part := fmt.Sprintf("%*s%s %d-%d ", 2**d.Depth, "", d.Rule, *d.Byte, *d.End); !strings.HasPrefix(lines[i], part) || d.value() != s[*d.Byte:*d.End] {
				t.Errorf("%q: %s%q, want %s", s, part, d.value(), lines[i])
			}
		}
	}
	got := abnfc("explain", "--json", "a.abnf:half", "ab")
	list := decode[record](t, got.stdout)
	if got.code != 1 || got.stderr != "" || len(list) != 1 || list[0].Rule != "half" || *list[0].Byte != 2 || *list[0].Valid || list[0].Expected[0].Rules[0] != "any" {
		t.Errorf("%+v", got)
	}
}

// TestFileName checks that JSON contains the bytes of a name that is not UTF-8.
func TestFileName(t *testing.T) {
	t.Chdir(t.TempDir())
	name := "\xff\x1b.abnf"
	none := abnfc("lint", "--json", name)
	if err := os.WriteFile(name, []byte("a = (\n"), 0o666); err != nil {
		t.Skip(err) // not on all systems
	}
	for _, got := range []string{none.stdout, abnfc("lint", "--json", name).stdout} {
		var x record
		if line, _, _ := strings.Cut(got, "\n"); json.Unmarshal([]byte(line), &x) != nil || string(x.FileRaw) != name {
			t.Errorf("got %s", got)
		}
	}
}

// TestLintFormats compares jsonl and SARIF with the text.
func TestLintFormats(t *testing.T) {
	iris, err := filepath.Abs("../../tables/rfc3987.abnf")
	if err != nil {
		t.Fatal(err)
	}
	folder(t, "a b.abnf", "; é\r\na = \"b\" / b / c\nb = %s\"b\" / <prose>\n c = \n")
	for _, args := range [][]string{{"lint", "--wild", "a b.abnf"}, {"lint", "--octets", "--rule", "IRI", iris}} {
		plain, lines, log := abnfc(args...), abnfc(append(args, "--json")...), abnfc(append(args, "--format", "sarif")...)
		var fromLines, fromLog strings.Builder
		records, summary, _ := strings.Cut(lines.stdout, `{"summary":`)
		if n := strings.Count(records, "\n"); summary != fmt.Sprintf(`{"findings":%d,"unread":0}}`+"\n", n) {
			t.Errorf("%d findings, and the summary is %s", n, summary)
		}
		for _, x := range decode[record](t, records) {
			rule := ""
			if x.Rule != "" {
				rule = "rule " + x.Rule + ": "
			}
			fmt.Fprintf(&fromLines, "%s:%d:%d: %s%s\n", x.File, x.Line, x.Column, rule, x.Message)
			if !slices.ContainsFunc(abnflint.Codes, func(c struct{ Name, Text string }) bool { return c.Name == x.Code }) || x.Severity == "" {
				t.Errorf("%+v", x)
			}
		}
		var document sarif.Log
		if err := json.Unmarshal([]byte(log.stdout), &document); err != nil {
			t.Fatal(err)
		}
		for _, x := range document.Runs[0].Results {
			place := x.Locations[0].Physical
			name, err := url.PathUnescape(strings.TrimPrefix(place.Artifact.URI, "file://"))
			if err != nil || x.Level == "" || x.RuleID == "" {
				t.Errorf("%+v, %v", x, err)
			}
			fmt.Fprintf(&fromLog, "%s:%d:%d: %s\n", name, place.Region.StartLine, place.Region.StartColumn, x.Message.Text)
		}
		for format, got := range map[string]result{fromLines.String(): lines, fromLog.String(): log} {
			if format != plain.stdout || got.code != plain.code || got.stderr != plain.stderr {
				t.Errorf("%q: %s, want %+v", args, format, plain)
			}
		}
	}
}
