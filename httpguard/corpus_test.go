package httpguard_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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
		testCheck(t, httpguard.RFC, r, r.RFC)
		testCheck(t, httpguard.Safe, r, r.Safe)
	}
}

// TestSharedRequests is TestRequests with those of other projects, about grammar.
func TestSharedRequests(t *testing.T) {
	folder := cmp.Or(os.Getenv("IRI_CONFORMANCE"), filepath.Join("..", "..", "shared", "conformance"))
	list, err := corpus.SharedRequests(filepath.Join(folder, "proxy-requests.jsonl"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		testCheck(t, httpguard.RFC, r, r.RFC)
	}
}

// testCheck asks a policy about a request; want is the name of a reason, or nothing.
func testCheck(t *testing.T, p httpguard.Policy, r corpus.Request, want string) {
	t.Helper()
	var hosts [][]byte
	for _, host := range r.Hosts {
		hosts = append(hosts, []byte(host))
	}
	if len(hosts) == 0 && r.Proto == "HTTP/1.0" {
		hosts = [][]byte{nil} // as Check asks for
	}
	_, err := p.Check([]byte(r.Method), []byte(r.Target), hosts...)
	got := ""
	if e := (*httpguard.Error)(nil); errors.As(err, &e) {
		got = e.Reason.String()
	}
	if got != want {
		t.Errorf("%s: %q, want %q: %.60q %.60q", r.Name, got, want, r.Target, r.Hosts)
	}
}

// TestFigures holds documents to what they say of the file of requests.
func TestFigures(t *testing.T) {
	list, err := corpus.Requests("testdata/requests.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	labels := make(map[string]int)
	for _, r := range list {
		labels[r.Label]++
	}
	invalid, valid := labels["grammar"]+labels["must"], labels["valid"]+labels["policy"]
	for _, x := range []struct{ file, text string }{
		{"README.md", fmt.Sprintf("Of %d requests that the RFCs forbid", invalid)},
		{"docs/assurance.md", fmt.Sprintf("`httpguard` judges %d requests", len(list))},
		{"docs/proxies-details.md", fmt.Sprintf("has %d requests as they stand on the wire.", len(list))},
		{"docs/proxies-details.md", fmt.Sprintf("%d are invalid, by the grammar (%d)", invalid, labels["grammar"])},
		{"docs/proxies-details.md", fmt.Sprintf("%d are valid, %d of which `safe` refuses.", valid, labels["policy"])},
		{"docs/proxies-details.md", fmt.Sprintf("%d have a fault that is not in method, target or Host", labels["message"])},
	} {
		doc, err := os.ReadFile(filepath.Join("..", x.file))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.Join(strings.Fields(string(doc)), " "), x.text) {
			t.Errorf("%s does not say: %s", x.file, x.text)
		}
	}
}
