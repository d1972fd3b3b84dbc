package httpguard_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/iri/httpguard"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/corpus"
)

func TestRequests(t *testing.T) {
	list, err := corpus.Requests("testdata/requests.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if r.Method == "" {
			continue // Check has nothing to validate
		}
		testCheck(t, httpguard.RFC, r, r.RFC)
		testCheck(t, httpguard.Safe, r, r.Safe)
		testCheck(t, httpguard.Browser, r, r.Browser)
	}
}

func TestSharedRequests(t *testing.T) {
	list, err := corpus.SharedRequests(testkit.Cases(t, "proxy-requests.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		testCheck(t, httpguard.RFC, r, r.RFC)
	}
}

// testCheck validates a request by a policy; want is the name of a reason, or "".
func testCheck(t *testing.T, p httpguard.Policy, r corpus.Request, want string) {
	t.Helper()
	var hosts [][]byte
	for _, host := range r.Hosts {
		hosts = append(hosts, []byte(host))
	}
	if len(hosts) == 0 && r.Proto == "HTTP/1.0" {
		hosts = [][]byte{nil} // as Check expects
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

// results is the output of bench/proxies.
const results = "bench/proxies/testdata/results.md"

// TestCounts compares numbers in documents with the file of requests.
func TestCounts(t *testing.T) {
	list, err := corpus.Requests("testdata/requests.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	labels := make(map[string]int)
	for _, r := range list {
		labels[r.Label]++
	}
	invalid, valid := labels["grammar"]+labels["must"], labels["valid"]+labels["policy"]
	for _, x := range []struct{ file, sentence string }{
		{"docs/security/request-filter.md", fmt.Sprintf("Of %d requests that the RFCs forbid", invalid)},
		{results, fmt.Sprintf("has %d requests as they stand on the wire.", len(list))},
		{results, fmt.Sprintf("%d are invalid, by the grammar (%d)", invalid, labels["grammar"])},
		{results, fmt.Sprintf("%d are valid, %d of which `safe` refuses.", valid, labels["policy"])},
		{results, fmt.Sprintf("%d are invalid outside of method, target and Host", labels["message"])},
	} {
		doc, err := os.ReadFile(filepath.Join("..", x.file))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.Join(strings.Fields(string(doc)), " "), x.sentence) {
			t.Errorf("%s does not have: %s", x.file, x.sentence)
		}
	}
}

// TestCountsOfPage compares the table of docs/security/request-filter.md with the first table of results.
func TestCountsOfPage(t *testing.T) {
	table := rows(t, "../"+results)
	names, passed := table["HTTP/1.1, pipelined"], table["**all of these: passed on**"]
	page := rows(t, "../docs/security/request-filter.md")
	alone, filtered := page["alone"], page["with the filter"]
	if len(page[""]) < 5 {
		t.Errorf("servers: %q", page[""])
	}
	for i, name := range page[""] {
		k := slices.Index(names, name)
		if k < 0 || alone[i] != passed[k] {
			t.Errorf("%s alone: %s is not what %s has", name, alone[i], results)
			continue
		}
		want := ""
		if k+1 < len(names) && names[k+1] == "filtered" {
			want = passed[k+1]
		}
		if filtered[i] != want {
			t.Errorf("%s with the filter: %s, want %s", name, filtered[i], want)
		}
	}
}

// rows returns the rows of all tables in a document by their first cell; the first row with a cell is kept.
func rows(t *testing.T, file string) map[string][]string {
	doc, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list := make(map[string][]string)
	for line := range strings.Lines(string(doc)) {
		cells := strings.Split(strings.Trim(line, "|\n"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if _, known := list[cells[0]]; !known && strings.HasPrefix(line, "|") {
			list[cells[0]] = cells[1:]
		}
	}
	return list
}
