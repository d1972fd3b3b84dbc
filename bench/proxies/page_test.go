package main

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit/corpus"
)

// oddities has messages for the rows of the first table of proxies.md, and a part of what the backend gets, in lower
// case, for each cell but 400.
var oddities = []struct {
	row, raw string
	passed   map[string]string
}{
	{"two Host fields", "GET / HTTP/1.1\r\nHost: h\r\nHost: other\r\n", map[string]string{"uses the first": "host: h\r\n"}},
	{"two Host fields", "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n", map[string]string{"uses the first": "host: h\r\n", "400 if they differ": "host: h\r\n"}},
	{"`Host: h<x`", "GET / HTTP/1.1\r\nHost: h<x\r\n", map[string]string{"passed": "host: h<x\r\n"}},
	{"`#` in the target", "GET /a#b HTTP/1.1\r\nHost: h\r\n", map[string]string{"passed": "get /a#b ", "`%23`": "get /a%23b ", "cut off": "get /a "}},
	{"`%zz` in the path", "GET /%zz HTTP/1.1\r\nHost: h\r\n", map[string]string{"passed": "get /%zz ", "`%25zz`": "get /%25zz "}},
	{"`%2f` in the path", "GET /a%2fb HTTP/1.1\r\nHost: h\r\n", map[string]string{"passed": "get /a%2fb ", "a slash": "get /a/b "}},
	{"`//`, dot segments", "GET //a/../b HTTP/1.1\r\nHost: h\r\n", map[string]string{"passed": "get //a/../b ", "removed": "get /b "}},
	{"a folded field (obs-fold)", "GET / HTTP/1.1\r\nHost: h\r\nX: a\r\n b\r\n", map[string]string{"one space": "x: a b\r\n", "spaces": "x: a   b\r\n"}},
	{"Transfer-Encoding and Content-Length", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n", map[string]string{"reads chunks": "\r\nx"}},
}

// TestPage compares the first table of proxies.md with what the servers do.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/security/proxies.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n\n| | ")
	table, _, _ = strings.Cut(table, "\n\n")
	lines := strings.Split(table, "\n")
	names := strings.Split(strings.Trim(lines[0], " |"), " | ")
	rows := make(map[string][]string)
	for _, line := range lines[2:] {
		name, cells, _ := strings.Cut(strings.Trim(line, " |"), " | ")
		rows[name] = strings.Split(cells, " | ")
	}
	checked := make(map[string]bool)
	for _, o := range oddities {
		if rows[o.row] == nil {
			t.Fatalf("the page has no row %s", o.row)
		}
		checked[o.row] = true
	}
	if len(checked) != len(rows) {
		t.Errorf("%d of %d rows have messages", len(checked), len(rows))
	}
	for _, k := range kinds {
		column := slices.Index(names, strings.Replace(k.name, "ReverseProxy", "net/http", 1))
		if column >= 0 && !k.filtered {
			t.Run(k.name, func(t *testing.T) { testColumn(t, k, rows, column) })
		}
	}
}

func testColumn(t *testing.T, k kind, rows map[string][]string, column int) {
	f := open(t, k)
	for i, o := range oddities {
		raw := o.raw + "\r\n"
		if strings.Contains(raw, "chunked") {
			raw += "1\r\nx\r\n0\r\n\r\n"
		}
		got, err := f.send(corpus.Request{Method: http.MethodGet, Raw: raw}, pipelined, i)
		if err != nil {
			t.Fatal(err)
		}
		cell := rows[o.row][column]
		want, passes := o.passed[cell]
		if !passes && (!strings.HasPrefix(cell, "400") || got.status != http.StatusBadRequest || len(got.passed) > 0) ||
			passes && (len(got.passed) != 1 || !strings.Contains(strings.ToLower(got.passed[0].head+got.passed[0].body), want)) {
			t.Errorf("%s: status %d, %v, and the page has %q", o.row, got.status, got.passed, cell)
		}
	}
}
