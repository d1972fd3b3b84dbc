package main

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	reference := []string{"--rule", "iri-REFERENCE"}
	for _, test := range []struct {
		name   string
		args   []string
		input  string
		stdout string
		status int
	}{
		{"no lines", nil, "", "", 0},
		{"all components", nil, "http://u:p@example.org:80/a/b?c=d#e\n",
			`{"iri":"http://u:p@example.org:80/a/b?c=d#e","scheme":"http","authority":"u:p@example.org:80","userinfo":"u:p","host":"example.org","hostKind":"reg-name","port":"80","path":"/a/b","query":"c=d","fragment":"e"}
`, 0},
		{"empty components", nil, "a://@:?#",
			`{"iri":"a://@:?#","scheme":"a","authority":"@:","userinfo":"","host":"","hostKind":"reg-name","port":"","path":"","query":"","fragment":""}
`, 0},
		{"no components", nil, "a:\r\n", `{"iri":"a:","scheme":"a","path":""}
`, 0},
		{"empty reference", reference, "\n", `{"iri":"","path":""}
`, 0},
		{"relative reference", reference, "//h/p\n../q\n", `{"iri":"//h/p","authority":"h","host":"h","hostKind":"reg-name","path":"/p"}
{"iri":"../q","path":"../q"}
`, 0},
		{"URI", []string{"--rule", "uri"}, "a:b#c\na:é\nb\n", `{"iri":"a:b#c","scheme":"a","path":"b","fragment":"c"}
{"error":"'é' (U+00E9) is not ASCII, and not allowed in a path; rule IRI takes it","reason":"non-ASCII in URI","byte":2,"text":"a:é"}
{"error":"no scheme: \"b\" has no ':'; rule URI-reference takes texts without a scheme","reason":"no scheme","byte":0,"text":"b"}
`, 1},
		{"URI-reference", []string{"--rule", "URI-reference"}, "//h:1\nb\né\n", `{"iri":"//h:1","authority":"h:1","host":"h","hostKind":"reg-name","port":"1","path":""}
{"iri":"b","path":"b"}
{"error":"'é' (U+00E9) is not ASCII, and not allowed in a path; rule IRI-reference takes it","reason":"non-ASCII in URI","byte":0,"text":"é"}
`, 1},
		{"hosts", nil, "a://1.2.3.4\na://[::1]\na://[v1.a]\na://256.1.1.1\n",
			`{"iri":"a://1.2.3.4","scheme":"a","authority":"1.2.3.4","host":"1.2.3.4","hostKind":"IPv4address","path":""}
{"iri":"a://[::1]","scheme":"a","authority":"[::1]","host":"[::1]","hostKind":"IPv6address","path":""}
{"iri":"a://[v1.a]","scheme":"a","authority":"[v1.a]","host":"[v1.a]","hostKind":"IPvFuture","path":""}
{"iri":"a://256.1.1.1","scheme":"a","authority":"256.1.1.1","host":"256.1.1.1","hostKind":"reg-name","path":""}
`, 0},
		{"HTML is not escaped", nil, "a:?b&c\na:<&>\n", `{"iri":"a:?b&c","scheme":"a","path":"","query":"b&c"}
{"error":"'<' is not allowed in a path; it is written %3C","reason":"not allowed in path","byte":2,"text":"a:<&>"}
`, 1},
		{"not ASCII", nil, "http://日本/é\n", `{"iri":"http://日本/é","scheme":"http","authority":"日本","host":"日本","hostKind":"reg-name","path":"/é"}
`, 0},
		{"invisible characters are escaped", nil, "a:\u202e\u200b\U000e1000\n", `{"iri":"a:\u202e\u200b\udb44\udc00","scheme":"a","path":"\u202e\u200b\udb44\udc00"}
`, 0},
		{"bad lines among good ones", nil, "a:\n1\n\nb:", `{"iri":"a:","scheme":"a","path":""}
{"error":"no scheme: \"1\" begins with '1'","reason":"no scheme","byte":0,"text":"1"}
{"error":"no scheme: the text is empty; rule IRI-reference takes texts without a scheme","reason":"no scheme","byte":0,"text":""}
{"iri":"b:","scheme":"b","path":""}
`, 1},
		{"control characters", nil, "a\x01\x1b\x7f\u009b\n", `{"error":"'\\x01' is not allowed in a scheme","reason":"not allowed in scheme","byte":1,"text":"a\u0001\u001b\u007f\u009b"}
`, 1},
		{"invalid UTF-8", nil, "\xffa\n\ufffd\n", `{"error":"ill-formed UTF-8 0xFF","reason":"ill-formed UTF-8","byte":0,"base64":"/2E="}
{"error":"no scheme: \"\ufffd\" begins with U+FFFD","reason":"no scheme","byte":0,"text":"\ufffd"}
`, 1},
		{"NUL ends records", []string{"-0"}, "a:\x00b\n\x00", `{"iri":"a:","scheme":"a","path":""}` + "\x00" +
			`{"error":"'\\n' is not allowed in a scheme; the end of a line does not belong to the text","reason":"not allowed in scheme","byte":1,"text":"b\u000a"}` + "\x00", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := append([]string{"split"}, test.args...)
			invoke(strings.NewReader(test.input), args...).want(t, outcome{stdout: test.stdout, status: test.status})
		})
	}
}

func TestSplitFiles(t *testing.T) {
	a, b := write(t, "a", "a:"), write(t, "b", "b:")
	invoke(strings.NewReader("c:"), "split", a, "-", b).want(t, outcome{
		stdout: `{"iri":"a:","scheme":"a","path":""}
{"iri":"c:","scheme":"c","path":""}
{"iri":"b:","scheme":"b","path":""}
`,
	})
}

// Escapes of all kinds mean the text that was read.
func TestSplitLosesNothing(t *testing.T) {
	for _, text := range []string{
		"", "a", "\"\\\x01\t\r\x1f\x7f\u0080\u009f\u00a0<>&", "\u2028\u2029\u202e\ufeff\ufffd\uffff", "日😀\U000e0001\U0010ffff",
		"\xff", "a\xc3", "\xed\xa0\x80", "\ufffd\xff",
	} {
		got := invoke(strings.NewReader(text+"\n"), "split")
		var object struct {
			Text   string
			Base64 []byte
		}
		if err := json.Unmarshal([]byte(got.stdout), &object); err != nil {
			t.Errorf("%q: %v in %s", text, err, got.stdout)
		}
		if object.Text+string(object.Base64) != text {
			t.Errorf("%q became %s", text, got.stdout)
		}
		if strings.Count(got.stdout, "\n") != 1 {
			t.Errorf("%q: not one line: %q", text, got.stdout)
		}
	}
}

func TestSplitLongLine(t *testing.T) {
	const long = 2_000_000
	input := io.MultiReader(strings.NewReader("a:"), &xReader{long}, strings.NewReader("?\nb:\n"))
	xs := strings.Repeat("x", long)
	if got := invoke(input, "split"); got != (outcome{
		stdout: `{"iri":"a:` + xs + `?","scheme":"a","path":"` + xs + `","query":""}
{"iri":"b:","scheme":"b","path":""}
`,
	}) {
		t.Errorf("%d bytes on stdout, stderr %q, status %d", len(got.stdout), got.stderr, got.status)
	}
}
