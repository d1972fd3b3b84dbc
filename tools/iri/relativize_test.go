package main

import (
	"strings"
	"testing"
)

func TestRelativizeCommand(t *testing.T) {
	const none = "no reference resolves to the target\n"
	for _, test := range []struct {
		name, input string
		args        []string
		want        outcome
	}{
		{"one base", "http://a/b/g\nhttp://a/b/c/d#s\nurn:x\n", []string{"--base", "http://a/b/c/d"}, outcome{stdout: "../g\n#s\nurn:x\n"}},
		{"two columns", "a:b/c\ta:b/d\na:b/c\ta:b/c\nb:/c/e\tb:/c/c:d\n", nil, outcome{stdout: "d\n\n./c:d\n"}},
		{"wrong lines", "a:b/c\ta:./c\na:b\na:b\tc\n", nil, outcome{
			"\n\n\n", "-:1:7: " + none + "-:2:1: no tab behind a base IRI\n" +
				"-:3:5: no scheme: \"c\" has no ':'; rule IRI-reference takes texts without a scheme\n", 1}},
		{"wrong base", "a:", []string{"--base", "a"}, outcome{
			"", "iri: --base: no scheme: \"a\" has no ':'; rule IRI-reference takes texts without a scheme\n", 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			invoke(strings.NewReader(test.input), append([]string{"relativize"}, test.args...)...).want(t, test.want)
		})
	}
}
