package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// decode returns the values of JSON Lines, which have no other members than T has.
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

// value returns the string that an object stands for.
func (s stringJSON) value() string {
	if s.Text != nil {
		return *s.Text
	}
	return string(s.Base64)
}

const anyString = "any = *%x00-FF\nhalf = any %x80\nwide = *%x0-10FFFF\n"

// --json prints the strings that --quote prints, whatever is in them.
func TestSampleJSON(t *testing.T) {
	folder(t, "a.abnf", anyString)
	for _, args := range [][]string{{"--rule", "any", "--octets"}, {"--rule", "any"}, {"--rule", "wide"}} {
		args = append([]string{"sample", "a.abnf", "-n", "300"}, args...)
		got, quoted := abnfc(append(args, "--json")...), abnfc(append(args, "--quote")...)
		if got.code != 0 || got.stderr != "" {
			t.Errorf("%q: %+v", args, got)
		}
		want := strings.Split(quoted.stdout, "\n")
		for i, object := range decode[stringJSON](t, got.stdout) {
			if s, err := strconv.Unquote(want[i]); err != nil || object.value() != s {
				t.Errorf("%q: %q, want %s", args, object.value(), want[i])
			}
		}
	}
}

// --json prints the lines of the tree: rule, offsets, and the part that lies there.
func TestExplainJSON(t *testing.T) {
	folder(t, "a.abnf", anyString)
	for _, s := range []string{"\x80", "ab\x80", "\"\\\x00\n\u2028<é>\x80"} {
		args := []string{"explain", "--octets", "a.abnf", "half", s}
		tree, got := abnfc(args...), abnfc(append(args, "--json")...)
		lines, list := strings.Split(tree.stdout, "\n"), decode[derivationJSON](t, got.stdout)
		if got.code != 0 || len(list) != len(lines)-1 {
			t.Errorf("%q: %+v, the tree is\n%s", s, got, tree.stdout)
		}
		for i, d := range list {
			if part := fmt.Sprintf("%*s%s %d-%d ", 2*d.Depth, "", d.Rule, d.Byte, d.End); !strings.HasPrefix(lines[i], part) || d.value() != s[d.Byte:d.End] {
				t.Errorf("%q: %s%q, want %s", s, part, d.value(), lines[i])
			}
		}
	}
	got := abnfc("explain", "--json", "a.abnf", "half", "ab")
	list := decode[mismatchJSON](t, got.stdout)
	if got.code != 1 || got.stderr != "" || len(list) != 1 || list[0].Rule != "half" || list[0].Byte != 2 || list[0].Expected[0].Rules[0] != "any" {
		t.Errorf("%+v", got)
	}
}

// --json prints the findings that are printed without it, and the byte of each place.
func TestLintJSON(t *testing.T) {
	folder(t, "a.abnf", "; é\r\na = \"b\" / b / c\nb = %s\"b\" / <prose>\n c = \n")
	for _, args := range [][]string{{"lint", "--wild", "a.abnf"}, {"lint", "--octets", "--rule", "IRI", "../../../tables/rfc3987.abnf"}} {
		plain, got := abnfc(args...), abnfc(append(args, "--json")...)
		var lines strings.Builder
		for _, f := range decode[findingJSON](t, got.stdout) {
			rule := ""
			if f.Rule != "" {
				rule = "rule " + f.Rule + ": "
			}
			fmt.Fprintf(&lines, "%s:%d:%d: %s%s\n", f.File, f.Line, f.Column, rule, f.Message)
			text, err := os.ReadFile(f.File)
			if before := string(text[:f.Byte]); err != nil || strings.Count(before, "\n") != f.Line-1 || f.Byte-strings.LastIndexByte(before, '\n') != f.Column {
				t.Errorf("%v: byte %d is not at %d:%d", err, f.Byte, f.Line, f.Column)
			}
		}
		if lines.String() != plain.stdout || got.code != plain.code || got.stderr != plain.stderr {
			t.Errorf("%q: %+v, want %+v", args, got, plain)
		}
	}
}
