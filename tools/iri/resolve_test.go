package main

import (
	"strings"
	"testing"
)

func TestResolve(t *testing.T) {
	base := []string{"--base", "http://a/b/c/d;p?q"}
	for _, test := range []struct {
		name, input string
		args        []string
		want        outcome
	}{
		{"one base", "g\n../g\n\n?y#s\n", base, outcome{stdout: "http://a/b/c/g\nhttp://a/b/g\nhttp://a/b/c/d;p?q\nhttp://a/b/c/d;p?y#s\n"}},
		{"CR LF", "g\r\né\r\n", base, outcome{stdout: "http://a/b/c/g\nhttp://a/b/c/é\n"}},
		{"NUL", "g\x00a\nb\x00h", append(base, "-0"), outcome{
			"http://a/b/c/g\x00\x00http://a/b/c/h\x00", "-:2:2: '\\n' is not allowed in a path\n", 1}},
		{"wrong references", "g\na b\nh\n1:\n", base, outcome{
			"http://a/b/c/g\n\nhttp://a/b/c/h\n\n",
			"-:2:2: ' ' is not allowed in a path; it is written %20\n-:4:1: ':' is not allowed in the first segment of a relative reference\n", 1}},
		{"two columns", "a:b/c\td\na:b/c\te\nhttp://é/\t\nb:\tg", nil, outcome{stdout: "a:b/d\na:b/e\nhttp://é/\nb:g\n"}},
		{"wrong columns", "a:\na\tb\na:\tb c\n\ta\na:b\t\ta:\tb\n\n", nil, outcome{
			"\n\n\n\n\n\n",
			"-:1:1: no tab behind a base IRI\n" +
				"-:2:1: no scheme: \"a\" has no ':'; rule IRI-reference takes texts without a scheme\n" +
				"-:3:5: ' ' is not allowed in a path; it is written %20\n" +
				"-:4:1: no scheme: the text is empty; rule IRI-reference takes texts without a scheme\n" +
				"-:5:5: '\\t' is not allowed in a path\n" +
				"-:6:1: no tab behind a base IRI\n", 1}},
		{"an empty column first", "\ta\na:\tb\n", nil, outcome{
			"\na:b\n", "-:1:1: no scheme: the text is empty; rule IRI-reference takes texts without a scheme\n", 1}},
		{"verbatim", "a:/b/../c\n", append(base, "--verbatim"), outcome{stdout: "a:/b/../c\n"}},
		{"not verbatim", "a:/b/../c\n", base, outcome{stdout: "a:/c\n"}},
		{"two slashes", "urn:a/b\t..//x\n", nil, outcome{stdout: "urn:/.//x\n"}},
		{"literal", "urn:a/b\t..//x\nurn:a/b\t..//x:y\n", []string{"--literal"}, outcome{
			"urn://x\n\n", "-:2:9: the target is no IRI: port \"y\": 'y' is no digit\n", 1}},
		{"empty base", "g\n", []string{"--base", ""}, outcome{"", "iri: --base: no scheme: the text is empty; rule IRI-reference takes texts without a scheme\n", 2}},
		{"wrong base", "g\n", []string{"--base", "a b"}, outcome{
			"", "iri: --base: ' ' is not allowed in a scheme\n", 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			invoke(strings.NewReader(test.input), append([]string{"resolve"}, test.args...)...).want(t, test.want)
		})
	}
}
