//go:build nightly

package bindings

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// oddities has messages for the rows of the first table of proxies.md, and the cell of those fronts that pass a message on,
// with a part of what the backend gets, in lower case. Other fronts answer 400.
var oddities = []struct{ row, raw, cell, part string }{
	{"two Host fields", "GET / HTTP/1.1\r\nHost: h\r\nHost: other\r\n", "", ""},
	{"two Host fields", "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n", "400 if they differ", "host: h\r\n"},
	{"`Host: h<x`", "GET / HTTP/1.1\r\nHost: h<x\r\n", "passed", "host: h<x\r\n"},
	{"`#` in the target", "GET /a#b HTTP/1.1\r\nHost: h\r\n", "passed", "get /a#b "},
	{"`%zz` in the path", "GET /%zz HTTP/1.1\r\nHost: h\r\n", "passed", "get /%zz "},
	{"`%2f` in the path", "GET /a%2fb HTTP/1.1\r\nHost: h\r\n", "passed", "get /a%2fb "},
	{"`//`, dot segments", "GET //a/../b HTTP/1.1\r\nHost: h\r\n", "passed", "get //a/../b "},
	{"a folded field (obs-fold)", "GET / HTTP/1.1\r\nHost: h\r\nX: a\r\n b\r\n", "spaces", "x: a   b\r\n"},
	{"Transfer-Encoding and Content-Length", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n", "reads chunks", "transfer-encoding: chunked\r\n"},
}

// testAlone compares a column of the table with what a front without the filter does.
func testAlone(t *testing.T, f *front, name string) {
	page, err := os.ReadFile("../../docs/security/proxies.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n\n| | ")
	table, _, _ = strings.Cut(table, "\n\n")
	lines := strings.Split(table, "\n")
	column := slices.Index(strings.Split(strings.Trim(lines[0], "| "), " | "), name) + 1
	checked := make(map[string]bool)
	for _, o := range oddities {
		for _, line := range lines {
			cells := strings.Split(strings.Trim(line, "| "), " | ")
			if cells[0] != o.row {
				continue
			}
			checked[o.row] = true
			passes := cells[column] == o.cell
			statuses, _ := f.exchange(t, "OTHER", o.raw+"Connection: close\r\n\r\n0\r\n\r\n")
			status, _, _ := strings.Cut(statuses, " ") // of the message alone
			arrived := f.backend.take() != ""
			if arrived != passes || (status == "200") != passes || !passes && (status != "400" || !strings.HasPrefix(cells[column], "400")) ||
				passes && !strings.Contains(strings.ToLower(f.backend.head), o.part) {
				t.Errorf("%s: %s, %q, and the page says %q", o.row, statuses, f.backend.head, cells[column])
			}
		}
	}
	if len(checked) != len(lines)-2 {
		t.Errorf("of %d rows, %d have checks", len(lines)-2, len(checked))
	}
}
