//go:build nightly

package bindings

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// oddities has messages for the rows of the first table of proxies.md. For what a cell says, cells has the status
// of the answer, and a part of what the backend gets, in lower case.
var oddities = []struct {
	row   string
	raw   string
	cells map[string][2]string
}{
	{"two Host fields", "GET / HTTP/1.1\r\nHost: h\r\nHost: other\r\n", map[string][2]string{"400": {"400"}, "400 if they differ": {"400"}}},
	{"two Host fields", "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n", map[string][2]string{"400": {"400"}, "400 if they differ": {"200", "host: h\r\n"}}},
	{"`Host: h<x`", "GET / HTTP/1.1\r\nHost: h<x\r\n", map[string][2]string{"passed": {"200", "host: h<x\r\n"}}},
	{"`#` in the target", "GET /a#b HTTP/1.1\r\nHost: h\r\n", map[string][2]string{"passed": {"200", "get /a#b "}, "400": {"400"}}},
	{"`%zz` in the path", "GET /%zz HTTP/1.1\r\nHost: h\r\n", map[string][2]string{"passed": {"200", "get /%zz "}, "400": {"400"}}},
	{"`%2f` in the path", "GET /a%2fb HTTP/1.1\r\nHost: h\r\n", map[string][2]string{"passed": {"200", "get /a%2fb "}}},
	{"`//`, dot segments", "GET //a/../b HTTP/1.1\r\nHost: h\r\n", map[string][2]string{"passed": {"200", "get //a/../b "}}},
	{"a folded field (obs-fold)", "GET / HTTP/1.1\r\nHost: h\r\nX: a\r\n b\r\n", map[string][2]string{"400": {"400"}, "spaces": {"200", "x: a   b\r\n"}}},
	{"Transfer-Encoding and Content-Length", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n",
		map[string][2]string{"400": {"400"}, "reads chunks": {"200", "transfer-encoding: chunked\r\n"}}},
}

// testAlone compares a column of the table with what a front without the filter does.
func testAlone(t *testing.T, f *front, name string) {
	rows := tableOf(t, "../../docs/security/proxies.md", name)
	for _, o := range oddities {
		want, known := o.cells[rows[o.row]]
		if !known {
			t.Errorf("%s: the page says %q, which has no check", o.row, rows[o.row])
			continue
		}
		statuses, _ := f.exchange(t, f.replace.Replace("OTHER"), o.raw+"Connection: close\r\n\r\n0\r\n\r\n")
		status, _, _ := strings.Cut(statuses, " ") // of the message alone
		arrived := f.backend.take() != ""
		if status != want[0] || arrived != (want[1] != "") || arrived && !strings.Contains(strings.ToLower(f.backend.head), want[1]) {
			t.Errorf("%s: %s, %q, want %q", o.row, statuses, f.backend.head, want)
		}
	}
	if len(rows) != 8 {
		t.Errorf("the table has %d rows: are there checks for all?", len(rows))
	}
}

// tableOf returns a column of the first table of a page, by the cells of the first column.
func tableOf(t *testing.T, page, column string) map[string]string {
	t.Helper()
	source, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(source), "\n| | ")
	table, _, _ = strings.Cut(table, "\n\n")
	lines := strings.Split("| | "+table, "\n")
	at := slices.Index(strings.Split(lines[0], "|"), " "+column+" ")
	rows := make(map[string]string)
	for _, line := range lines[2:] {
		cells := strings.Split(line, "|")
		rows[strings.TrimSpace(cells[1])] = strings.TrimSpace(cells[at])
	}
	return rows
}
