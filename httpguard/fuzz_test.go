package httpguard

import (
	"net/http"
	"testing"

	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/rule"
)

// FuzzCheck checks that Check does not panic; that bytes, strings and a repetition have the same result; that offsets
// lie in the input; and that a policy without switches also accepts the request, with the same result.
func FuzzCheck(f *testing.F) {
	requests, err := corpus.Requests("testdata/requests.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for _, r := range requests {
		if len(r.Hosts) == 1 && len(r.Target) < 200 {
			f.Add(r.Method, r.Target, r.Hosts[0])
		}
	}
	f.Fuzz(func(t *testing.T, method, target, host string) {
		for _, p := range []Policy{RFC, Safe, Browser, {Refuse: everySwitch, IRI: true, Browser: true}} {
			v, err := p.Check([]byte(method), []byte(target), []byte(host))
			e := refusal(p, method, target, host)
			if (err == nil) != (e == Error{}) || (err != nil) != (v == Result{}) {
				t.Errorf("%+v, %+v, %v", e, v, err)
			}
			if err := inRange(e, method, target, []string{host}); err != nil {
				t.Error(err)
			}
			rfc, errRFC := (&Policy{IRI: p.IRI, Browser: p.Browser}).Check([]byte(method), []byte(target), []byte(host))
			if err == nil && (errRFC != nil || rfc != v) {
				t.Errorf("safe %v, rfc %v %v", v, rfc, errRFC)
			}
			if again, err := p.CheckRequest(&http.Request{Method: method, RequestURI: target, Host: host, ProtoMajor: 1, ProtoMinor: 1}); e == (Error{}) &&
				again.Target != v.Target && v.Form != rule.AbsoluteForm {
				t.Errorf("CheckRequest %v, %v, want %v", again, err, v)
			}
		}
	})
}

// FuzzPolicy checks the round trip of policies in JSON.
func FuzzPolicy(f *testing.F) {
	for _, x := range fieldCases {
		f.Add(x.object)
	}
	f.Fuzz(func(t *testing.T, object string) {
		var p Policy
		if p.UnmarshalJSON([]byte(object)) != nil {
			return
		}
		if len(p.Schemes) == 0 {
			p.Schemes = nil
		}
		if _, err := comesBack(p); err != nil {
			t.Error(err)
		}
	})
}
