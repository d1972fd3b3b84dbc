package main

import (
	"strings"
	"testing"
)

func TestNormalize(t *testing.T) {
	const input = "HTTP://Example.ORG:80/%7e/../%c3%A9\nhttp://h\na b\n%41/..\n"
	const wrong = "-:3:2: ' ' is not allowed in a path; it is written %20\n"
	for _, test := range []struct {
		name, input string
		args        []string
		want        result
	}{
		{"default", input, nil, result{"http://example.org:80/é\nhttp://h\n\nA/..\n", wrong, 1}},
		{"RFC 3986", input, []string{"--level", "rfc3986-6.2.2"}, result{"http://example.org:80/%C3%A9\nhttp://h\n\nA/..\n", wrong, 1}},
		{"by scheme", input, []string{"--level", "rfc3986-6.2.3"}, result{"http://example.org/%C3%A9\nhttp://h/\n\nA/..\n", wrong, 1}},
		{"all", input, []string{"--level=rfc3987-5.3.3"}, result{"http://example.org/é\nhttp://h/\n\nA/..\n", wrong, 1}},
		{"rules", input, []string{"--level", "case,scheme"}, result{"http://example.org/%7E/../%C3%A9\nhttp://h/\n\n%41/..\n", wrong, 1}},
		{"none", input, []string{"--level", ""}, result{"HTTP://Example.ORG:80/%7e/../%c3%A9\nhttp://h\n\n%41/..\n", wrong, 1}},
		{"NUL", "A:\x00b:c/.\x00", []string{"-0"}, result{stdout: "a:\x00b:c/\x00"}},
		{"wrong level", input, []string{"--level", "most"}, result{"", "iri: --level: no level \"most\"\n", 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			invoke(strings.NewReader(test.input), append([]string{"normalize"}, test.args...)...).want(t, test.want)
		})
	}
}
