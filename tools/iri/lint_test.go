package main

import (
	"strings"
	"testing"
)

func TestLint(t *testing.T) {
	for _, test := range []struct {
		name  string
		args  []string
		input string
		want  outcome
	}{
		{"nothing to say", nil, "http://example.org/\n../a\n\n", outcome{"", "3 lines, 0 bad\n", 0}},
		{"notes are no failure", nil, "http://example.org./", outcome{
			"-:1:8: note: a host that ends in a dot, and so differs from the one without for some programs [host-trailing-dot]\n", "1 line, 0 bad\n", 0}},
		{"warnings are", nil, "a:\nhttp://h:80/\n", outcome{"-:2:9: warning: the default port of the scheme [port-default]\n", "2 lines, 1 bad\n", 1}},
		{"errors are", []string{"-"}, "http:\r\n", outcome{"-:1:6: error: no host, which http and https ask for [http-no-host]\n", "1 line, 1 bad\n", 1}},
		{"not valid", nil, "a:\u200e\nhttp://h/a b\n", outcome{
			"-:1:3: error: a bidirectional formatting character, U+200E [bidi-formatting]\n", "-:2:11: ' ' is not allowed in a path; it is written %20\n2 lines, 2 bad\n", 1}},
		{"Unicode's data", nil, "//h/e\u0301\n", outcome{"-:1:5: warning: not in Unicode Normalization Form C [not-nfc]\n", "1 line, 1 bad\n", 1}},
		{"NUL", []string{"-0"}, "a:\x00//h:\x00", outcome{"-:2:4: warning: an empty port [port-empty]\n", "2 records, 1 bad\n", 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			invoke(strings.NewReader(test.input), append([]string{"lint"}, test.args...)...).want(t, test.want)
		})
	}
}

// TestLintHelp: the example of the help text is true.
func TestLintHelp(t *testing.T) {
	_, example, _ := strings.Cut(lintHelp, "$ echo ")
	text, rest, _ := strings.Cut(example, " | iri lint\n")
	rest, _, _ = strings.Cut(rest, "\n\n")
	invoke(strings.NewReader(text+"\n"), "lint").want(t, outcome{strings.ReplaceAll(rest+"\n", "  -:", "-:"), "1 line, 1 bad\n", 1})
}
