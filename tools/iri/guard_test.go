package main

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.org/iri/httpguard"
)

const server = "http://127.0.0.1:8080"

// What is wrong is told before anything listens.
func TestGuardUsage(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	const to, like, help = "iri: --to: ", "; it is such as http://127.0.0.1:8080", "; see iri guard --help\n"
	for _, test := range []struct {
		args   string
		stderr string
	}{
		{"", `iri: required flag(s) "listen", "to" not set` + help},
		{"--to " + server, `iri: required flag(s) "listen" not set` + help},
		{"--listen :0 --to http://h list.txt", `iri: unknown command "list.txt" for "iri guard"` + help},
		{"--listen :0 --to http://h --null", "iri: unknown flag: --null" + help},
		{"--listen :0 --to localhost:8080", to + "'l' is not allowed in http-URI" + like + help},
		{"--listen :0 --to http:///a", to + "'/' is not allowed in an authority" + like + help},
		{"--listen :0 --to ftp://h", to + "'f' is not allowed in http-URI" + like + help},
		{"--listen :0 --to http://a%b", to + "'%' without two hexadecimal digits; the sign itself is written %25" + like + help},
		{"--listen :0 --to https://h/#a", to + "'#' is not allowed in a path" + like + help},
		{"--listen :0 --to http://user:pw@h", to + "a userinfo, which would go nowhere" + like + help},
		{"--listen :0 --to HTTPS://h/?", to + "a query, which would go nowhere" + like + help},
		{"--listen :0 --to http://h:65536", to + "no port has the number 65536" + help},
		{"--listen :0 --to http://h:0", to + "no port has the number 0" + help},
		{"--listen 80 --to http://h", "iri: --listen: listen tcp: address 80: missing port in address\n"},
		{"--listen " + taken.Addr().String() + " --to http://h", "iri: --listen: listen tcp " + taken.Addr().String() + ": bind: address already in use\n"},
		{"--listen :0 --to http://h --policy saef", "iri: --policy: open saef: no such file or directory\n"},
	} {
		invoke(nil, append([]string{"guard"}, strings.Fields(test.args)...)...).want(t, outcome{stderr: test.stderr, status: 2})
	}
}

// A policy is told to be wrong at its place.
func TestGuardPolicyFault(t *testing.T) {
	for text, want := range map[string]string{
		"safe\n\n  ports 80-1":                ":3:3: ports: \"80-1\" is no range of ports\n",
		"safe\nrefuse a\x1b":                  ":2:1: refuse: \"a\\x1b\" is no reason\n",
		"<html>":                              ":1:1: <html>: no such word\n",
		`{"refuse":[` + "\n\"a\",}":           ":2:5: invalid character '}' looking for beginning of value\n",
		`{"iri":` + "\n 1}":                   ":2:2: iri: json: cannot unmarshal number into Go struct field object.iri of type bool\n",
		"{\"iri\":true,\n\"refuse\":[\"a\"]}": ":2:1: refuse: \"a\" is no reason\n",
		`{"a":1}`:                             ":1:1: json: unknown field \"a\"\n",
		`{`:                                   ":1:1: unexpected end of JSON input\n",
	} {
		file := write(t, "policy", text)
		invoke(nil, "guard", "--listen", ":0", "--to", server, "--policy", file).want(t, outcome{stderr: file + want, status: 2})
	}
}

func TestGuardPolicy(t *testing.T) {
	for text, want := range map[string]func(p *httpguard.Policy){
		"":                               func(*httpguard.Policy) {},
		"safe\nallow empty-segment":      func(p *httpguard.Policy) { *p = httpguard.Safe; p.Refuse &^= httpguard.ReasonEmptySegment },
		" {\"refuse\":[\"userinfo\"]}\n": func(p *httpguard.Policy) { p.Refuse, p.Schemes = httpguard.ReasonUserinfo, []string{} },
	} {
		var p httpguard.Policy
		want(&p)
		wanted, _ := p.MarshalText()
		got, err := readPolicy(newGuard(), write(t, "policy", text))
		if has, _ := got.MarshalText(); err != nil || string(has) != string(wanted) {
			t.Errorf("%q: %v\n%s\nwant\n%s", text, err, has, wanted)
		}
	}
}

// TestGuardHelp: the answer in the help text is the one that is given.
func TestGuardHelp(t *testing.T) {
	_, example, _ := strings.Cut(guardHelp, "  $ curl 'http://127.0.0.1:8080")
	target, rest, _ := strings.Cut(example, "'\n")
	want, _, _ := strings.Cut(rest, "\n\n")
	r := httptest.NewRequest("GET", target, nil)
	w := httptest.NewRecorder()
	httpguard.Handler(http.NotFoundHandler(), httpguard.Safe).ServeHTTP(w, r)
	if got := w.Body.String(); squeeze(got) != squeeze(want) {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func squeeze(text string) string { return strings.Join(strings.Fields(text), "") }
