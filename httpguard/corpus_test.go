package httpguard_test

import (
	"errors"
	"testing"

	"example.org/iri/httpguard"
	"example.org/iri/internal/corpus"
)

// TestRequests: both policies say of every request what its line says.
func TestRequests(t *testing.T) {
	list, err := corpus.Requests("testdata/requests.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if r.Method == "" {
			continue // there is nothing to ask Check about
		}
		var hosts [][]byte
		for _, host := range r.Hosts {
			hosts = append(hosts, []byte(host))
		}
		if len(hosts) == 0 && r.Proto == "HTTP/1.0" {
			hosts = [][]byte{nil} // as Check asks for
		}
		check := func(name string, p httpguard.Policy, want string) {
			_, err := p.Check([]byte(r.Method), []byte(r.Target), hosts...)
			got := ""
			if e := (*httpguard.Error)(nil); errors.As(err, &e) {
				got = e.Reason.String()
			}
			if got != want {
				t.Errorf("%s: %s says %q, want %q: %.60q %.60q", r.Name, name, got, want, r.Target, r.Hosts)
			}
		}
		check("RFC", httpguard.RFC, r.RFC)
		check("Safe", httpguard.Safe, r.Safe)
	}
}
