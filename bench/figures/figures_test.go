package main

import (
	"strings"
	"testing"
)

const printed = `cpu: Abacus
BenchmarkBatch/tier=A/list=x/func=utf8.Valid-2 10 50 ns/op 10 ns/string
BenchmarkBatch/tier=A/list=x/func=Lines-2      10 50 ns/op 3 ns/string
BenchmarkBatch/tier=A/list=x/func=utf8.Valid-2 10 50 ns/op 30 ns/string
BenchmarkBatch/tier=A/list=x/func=Lines-2      10 50 ns/op 2 ns/string
BenchmarkBatch/tier=A/list=x/func=utf8.Valid-2 10 50 ns/op 20 ns/string
BenchmarkBatch/tier=A/list=x/func=Lines-2      10 50 ns/op 10 ns/string
BenchmarkBatch/tier=A/list=y/func=utf8.Valid-2 10 50 ns/op 10 ns/string
BenchmarkBatch/tier=A/list=y/func=Lines-2      10 50 ns/op 6 ns/string
BenchmarkOperation/op=normalize/list=x/func=F-2      10 50 ns/op 1500 ns/string 0 other/list
BenchmarkOperation/op=normalize-more/list=x/func=F-2 10 50 ns/op 1500 ns/string 0 other/list
BenchmarkOperation/op=normalize-more/list=x/func=G-2 10 50 ns/op 3000 ns/string 7 other/list
`

// TestTables: a cell is a median of runs, or a mean of medians.
func TestTables(t *testing.T) {
	r, err := read(strings.NewReader(printed))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		*table
		want string
	}{
		{batchTable(r), "| | A |\n|---|--:|\n| `Lines` | 0.30 (0.60) |\n"},
		{operationsTable(r), "| | x | other results |\n|---|--:|--:|\n| normalize: `F` | 1,500 ns | 0 |\n| normalize: `G` | 2.0 | 7 |\n"},
	} {
		if got := test.String(); got != test.want {
			t.Errorf("%swant\n%s", got, test.want)
		}
	}
}

func TestReplace(t *testing.T) {
	got, ok := replace("a\n<!-- x -->\nold\n<!-- /x -->\nb\n", "x", "new\n")
	if want := "a\n<!-- x -->\nnew\n<!-- /x -->\nb\n"; got != want || !ok {
		t.Errorf("%q, %t", got, ok)
	}
	if _, ok := replace(got, "y", ""); ok {
		t.Error("y was replaced")
	}
}
