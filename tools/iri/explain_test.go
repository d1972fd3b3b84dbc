package main

import (
	"strings"
	"testing"
)

func TestExplain(t *testing.T) {
	const good, bad = `{"languages":["IRI-reference","IRIReferenceStrict"],"path":"é","text":"é"}` + "\n",
		`{"byte":1,"component":"path","end":2,"error":"' ' is not allowed in a path; it is written %20","reason":"not allowed in path",` +
			`"section":"RFC 3986, section 3.3","text":"/ a"}` + "\n"
	for _, test := range []struct {
		name  string
		args  []string
		input string
		want  outcome
	}{
		{"a text", []string{"a:b"}, "", outcome{
			"    a:b\n    | |\n    | path\n    scheme\n" +
				"    is        IRI, IRI-reference, absolute-IRI, URI, URI-reference, absolute-URI, IRIStrict, IRIReferenceStrict\n", "", 0}},
		{"texts and lines", []string{"--output", "jsonl", "é", "-", "é"}, "/ a\r\né", outcome{good + bad + good + good, "", 1}},
		{"lines", []string{"--output=jsonl"}, "é\n", outcome{good, "", 0}},
		{"records", []string{"--output=jsonl", "-0"}, "é\x00/ a\x00", outcome{good + bad, "", 1}},
		{"nothing", nil, "", outcome{}},
		{"between texts", []string{"?", "?"}, "", outcome{questions + "\n" + questions, "", 0}},
		{"wrong usage", []string{"--output", "tsv", "a:"}, "", outcome{
			"", "iri: --output: \"tsv\" is neither text nor jsonl; see iri explain --help\n", 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			invoke(strings.NewReader(test.input), append([]string{"explain"}, test.args...)...).want(t, test.want)
		})
	}
}

const questions = `    ?
    is        IRI-reference, URI-reference, IRIReferenceStrict
    is not    IRI, absolute-IRI, URI, absolute-URI, IRIStrict: no scheme: "?" begins with '?'; rule IRI-reference takes texts without a scheme
`

// The example in the help text is what is printed.
func TestExplainHelp(t *testing.T) {
	lines := strings.Split(invoke(nil, "explain", "http://example.org:80/a?q").stdout, "\n")
	for _, line := range lines[:6] {
		if !strings.Contains(explainHelp, "\n"+strings.TrimSuffix("  "+line, " ")+"\n") {
			t.Errorf("the help text has no line %q", "  "+line)
		}
	}
}
