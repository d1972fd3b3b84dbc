package fix_test

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/fix"
)

// A paste is a pasted string with the accepted outputs, of which refused means an error.
type paste struct {
	kind, input string
	accepted    []string
}

const refused = "-"

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

func unescape(s string) string {
	return escape.ReplaceAllStringFunc(s, func(e string) string {
		c, _ := strconv.Unquote(`"` + e + `"`)
		return c
	})
}

func (p paste) fixer() fix.Fixer {
	return fix.Fixer{Scheme: "https", Web: strings.HasPrefix(p.kind, "web/")}
}

// TestRepairs checks that each output is accepted by the table, and that repairing it again changes nothing.
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

func TestReadings(t *testing.T) {
	https, web := fix.Fixer{Scheme: "https"}, fix.Fixer{Scheme: "https", Web: true}
	for _, c := range []struct {
		fixer       fix.Fixer
		text, place string
		readings    []string
	}{
		{https, " https://a.example/x https://b.example/y", "https://b.example/y", []string{"two URLs"}},
		{https, "https://a.example/{x}", "{", []string{"a template"}},
		{https, "https://a.example/x (y)", " ", []string{"a URL in text"}},
		{https, "https://a.example/ x", " ", []string{"a URL in text", "a URL with stray whitespace"}},
		{https, `https://a\.example/x`, `\`, []string{"a pattern"}},
		{https, `https://a.example/x\"y`, `\`, []string{"a URL with escapes of another format"}},
		{https, "https://a.example/caf\xe9", "\xe9", []string{"garbled text"}},
		{https, "Name: value", ":", []string{"a label and a value", "an IRI of another scheme"}},
		{https, "me@a.example", "me@a.example", []string{"an e-mail address"}},
		{https, "README.md", "README.md", []string{"a file name"}},
		{https, "N/A", "N", nil},
		{web, "urn:x:y", "urn:", []string{"an IRI of another scheme"}},
		{web, "https://me@a.example", "me@a.example", []string{"an e-mail address"}},
		{web, "https://www/x", "www", []string{"a name that is not a DNS host name"}},
	} {
		_, _, err := c.fixer.Fix(c.text)
		var wrong *fix.Error
		if !errors.As(err, &wrong) || !slices.Equal(wrong.Readings, c.readings) || c.text[wrong.Span.Start:wrong.Span.End] != c.place {
			t.Errorf("%q: %v, %+v", c.text, err, wrong)
		}
	}
}
