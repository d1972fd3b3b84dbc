package fix_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/fix"
)

// A paste is a string that somebody pasted, with the outputs that a careful reader accepts; refused is an error.
type paste struct {
	kind, input string
	accepted    []string
}

const refused = "-"

// pastes reads the table of them.
func pastes(t testing.TB) (list []paste) {
	table, err := os.ReadFile("testdata/repairs.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(cells) != 3 {
			t.Fatalf("%q has %d cells", line, len(cells))
		}
		p := paste{kind: cells[0], input: unescape(cells[1])}
		for s := range strings.SplitSeq(cells[2], " || ") {
			p.accepted = append(p.accepted, unescape(s))
		}
		list = append(list, p)
	}
	return list
}

var escape = regexp.MustCompile(`\\([\\nt]|u[0-9A-Fa-f]{4})`)

// unescape replaces the escapes of a cell.
func unescape(s string) string {
	return escape.ReplaceAllStringFunc(s, func(e string) string {
		c, _ := strconv.Unquote(`"` + e + `"`)
		return c
	})
}

// fixer returns what repairs p.
func (p paste) fixer() fix.Fixer {
	return fix.Fixer{Scheme: "https", Web: strings.HasPrefix(p.kind, "web/")}
}

// TestRepairs: no output is wrong, and nothing is an error that is certain. What is repaired stays as it is.
func TestRepairs(t *testing.T) {
	for _, p := range pastes(t) {
		got := refused
		x, _, err := p.fixer().Fix(p.input)
		if err == nil {
			got = x.String()
		}
		if !slices.Contains(p.accepted, got) {
			t.Errorf("%s %q: %q, %v; want %q", p.kind, p.input, got, err, p.accepted)
		}
		if again, changes, err := p.fixer().Fix(got); got != refused && (again != x || len(changes) > 0 || err != nil) {
			t.Errorf("%s %q: %q becomes %q by %v, %v", p.kind, p.input, x, again, changes, err)
		}
	}
}
