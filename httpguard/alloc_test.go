package httpguard_test

import (
	"net/http"
	"strings"
	"testing"

	"example.org/iri/httpguard"
	"example.org/iri/internal/testkit/corpus"
)

// TestAcceptedAllocateNothing checks all requests of the corpus that a policy accepts, by Check and a handler, with
// both types of input.
func TestAcceptedAllocateNothing(t *testing.T) {
	list, err := corpus.Requests("testdata/requests.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	next := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	for name, p := range map[string]httpguard.Policy{"RFC": httpguard.RFC, "Safe": httpguard.Safe, "Browser": httpguard.Browser, "IRI": {IRI: true}} {
		accepted, guard := 0, httpguard.Handler(next, p)
		for _, x := range list {
			if len(x.Hosts) != 1 {
				continue
			}
			method, target, host := []byte(x.Method), []byte(x.Target), []byte(x.Hosts[0])
			if _, err := p.Check(method, target, host); err != nil {
				continue
			}
			accepted++
			r := &http.Request{Method: x.Method, RequestURI: x.Target, Host: x.Hosts[0], ProtoMajor: 1, ProtoMinor: 1}
			calls := map[string]func(){
				"Check":   func() { p.Check(method, target, host) },
				"Handler": func() { guard.ServeHTTP(nil, r) },
				"Parts":   func() { httpguard.Parts(r) },
			}
			if strings.HasPrefix(x.Target, "/") {
				r := &http.Request{Method: x.Method, RequestURI: x.Target, Host: x.Hosts[0], ProtoMajor: 2, Header: http.Header{"Host": {x.Hosts[0]}}}
				calls["HTTP/2"] = func() { guard.ServeHTTP(nil, r) }
			}
			for call, run := range calls {
				if n := testing.AllocsPerRun(10, run); n != 0 {
					t.Errorf("%s, %s, %s: %v allocations", name, x.Name, call, n)
				}
			}
		}
		if t.Logf("%s accepts %d", name, accepted); accepted < 100 {
			t.Errorf("%s accepts only %d", name, accepted)
		}
	}
}
