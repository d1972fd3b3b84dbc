package httpguard

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"net/http"
	"reflect"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/corpus"
	"example.org/iri/rule"
)

func genPolicy(params *gopter.GenParameters) *gopter.GenResult {
	return gopter.NewGenResult(randomPolicy(params.Rng), gopter.NoShrinker)
}

func randomPolicy(rnd *rand.Rand) Policy {
	p := Policy{Refuse: Reasons(rnd.Uint32()) & everySwitch, IRI: rnd.Intn(2) == 0, Browser: rnd.Intn(2) == 0, Observe: rnd.Intn(2) == 0}
	for _, scheme := range []string{"http", "https", "urn", "a"} {
		if rnd.Intn(3) == 0 {
			p.Schemes = append(p.Schemes, scheme)
		}
	}
	if rnd.Intn(2) == 0 {
		p.Ports = PortRange{uint16(rnd.Intn(100)), uint16(100 + rnd.Intn(65436))}
	}
	for _, limit := range []*int{&p.Max.Target, &p.Max.Scheme, &p.Max.Userinfo, &p.Max.Host, &p.Max.Path, &p.Max.Query} {
		if rnd.Intn(3) == 0 {
			*limit = rnd.Intn(12)
		}
	}
	return p
}

var everySwitch = Safe.Refuse.With(ReasonQueryFormatting)

// randomRequest generates strings that are mostly requests.
func randomRequest(rnd *rand.Rand) (method, target string, hosts []string) {
	pick := func(list ...string) string { return list[rnd.Intn(len(list))] }
	method = pick("GET", "GET", "OPTIONS", "CONNECT", "G T")
	host := pick("h", "h.example", "[::1]", "", "%2Fh", "é", "h\x00", "h.", "127.1") + pick("", ":80", ":0", ":", ":080", ":65536")
	front := pick("", "", "http://"+host, "HTTP://u@"+host, "urn:a", "*", host)
	target = front
	for range rnd.Intn(4) {
		target += pick("/", "/a", "/..", "/%2e", "%2F", "%00", "%0A", "//", "/é", "[", "..", ";", "\u202e", "?", "?%2F", "=%E2%80%AE", "#", "\r")
	}
	for range []int{1, 1, 1, 0, 2}[rnd.Intn(5)] {
		hosts = append(hosts, pick(host, host, "h", "other"))
	}
	return method, target, hosts
}

// TestProperties checks that policies survive JSON; that a policy with more switches does not refuse less; that the
// RFCs' refusals have the same reason under all policies; and that offsets lie in the input.
func TestProperties(t *testing.T) {
	params := gopter.DefaultTestParametersWithSeed(testkit.Seed(1))
	params.MinSuccessfulTests = 2000
	if *testkit.Long {
		params.MinSuccessfulTests = 50_000
	}
	p := gopter.NewProperties(params)
	p.Property("JSON comes back", prop.ForAll(comesBack, genPolicy))
	p.Property("more refuses no less", prop.ForAll(func(p, q Policy, seed int64) (string, error) {
		return "", monotone(p, q, rand.New(rand.NewSource(seed)))
	}, genPolicy, genPolicy, genSeed))
	p.TestingRun(t)
}

func genSeed(params *gopter.GenParameters) *gopter.GenResult {
	return gopter.NewGenResult(params.Rng.Int63(), gopter.NoShrinker)
}

func comesBack(p Policy) (string, error) {
	object, err := json.Marshal(p)
	if err != nil {
		return "", err
	}
	var back Policy
	if err := json.Unmarshal(object, &back); err != nil || !reflect.DeepEqual(back, p) {
		return "", fmt.Errorf("%s: %+v, %v", object, back, err)
	}
	return "", nil
}

// monotone compares a policy with a stricter one for a request.
func monotone(p, q Policy, rnd *rand.Rand) error {
	method, target, hosts := randomRequest(rnd)
	more := Policy{Refuse: p.Refuse | q.Refuse, IRI: p.IRI, Browser: p.Browser, Schemes: p.Schemes, Ports: p.Ports, Max: p.Max}
	byRFC := refusal(Policy{IRI: p.IRI, Browser: p.Browser}, method, target, hosts...)
	byLess, byMore := refusal(p, method, target, hosts...), refusal(more, method, target, hosts...)
	switch {
	case byRFC != (Error{}) && (byLess != byRFC || byMore != byRFC):
		return fmt.Errorf("%s %q %q: %v under rfc, %v and %v else", method, target, hosts, byRFC.Reason, byLess, byMore)
	case byLess != (Error{}) && byMore == (Error{}):
		return fmt.Errorf("%s %q %q: refused by less: %v", method, target, hosts, byLess)
	}
	return inRange(byMore, method, target, hosts)
}

// inRange returns an error if an Error does not fit the request.
func inRange(e Error, method, target string, hosts []string) error {
	if e == (Error{}) {
		return nil
	}
	longest := map[string]int{inMethod: len(method), inTarget: len(target)}
	if len(hosts) == 1 {
		longest[inHost] = len(hosts[0])
	}
	if e.Reason.String() == "" || e.Offset < 0 || e.Offset > longest[e.In] ||
		(e.Status != 400 && e.Status != 414 && e.Status != 421) {
		return fmt.Errorf("%s %q %q: %+v", method, target, hosts, e)
	}
	return nil
}

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
