package main

import (
	"strings"
	"testing"
)

func TestConvert(t *testing.T) {
	uri, iri := []string{"--to", "uri"}, []string{"--to", "iri"}
	for _, test := range []struct {
		name, input string
		args        []string
		want        outcome
	}{
		{"to URIs", "http://é/é\n../é\r\n\nurn:a", uri, outcome{stdout: "http://%C3%A9/%C3%A9\n../%C3%A9\n\nurn:a\n"}},
		{"to IRIs", "http://%C3%A9/%c3%a9%2f%ff\n%7e", iri, outcome{stdout: "http://é/é%2f%FF\n~\n"}},
		{"wrong lines", "a b\nurn:é\n%\n", uri, outcome{
			"\nurn:%C3%A9\n\n", "-:1:2: ' ' is not allowed in a path; it is written %20\n" +
				"-:3:1: '%' without two hexadecimal digits; the sign itself is written %25\n", 1}},
		{"NUL", "é\x00ü\x00", append(uri, "-0"), outcome{stdout: "%C3%A9\x00%C3%BC\x00"}},
		{"IDNA", "http://faß.example/é\n//u@é:8/?é#é\n../é\nhttp://[::1]/\n", append(uri, "--host", "idna"), outcome{
			stdout: "http://xn--fa-hia.example/%C3%A9\n//u@xn--9ca:8/?%C3%A9#%C3%A9\n../%C3%A9\nhttp://[::1]/\n"}},
		{"no names", "http://u@a_b/\n//%E9/\nhttp://é /\n", append(uri, "--host", "idna"), outcome{
			"\n\n\n", "-:1:10: host \"a_b\" has no form in ASCII: idna: disallowed rune U+005F\n" +
				"-:2:3: ill-formed UTF-8\n-:3:10: ' ' is not allowed in an authority\n", 1}},
		{"IDNA back", "http://xn--fa-hia.example/%C3%A9\nhttp://xn--a/\n//xn--9ca\n", append(iri, "--host", "idna"), outcome{
			stdout: "http://faß.example/é\nhttp://xn--a/\n//é\n"}},
		{"percent", "http://é/\n", append(uri, "--host=percent"), outcome{stdout: "http://%C3%A9/\n"}},
		{"no direction", "", nil, outcome{"", "iri: --to is uri or iri, not \"\"\n", 2}},
		{"no such host", "", append(uri, "--host", "dns"), outcome{"", "iri: --host is percent or idna, not \"dns\"\n", 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			invoke(strings.NewReader(test.input), append([]string{"convert"}, test.args...)...).want(t, test.want)
		})
	}
}
