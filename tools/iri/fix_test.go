package main

import (
	"strings"
	"testing"
)

func TestFix(t *testing.T) {
	for _, test := range []struct {
		name, input string
		args        []string
		want        outcome
	}{
		{"IRIs", "<http://example.org/a b>\nhttp://é/\ngit@a:b\n", nil, outcome{stdout: "http://example.org/a%20b\nhttp://é/\nssh://git@a/b\n"}},
		{"URIs", "http://é/ \n", []string{"--rule", "URI"}, outcome{stdout: "http://%C3%A9/\n"}},
		{"references", "a b\n\n../é\n", []string{"--rule", "IRIReference"}, outcome{stdout: "a%20b\n\n../é\n"}},
		{"references of URIs", "é\x00", []string{"--rule=uri-reference", "-0"}, outcome{stdout: "%C3%A9\x00"}},
		{"a scheme", "example.org\n", nil, outcome{stdout: "https://example.org\n"}},
		{"another scheme", "example.org\n", []string{"--scheme", "http"}, outcome{stdout: "http://example.org\n"}},
		{"hopeless", "http://a b/\nexample.org\n\\\\.\\a\nurn:a\n", []string{"--scheme", ""}, outcome{
			"\n\n\nurn:a\n", "-:1:9: ' ' is not allowed in an authority\n" +
				"-:2:12: no scheme: \"example.org\" has no ':'; rule IRI-reference takes texts without a scheme\n" +
				"-:3:1: path of a device (byte 0)\n", 1}},
		{"changes", " example.org\\a[\"\n", []string{"--changes"}, outcome{
			"https://example.org/a%5B%22\n",
			"-:1:1: surrounding text: \" \" removed\n" +
				"-:1:2: missing scheme: \"https://\" added\n" +
				"-:1:13: backslash: \"\\\" becomes \"/\"\n" +
				"-:1:15: percent-encoded: \"[\" becomes \"%5B\"\n" +
				"-:1:16: percent-encoded: \"\"\" becomes \"%22\"\n", 0}},
		{"no scheme", "", []string{"--scheme", "a b"}, outcome{"", "iri: --scheme: \"a b\" is no scheme\n", 2}},
		{"no such rule", "", []string{"--rule", "host"}, outcome{"", "iri: lines cannot be repaired for rule host\n", 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			invoke(strings.NewReader(test.input), append([]string{"fix"}, test.args...)...).want(t, test.want)
		})
	}
}
