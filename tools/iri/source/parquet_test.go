package source

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"example.org/iri/internal/testkit"
)

// A tableRow is a row of table.parquet.
type tableRow struct {
	ID   int64     `parquet:"id"`
	URL  *string   `parquet:"url,optional,dict,snappy"`
	Page tablePage `parquet:"page"`
}

type tablePage struct {
	Address string   `parquet:"address,zstd,delta"`
	Links   []string `parquet:"links,list,gzip"`
}

// tableRows are the rows that were made by hand.
func tableRows() []tableRow {
	text := func(s string) *string { return &s }
	return []tableRow{
		{1, text("http://example.org/"), tablePage{"urn:a", nil}},
		{2, text("http://example.org/a b"), tablePage{"urn:a b", []string{"http://example.org/1"}}},
		{3, nil, tablePage{"", []string{"http://example.org/2", "http://example.org/%4", "http://example.org/3"}}},
		{4, text("http://example.org:8x/"), tablePage{"urn:a c", nil}},
		{5, text(""), tablePage{"urn:é", []string{""}}},
		{6, text("http://example.org/"), tablePage{"urn:\xff", nil}},
	}
}

// makeTable writes rows as Parquet, with some of them in each row group.
func makeTable(t testing.TB, rows []tableRow, group int64, options ...parquetgo.WriterOption) string {
	t.Helper()
	var out bytes.Buffer
	options = append(options, parquetgo.MaxRowsPerRowGroup(group), parquetgo.CreatedBy("iri", "", ""))
	w := parquetgo.NewGenericWriter[tableRow](&out, options...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestTable makes the file of testdata.
func TestTable(t *testing.T) {
	if *testkit.Update {
		if err := os.WriteFile(formats+"table.parquet", []byte(makeTable(t, tableRows(), 4)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever the pages are like, and wherever the bytes come from, the strings are the same.
func TestParquetForms(t *testing.T) {
	for _, column := range []string{"url", "page.address", "page.links"} {
		want := dump(t, open(t, "x.parquet", makeTable(t, tableRows(), 100), Options{Column: column}))
		for version := 1; version <= 2; version++ {
			for group := range int64(7) {
				text := makeTable(t, tableRows(), group+1, parquetgo.DataPageVersion(version), parquetgo.PageBufferSize(1))
				for _, text := range []string{text, pack(t, text)} {
					if got := dump(t, open(t, "x.parquet", text, Options{Column: column})); got != want {
						t.Errorf("%s, pages of version %d, groups of %d rows:\n%swant\n%s", column, version, group+1, got, want)
					}
				}
			}
		}
	}
}

func TestParquetErrors(t *testing.T) {
	good := makeTable(t, tableRows(), 4)
	for _, test := range []struct{ name, text, column, want string }{
		{"no column", good, "", `a column is required: "id", "url", "page.address", "page.links.list.element"`},
		{"unknown column", good, "link", `no column "link"; the file has "id", "url", "page.address", "page.links.list.element"`},
		{"group", good, "page", `"page" is a group of "page.address", "page.links.list.element"`},
		{"number", good, "id", `column "id" has no strings: its type is INT(64,true)`},
		{"empty", "", "url", "broken Parquet: the file is too short"},
		{"no Parquet", "http://example.org/\n", "url", "broken Parquet: the file does not end in PAR1"},
		{"truncated", good[:len(good)-10], "url", "broken Parquet: the file does not end in PAR1"},
		{"long footer", "PAR1\xff\xff\xff\x00PAR1", "url", "broken Parquet: a footer of 16777215 bytes in a file of 12 (at most 16777216 are read)"},
		{"long list", "PAR1\x29\xfc\xff\xff\xff\xff\x07\x06\x00\x00\x00PAR1", "url", "broken Parquet: its footer has wrong lengths"},
	} {
		f, err := New("x.parquet", strings.NewReader(test.text), Options{Column: test.column})
		if err == nil {
			f.Close()
		}
		if got := describe(err); got != test.want {
			t.Errorf("%s: %s\nwant %s", test.name, got, test.want)
		}
	}
}

// TestMaxParquet: a file that is larger than the limit is refused, before much of what comes by a pipe is put aside.
func TestMaxParquet(t *testing.T) {
	const limit = "the file has more than 1000 bytes, which is the limit of its format; --max-file sets another"
	o := Options{Column: "url", MaxFile: 1000}
	if _, err := Open(formats+"table.parquet", o); describe(err) != limit {
		t.Error(err)
	}
	table := readFile(t, "table.parquet")
	rest := strings.NewReader(table + strings.Repeat("x", 1<<20))
	if _, err := New("x.parquet", rest, o); describe(err) != limit || rest.Len() < 1<<19 {
		t.Errorf("%v, %d bytes left", err, rest.Len())
	}
	o.MaxFile = int64(len(table))
	f, err := New("x.parquet", strings.NewReader(table), o)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

// What is put aside for a pipe is removed.
func TestSpool(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, column := range []string{"url", "none"} {
		f, err := New("x.parquet", strings.NewReader(readFile(t, "table.parquet")), Options{Column: column})
		if err == nil {
			err = f.Close()
		}
		if column == "url" && err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir(os.TempDir()); len(left) > 0 || err != nil {
		t.Errorf("left over: %v, %v", left, err)
	}
}

// Rows tell how far a file has been read.
func TestParquetProgress(t *testing.T) {
	f, err := Open(formats+"table.parquet", Options{Column: "url"})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	dump(t, f.Texts)
	if read, size := f.Progress(); read != size || size <= 0 {
		t.Errorf("%d of %d", read, size)
	}
}

// Any wrong byte gives an error or other strings, no panic and no end of memory.
func TestBrokenParquet(t *testing.T) {
	good := readFile(t, "table.parquet")
	for i := range good {
		flips := []byte{0x01, 0x80}
		if !*testkit.Long {
			flips = flips[i%2:][:1]
		}
		for _, flip := range flips {
			readAny("x.parquet", good[:i]+string(good[i]^flip)+good[i+1:], Options{Column: "url"})
		}
	}
}

// readAny reads whatever a file has.
func readAny(name, text string, o Options) {
	f, err := New(name, strings.NewReader(text), o)
	if err != nil {
		return
	}
	defer f.Close()
	var b Block
	for {
		err := f.Texts.Read(&b)
		if wrong, is := err.(*Error); err == io.EOF || err != nil && (!is || !wrong.GoesOn) {
			return
		}
	}
}

// BenchmarkParquet reads a column of a table.
func BenchmarkParquet(b *testing.B) {
	var rows []tableRow
	bytes := 0
	for i := range 200_000 {
		url := fmt.Sprintf("https://www.example.org/articles/2026/%d?page=1", i)
		bytes += len(url)
		rows = append(rows, tableRow{ID: int64(i), URL: &url, Page: tablePage{Address: url}})
	}
	name := b.TempDir() + "/table.parquet"
	if err := os.WriteFile(name, []byte(makeTable(b, rows, 100_000)), 0o666); err != nil {
		b.Fatal(err)
	}
	for _, column := range []string{"url", "page.address"} {
		b.Run(column, func(b *testing.B) {
			b.SetBytes(int64(bytes))
			b.ReportAllocs()
			var block Block
			for b.Loop() {
				f, err := Open(name, Options{Column: column})
				if err != nil {
					b.Fatal(err)
				}
				for err == nil {
					err = f.Texts.Read(&block)
				}
				if err != io.EOF {
					b.Fatal(err)
				}
				f.Close()
			}
		})
	}
}
