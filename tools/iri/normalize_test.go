package main

import (
	"os"
	"strings"
	"testing"
)

func TestNormalize(t *testing.T) {
	const input = "HTTP://Example.ORG:80/%7e/../%c3%A9\nhttp://h\na b\n%41/..\n"
	const wrong = "-:3:2: ' ' is not allowed in a path; it is written %20\n"
	for _, test := range []struct {
		name, input string
		args        []string
		want        outcome
	}{
		{"default", input, nil, outcome{"http://example.org:80/é\nhttp://h\n\nA/..\n", wrong, 1}},
		{"RFC 3986", input, []string{"--level", "rfc3986-6.2.2"}, outcome{"http://example.org:80/%C3%A9\nhttp://h\n\nA/..\n", wrong, 1}},
		{"by scheme", input, []string{"--level", "rfc3986-6.2.3"}, outcome{"http://example.org/%C3%A9\nhttp://h/\n\nA/..\n", wrong, 1}},
		{"all", input, []string{"--level=rfc3987-5.3.3"}, outcome{"http://example.org/é\nhttp://h/\n\nA/..\n", wrong, 1}},
		{"rules", input, []string{"--level", "case,scheme"}, outcome{"http://example.org/%7E/../%C3%A9\nhttp://h/\n\n%41/..\n", wrong, 1}},
		{"none", input, []string{"--level", ""}, outcome{"HTTP://Example.ORG:80/%7e/../%c3%A9\nhttp://h\n\n%41/..\n", wrong, 1}},
		{"NUL", "A:\x00b:c/.\x00", []string{"-0"}, outcome{stdout: "a:\x00b:c/\x00"}},
		{"wrong level", input, []string{"--level", "most"}, outcome{"", "iri: --level: no level \"most\"\n", 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			invoke(strings.NewReader(test.input), append([]string{"normalize"}, test.args...)...).want(t, test.want)
		})
	}
}

// TestLinesOnly: a command that reads lines says so, once, in front of what is wrong with a table.
func TestLinesOnly(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.csv", "a.tsv"} {
		if err := os.WriteFile(name, []byte("id\nb\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const hint = "iri: a.csv: read as lines, not as csv; \"iri split --get '{iri}'\" makes lines of it\n"
	invoke(nil, "normalize", "a.csv").want(t, outcome{"id\nb\n", hint, 0})
	invoke(nil, "normalize", "a.tsv").want(t, outcome{"id\nb\n", "", 0}) // resolve takes columns
	invoke(nil, "split", "--format", "lines", "--rule", "IRI-reference", "--get", "{path}", "a.csv").want(t, outcome{"id\nb\n", "", 0})
}
