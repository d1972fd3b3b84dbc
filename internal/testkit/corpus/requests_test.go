package corpus_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/internal/testkit/matcher"
)

// served is the part of absolute-form that the prose of RFC 9110, sections 4.2.1 and 4.2.2, allows for http and https.
const served = `
served    = ( "http" / "https" ) "://" [ userinfo "@" ] some-host [ ":" port ] path-abempty [ "?" query ]
some-host = IP-literal / 1*( unreserved / pct-encoded / sub-delims )
`

// TestRequests checks the labels against the grammar of the RFCs and, for their prose, an independent implementation of
// the rules.
func TestRequests(t *testing.T) {
	list, err := corpus.Requests("../../../httpguard/testdata/requests.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	forms, err := os.ReadFile("../../../tables/rfc9112.abnf")
	if err != nil {
		t.Fatal(err)
	}
	g := matcher.Parse(t, string(forms)+served)
	g.Encoding = abnf.Octets
	g.Import(matcher.ParseFile(t, "../../../tables/rfc3986.abnf"))
	names := make(map[string]bool)
	for _, r := range list {
		if names[r.Name] || r.Name == "" || r.Why == "" {
			t.Errorf("%s: a duplicate name, or no name or reason", r.Name)
		}
		names[r.Name] = true
		label, reason := classify(g, r)
		if label == "valid" && (r.Label == "policy" || r.Label == "message") {
			label = r.Label // classify knows neither httpguard.Safe nor the rest of the message
		}
		if r.Label != label || r.RFC != reason {
			t.Errorf("%s is %s (%s), want %s (%s)", r.Name, r.Label, r.RFC, label, reason)
		}
		if (r.Label == "policy") != (r.Safe != r.RFC && r.RFC == "") {
			t.Errorf("%s is %s, and Safe says %q", r.Name, r.Label, r.Safe)
		}
	}
	if len(list) < 300 {
		t.Errorf("%d requests", len(list))
	}
}

// classify returns the label that follows from the RFCs, and the reason to refuse the request.
func classify(g *abnf.Grammar, r corpus.Request) (label, reason string) {
	if r.Method == "" {
		return "message", ""
	}
	in := func(rule, text string) bool {
		return matcher.Matches(g, rule, strings.Replace(text, strings.Repeat(r.Fill, r.Times), r.Fill+r.Fill, 1))
	}
	forms := []string{"origin-form", "absolute-form"}
	switch r.Method {
	case "CONNECT":
		forms = []string{"authority-form"}
	case "OPTIONS":
		forms = append(forms, "asterisk-form")
	}
	fits := false
	for _, form := range forms {
		fits = fits || in(form, r.Target)
	}
	switch {
	case !in("method", r.Method):
		return "grammar", "method"
	case !fits && in("request-target", r.Target):
		return "grammar", "form"
	case !fits:
		return "grammar", "syntax"
	case len(r.Hosts) == 0 && r.Proto == "HTTP/1.1":
		return "must", "no-host"
	case len(r.Hosts) > 1:
		return "must", "several-hosts"
	case len(r.Hosts) == 1 && !in("host-field", r.Hosts[0]):
		return "grammar", "syntax"
	case r.Method == "CONNECT" && !isPort(r.Target):
		return "must", "connect-port"
	case isHTTP.MatchString(r.Target) && r.Method != "CONNECT" && !in("served", r.Target):
		return "must", "empty-http-host"
	}
	return "valid", ""
}

var isHTTP = regexp.MustCompile("(?i)^https?:")

// isPort reports whether an authority ends with a valid port.
func isPort(authority string) bool {
	port, err := strconv.ParseUint(authority[strings.LastIndex(authority, ":")+1:], 10, 16)
	return err == nil && port > 0
}
