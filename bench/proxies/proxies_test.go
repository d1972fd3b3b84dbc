package main

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/corpus"
)

func requestsOf(t *testing.T) []corpus.Request {
	t.Helper()
	all, err := corpus.Requests(*requests)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// examined sends requests to a front, if it is installed.
func examined(t *testing.T, k kind, by way, all []corpus.Request) report {
	t.Helper()
	x, err := examine(k, by, all)
	if errors.Is(err, errAbsent) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// open opens a front, if it is installed, until the test ends.
func open(t *testing.T, k kind) *front {
	t.Helper()
	f, err := k.open()
	if errors.Is(err, errAbsent) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.close)
	return f
}

// exempt lists invalid requests that a server hides from the filter, with the fronts.
var exempt = map[string]string{
	// net/http sets the Host field to the target of CONNECT, even if it is absent.
	"host-none-connect": "ReverseProxy Caddy",
}

// TestFiltered checks that a backend behind the filter, with policy RFC, receives no invalid request, and that no
// following request is poisoned. The golden files list valid requests that are refused or changed, and invalid messages
// that are passed on: by the servers, not by the filter.
func TestFiltered(t *testing.T) {
	all := requestsOf(t)
	for _, k := range kinds {
		if k.filtered {
			t.Run(k.name, func(t *testing.T) { testFiltered(t, k, pipelined, all, k.name) })
			t.Run(k.name+"KeptAlive", func(t *testing.T) { testFiltered(t, k, keptAlive, all, k.name) })
			t.Run(k.name+"H2", func(t *testing.T) { testFiltered(t, k, overHTTP2, overH2(all), k.name+"-h2") })
		}
	}
}

// TestShared is TestFiltered with requests of other projects.
func TestShared(t *testing.T) {
	folder := cmp.Or(os.Getenv("IRI_CONFORMANCE"), filepath.Join("..", "..", "..", "shared", "conformance"))
	all, err := corpus.SharedRequests(filepath.Join(folder, "proxy-requests.jsonl"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		if k.filtered {
			t.Run(k.name, func(t *testing.T) { testResults(t, k, examined(t, k, pipelined, all)) })
		}
	}
}

func testFiltered(t *testing.T, k kind, by way, all []corpus.Request, file string) {
	x := examined(t, k, by, all)
	testResults(t, k, x)
	var b strings.Builder
	writeList(&b, x)
	testkit.Golden(t, "testdata/"+strings.ReplaceAll(file, " ", "-")+".txt", backendAddr.ReplaceAllString(b.String(), "BACKEND"))
}

// testResults checks that no invalid request is passed on, and nothing is poisoned.
func testResults(t *testing.T, k kind, x report) {
	t.Helper()
	for _, v := range x.results {
		if v.poison != "" {
			t.Errorf("%s: %s", v.request.Name, v.poison)
		}
		if invalid(v.request) && v.end != refused && !strings.Contains(exempt[v.request.Name], k.name) {
			t.Errorf("%s is passed on: %.100q", v.request.Name, v.passed[0].head)
		}
	}
}

var backendAddr = regexp.MustCompile(`127\.0\.0\.1:[0-9]{5}`)

// TestAlone checks that proxies alone pass on invalid requests, and that the harness detects it.
func TestAlone(t *testing.T) {
	for _, k := range kinds {
		if k.filtered {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			n := 0
			for _, v := range examined(t, k, pipelined, requestsOf(t)).results {
				if invalid(v.request) && v.end != refused {
					n++
				}
			}
			if n < 50 {
				t.Errorf("%d invalid requests are passed on: fewer than it is known for", n)
			}
		})
	}
}

func TestSift(t *testing.T) {
	follower, probe := message{head: plain("/follower-1")}, message{head: plain("/probe-1")}
	first := message{head: plain("/a")}
	for name, test := range map[string]struct {
		seen    []message
		answers []answer
		poison  bool
	}{
		"all is well":       {[]message{first, follower, probe}, []answer{{200, 0}, {200, 1}}, false},
		"refused":           {[]message{probe}, []answer{{400, -1}}, false},
		"swallowed":         {[]message{{head: first.head, body: follower.head}, probe}, []answer{{200, 0}}, true},
		"a field":           {[]message{{head: "GET /a HTTP/1.1\r\nX: " + follower.head}, probe}, []answer{{200, 0}}, true},
		"twice":             {[]message{follower, follower, probe}, []answer{{200, 0}, {200, 1}}, true},
		"smuggled":          {[]message{first, {head: plain("/smuggled")}, follower, probe}, []answer{{200, 0}, {200, 2}}, true},
		"another Host":      {[]message{first, {head: "GET /follower-1 HTTP/1.1\r\nHost: h\r\n\r\n"}, probe}, []answer{{200, 0}, {200, 1}}, true},
		"answers crosswise": {[]message{first, follower, probe}, []answer{{200, 1}, {200, 0}}, true},
	} {
		if o := sift(test.seen, test.answers, "/follower-1", "/probe-1"); (o.poison != "") != test.poison {
			t.Errorf("%s: %q", name, o.poison)
		}
	}
}

func TestClassify(t *testing.T) {
	origin := corpus.Request{Label: "valid", Method: "GET", Target: "/a?b", Hosts: []string{"h"}}
	absolute := corpus.Request{Label: "valid", Method: "GET", Target: "http://u@h:1?b", Hosts: []string{"other"}}
	options := corpus.Request{Label: "valid", Method: "OPTIONS", Target: "http://h", Hosts: []string{"h"}}
	broken := corpus.Request{Label: "message"}
	for _, test := range []struct {
		request corpus.Request
		head    string
		end     end
	}{
		{origin, "GET /a?b HTTP/1.1\r\nHost: h", same},
		{origin, "GET /a HTTP/1.1\r\nHost: h", changed},
		{origin, "GET /a?b HTTP/1.1\r\nhost:other", changed},
		{origin, "PUT /a?b HTTP/1.1\r\nHost: h", changed},
		{origin, "GET /a?b HTTP/1.1\r\nHost: h\r\nHost: h", changed},
		{absolute, "GET http://u@h:1?b HTTP/1.1\r\nHost: other", same},
		{absolute, "GET /?b HTTP/1.1\r\nHost: h:1", same},
		{absolute, "GET /?b HTTP/1.1\r\nHost: other", changed},
		{options, "OPTIONS * HTTP/1.1\r\nHost: h", same},
		{options, "OPTIONS / HTTP/1.1\r\nHost: h", changed},
		{broken, "GET / HTTP/1.1\r\nHost: h.example\r\nX: a b", same},
		{broken, "GET / HTTP/1.1\r\nHost: h.example\r\nX: a\r\n b", changed},
		{broken, "GET / HTTP/1.1\r\nHost: h.example\r\nX: a\x00", changed},
		{broken, "GET / HTTP/1.1\nHost: h.example", changed},
		{broken, "GET / HTTP/1.1\r\nHost: h.example\r\nContent-Length: 0\r\nTransfer-Encoding: chunked", changed},
		{broken, "GET / HTTP/1.0\r\nHost: h.example\r\nTransfer-Encoding: chunked", changed},
	} {
		m := message{head: test.head + "\r\n\r\n"}
		if v := classify(test.request, outcome{passed: []message{m}}); v.end != test.end {
			t.Errorf("%s became %q: %d, want %d", test.request.Target, test.head, v.end, test.end)
		}
		m.torn = true
		if v := classify(test.request, outcome{passed: []message{m}}); v.end != refused {
			t.Errorf("%q, torn: %d", test.head, v.end)
		}
	}
}
