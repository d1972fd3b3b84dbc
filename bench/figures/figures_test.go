package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const printed = `cpu: Abacus
BenchmarkOperation/op=normalize/list=url/func=F-2      10 50 ns/op 1500 ns/string 0 other/list
BenchmarkOperation/op=normalize-more/list=url/func=F-2 10 50 ns/op 1500 ns/string 0 other/list
BenchmarkOperation/op=normalize-more/list=url/func=G-2 10 50 ns/op 3000 ns/string 1000 other/list
BenchmarkOperation/op=normalize-more/list=rdf/func=F-2 10 50 ns/op 20 ns/string 0 other/list
BenchmarkOperation/op=normalize-more/list=rdf/func=G-2 10 50 ns/op 10 ns/string 7 other/list
BenchmarkOperation/op=normalize-more/list=rdf/func=G-2 10 50 ns/op 30 ns/string 7 other/list
BenchmarkOperation/op=normalize-more/list=rdf/func=G-2 10 50 ns/op 90 ns/string 7 other/list
BenchmarkOperation/op=normalize-more/list=intl/func=F-2 10 50 ns/op 20 ns/string 0 other/list
BenchmarkOperation/op=normalize-more/list=intl/func=G-2 10 50 ns/op 300 ns/string 0 other/list
BenchmarkOperation/op=normalize-more/list=pct/func=F-2 10 50 ns/op 20 ns/string 0 other/list
BenchmarkOperation/op=normalize-more/list=pct/func=G-2 10 50 ns/op 10 ns/string 0 other/list
BenchmarkCommand/file=x/program=wc_-l-2 1 50 ns/op 2000000000 cpu-ns/GB
BenchmarkCommand/file=x/program=iri-2   1 50 ns/op 1000000000 cpu-ns/GB
`

// TestTables checks medians, and ratios to the first row of a group.
func TestTables(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bench.txt")
	if err := os.WriteFile(file, []byte(printed), 0o666); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := operations(&out, file); err != nil {
		t.Fatal(err)
	}
	if err := programs(&out, file); err != nil {
		t.Fatal(err)
	}
	const want = `
| | url | rdf | intl | pct | other results |
|---|--:|--:|--:|--:|--:|
| normalize: ` + "`F`" + ` | 1,500 ns | 20 ns | 20 ns | 20 ns | 0 |
| normalize: ` + "`G`" + ` | 2.0 | 1.5 | 15 | 0.50 | 1,007 |

| | relative to wc | CPU s a GB |
|---|--:|--:|
| x: ` + "`wc -l`" + ` | 1.0 | 2.0 |
| x: ` + "`iri`" + ` | 0.50 | 1.0 |
`
	if out.String() != want {
		t.Errorf("%s", out.String())
	}
}
