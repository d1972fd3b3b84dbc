package main

import (
	"flag"
	"math/rand/v2"
	"testing"

	"example.org/iri/httpguard"
	"example.org/iri/internal/testkit/corpus"
)

var mutated = flag.Int("mutated", 2000, "how `many` mutated requests a filtered front gets")

// TestMutated changes request lines and Host fields: a backend behind the filter must only receive requests that Check
// accepts, and the following request must not be poisoned.
func TestMutated(t *testing.T) {
	var plain []corpus.Request
	for _, r := range requestsOf(t) {
		if r.Plain && r.Times == 0 {
			plain = append(plain, r)
		}
	}
	for _, k := range kinds {
		if k.filtered {
			t.Run(k.name, func(t *testing.T) { testMutated(t, k, plain) })
		}
	}
}

func testMutated(t *testing.T, k kind, plain []corpus.Request) {
	f := open(t, k)
	random := rand.New(rand.NewPCG(9112, 9110))
	for i := range *mutated {
		r := mutate(random, plain[random.IntN(len(plain))])
		o, err := f.send(r, pipelined, i)
		if err != nil {
			t.Fatal(err)
		}
		if o.poison != "" {
			t.Errorf("%q: %s", r.Raw, o.poison)
		}
		for _, m := range o.passed {
			method, target, _ := m.line()
			var hosts [][]byte
			for _, host := range m.field("Host") {
				hosts = append(hosts, []byte(host))
			}
			if _, err := httpguard.RFC.Check([]byte(method), []byte(target), hosts...); err != nil {
				t.Errorf("%q became %q: %v", r.Raw, m.head, err)
			}
		}
	}
}

// mutate changes, adds or removes some bytes of a request before its end.
func mutate(random *rand.Rand, r corpus.Request) corpus.Request {
	const bytes = " \t\r\n\x00/\\?#%:@[]();.,&=*\"<a1A\x7f\x80\xc3\xff"
	message := []byte(r.Raw)
	for range 1 + random.IntN(3) {
		at := random.IntN(len(message) - len("\r\n\r\n"))
		b := bytes[random.IntN(len(bytes))]
		switch random.IntN(3) {
		case 0:
			message[at] = b
		case 1:
			message = append(message[:at], append([]byte{b}, message[at:]...)...)
		case 2:
			message = append(message[:at], message[at+1:]...)
		}
	}
	r.Raw = string(message)
	return r
}
