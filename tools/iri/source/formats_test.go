package source

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"example.org/iri/internal/golden"
)

var update = flag.Bool("update", false, "write what is found into the golden files")

// dump lists the texts of a reader with their places, and its errors.
func dump(t testing.TB, r Reader) string {
	t.Helper()
	var out strings.Builder
	for b := new(Block); ; {
		err := r.Read(b)
		for p, text := range b.All() {
			how := "decoded"
			if p.Verbatim {
				how = "verbatim"
			}
			fmt.Fprintf(&out, "%d:%d %s %q\n", p.Line, p.Column, how, text)
		}
		if err == io.EOF {
			return out.String()
		}
		wrong := new(Error)
		if errors.As(err, &wrong) {
			fmt.Fprintf(&out, "%d:%d error: %v\n", wrong.Line, wrong.Column, err)
		} else if err != nil {
			fmt.Fprintf(&out, "error: %v\n", err)
		}
		if err != nil && !wrong.GoesOn {
			return out.String()
		}
	}
}

// open opens a text, by the name that a file would have.
func open(t testing.TB, name, text string, o Options) Reader {
	t.Helper()
	f, err := New(name, strings.NewReader(text), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f.Texts
}

// TestGolden reads the files of testdata, which were made by hand. Golden files have what is in
// them, with places. Reading them byte by byte, which is what a slow pipe does, finds the same.
func TestGolden(t *testing.T) {
	for _, test := range []struct {
		file, golden string
		options      Options
	}{
		{"table.csv", "", Options{Column: "url"}},
		{"table.csv", "table.csv.3", Options{Column: "3"}},
		{"table.tsv", "", Options{Column: "url"}},
		{"table.tsv", "table.tsv.3", Options{Column: "3"}},
		{"objects.jsonl", "", Options{Field: "url"}},
		{"objects.jsonl", "objects.jsonl.links", Options{Field: "links.#.href"}},
		{"page.html", "", Options{}},
		{"page.html", "page.html.base", Options{Base: "http://example.com/a/b"}},
		{"prose.md", "", Options{}},
		{"table.parquet", "", Options{Column: "url"}},
		{"table.parquet", "table.parquet.address", Options{Column: "page.address"}},
		{"table.parquet", "table.parquet.links", Options{Column: "page.links"}},
		{"statements.nt", "", Options{Base: "http://example.org/not/asked/for"}},
		{"statements.nq", "", Options{}},
		{"statements.ttl", "", Options{Base: "http://example.org/dir/statements.ttl"}},
		{"statements.trig", "", Options{Base: "http://example.org/dir/statements.trig"}},
	} {
		if test.golden == "" {
			test.golden = test.file
		}
		t.Run(test.golden, func(t *testing.T) {
			f, err := Open(formats+test.file, test.options)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			got := dump(t, f.Texts)
			golden.Check(t, formats+test.golden+".golden", got, *update)
			slow, err := New(test.file, iotest.OneByteReader(strings.NewReader(readFile(t, test.file))), test.options)
			if err != nil {
				t.Fatal(err)
			}
			defer slow.Close()
			if again := dump(t, slow.Texts); again != got {
				t.Errorf("byte by byte:\n%s", again)
			}
		})
	}
}
