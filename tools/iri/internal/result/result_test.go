package result_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
	"example.org/iri/tools/iri/internal/result"
	"example.org/iri/tools/iri/source"
)

// finding returns what there is to say about a string, nil if it is an IRI.
func finding(file string, p source.Place, text string) *result.Finding {
	f := &result.Finding{File: file, Place: p, Text: []byte(text), Rule: "IRI"}
	if err := rule.IRI.CheckString(text); err == nil || !errors.As(err, &f.Err) {
		return nil
	}
	return f
}

// findings are made up: of all kinds of files, with hostile strings in hostile files.
func findings() []*result.Finding {
	line := func(n int64) source.Place { return source.Place{Line: n, Column: 1, Verbatim: true} }
	return []*result.Finding{
		finding("list.txt", line(3), "http://a b/"),
		finding("-", line(1_000_000), ""),
		finding("list.txt", line(4), "http://例え.テスト/e\u0301\"引用"),
		finding("list.txt", line(5), "http://example.org/100%"),
		finding("a,b:c/d.csv", source.Place{Line: 7, Column: 30, Verbatim: true}, "https://host:8080x/"),
		finding("a.nt", source.Place{Line: 8, Column: 2}, "urn:x:</script>"),
		finding("/tmp/é.json", source.Place{Line: 2, Column: 9}, "a:\x1b[2J\u202e\n\\\""),
		finding("\x1b[31m\xff\u2028", line(1), "http://\xff\t"),
		finding("", line(1), "1"),
		finding("long.txt", line(1), "a:"+strings.Repeat("日", 30_000)+" "+strings.Repeat("x", 30_000)),
		{File: "good.txt", Place: line(2), Text: []byte("http://example.org/"), Rule: "URI"},
	}
}

func print(t *testing.T, o result.Options, list []*result.Finding, s *result.Summary) string {
	t.Helper()
	var b bytes.Buffer
	p, err := result.NewPrinter(&b, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		printed := p.Append([]byte("x"), f)
		if n, err := p.Write(printed[1:]); n != len(printed)-1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if err := p.Close(s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPrinter(t *testing.T) {
	var all strings.Builder
	for _, x := range []struct {
		file string
		o    result.Options
	}{
		{"text", result.Options{Output: "text"}},
		{"colors", result.Options{Output: "text", Color: true, Rules: true}},
		{"jsonl", result.Options{Output: "jsonl"}},
		{"tsv", result.Options{Output: "tsv"}},
		{"sarif", result.Options{Output: "sarif"}},
	} {
		got := print(t, x.o, findings(), new(result.Summary))
		got = regexp.MustCompile("日{100,}").ReplaceAllString(got, "日...")
		fmt.Fprintf(&all, "-- %s --\n%s", x.file, got)
		if x.file != "colors" {
			for _, r := range got {
				if r < ' ' && r != '\n' && r != '\t' || r == 0x202e || r == 0x2028 || r == 0xfffd {
					t.Errorf("%s has a %U", x.file, r)
				}
			}
		}
	}
	testkit.Golden(t, "testdata/findings.golden", all.String())
	if _, err := result.NewPrinter(nil, result.Options{Output: "xml"}); err == nil || !strings.Contains(err.Error(), "sarif") {
		t.Error(err)
	}
}

// Blocks of findings, however they are cut, are printed as all at once are.
func TestPrinterBlocks(t *testing.T) {
	list := findings()
	for _, output := range result.Outputs {
		o := result.Options{Output: output}
		want := print(t, o, list, new(result.Summary))
		for size := 1; size <= len(list); size++ {
			var b bytes.Buffer
			p, _ := result.NewPrinter(&b, o)
			for block := range slices.Chunk(list, size) {
				var printed []byte
				for _, f := range block {
					printed = p.Append(printed, f)
				}
				p.Write(nil)
				p.Write(printed)
			}
			if p.Close(new(result.Summary)); b.String() != want {
				t.Errorf("%s in blocks of %d:\n%s", output, size, b.String())
			}
		}
	}
}

// A line of JSON has the bytes of the string, and tells where the error is in them.
func TestJSONL(t *testing.T) {
	list := findings()
	lines := strings.Split(strings.TrimSuffix(print(t, result.Options{Output: "jsonl"}, list, new(result.Summary)), "\n"), "\n")
	for i, line := range lines {
		x := struct {
			Text   string
			Base64 []byte
			Length int
			Byte   int
		}{Byte: -1}
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		text := string(list[i].Text)
		if got := x.Text + string(x.Base64); x.Length != len(text) || !strings.HasPrefix(text, got) || len(got) < min(len(text), 64<<10-3) {
			t.Errorf("%q: %q, length %d", text, got, x.Length)
		}
		if e := list[i].Err; e != nil && x.Byte != e.Span.Start || e == nil && x.Byte >= 0 {
			t.Errorf("%q: byte %d", text, x.Byte)
		}
	}
}

// Each line of TSV has the same number of fields.
func TestTSV(t *testing.T) {
	for line := range strings.Lines(print(t, result.Options{Output: "tsv"}, findings(), new(result.Summary))) {
		if n := strings.Count(line, "\t"); n != 10 {
			t.Errorf("%q has %d tabs", line, n)
		}
	}
}

// failing takes some bytes and no more.
type failing struct{ room int }

func (w *failing) Write(p []byte) (int, error) {
	if len(p) > w.room {
		return w.room, errors.New("full")
	}
	w.room -= len(p)
	return len(p), nil
}

func TestPrinterTellsErrors(t *testing.T) {
	list, o := findings()[:1], result.Options{Output: "sarif"}
	length := len(print(t, o, list, new(result.Summary)))
	for room := range length {
		p, _ := result.NewPrinter(&failing{room}, o)
		_, err := p.Write(p.Append(nil, list[0]))
		if err == nil {
			err = p.Close(new(result.Summary))
		}
		if err == nil {
			t.Fatalf("no error although there is room for %d of %d bytes", room, length)
		}
	}
}

// summarize adds findings block by block.
func summarize(list []*result.Finding, size int) *result.Summary {
	var total, s result.Summary
	for block := range slices.Chunk(list, size) {
		s.Reset()
		for _, f := range block {
			s.Records += 2
			s.Bad++
			s.Add(f)
		}
		total.Merge(&s)
	}
	return &total
}

// Whatever the blocks, the summary is the same.
func TestSummaryOfBlocks(t *testing.T) {
	var list []*result.Finding
	for n, scheme := range []string{"http", "https", "HTTP", "urn", "x1", "x2", "http", strings.Repeat("y", 33), "ftp"} {
		for i := range 1 + n%4 {
			p := source.Place{Line: int64(10*n + i), Column: 1, Verbatim: true}
			list = append(list, finding("f", p, scheme+"://a/ "), finding("f", p, scheme+"://a:x"), finding("f", p, scheme+" "))
		}
	}
	want := summarize(list, len(list))
	for size := 1; size < len(list); size++ {
		if got := summarize(list, size); !reflect.DeepEqual(got.Groups(), want.Groups()) || got.Bad != want.Bad || got.Records != want.Records {
			t.Errorf("blocks of %d: %+v, want %+v", size, got, want)
		}
	}
	g := want.Groups()
	if g[0].Scheme != "" || g[0].Count != 21 || g[1].Scheme != "http" || g[1].Count != 7 || g[1].Example.Place.Line != 0 {
		t.Errorf("the first groups are %+v, %+v", g[0], g[1]) // all schemes with a space; http and HTTP
	}
}

// Who makes up schemes does not fill the memory, and all findings are counted.
func TestSummaryIsBounded(t *testing.T) {
	var list []*result.Finding
	for i := range 5000 {
		scheme := "x" + strings.Repeat("a", i/26%20) + string(rune('a'+i%26)) + strings.Repeat("b", i/520)
		list = append(list, finding("f", source.Place{Line: int64(i)}, scheme+":/ "))
	}
	want := summarize(list, 1000).Groups()
	for _, size := range []int{1, 7, 64} {
		got := summarize(list, size).Groups()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("blocks of %d: other groups", size)
		}
		n := int64(0)
		for _, g := range got {
			n += g.Count
		}
		if n != 5000 || len(got) != 1001 || got[0].Scheme != "(other)" {
			t.Errorf("%d findings in %d groups, the first %+v", n, len(got), got[0])
		}
	}
}

// A table has the largest groups, and a column for the rule if there are several.
func TestPrintManyGroups(t *testing.T) {
	var s result.Summary
	for i := range 30 {
		f := finding("f", source.Place{Line: int64(i)}, "x"+strings.Repeat("y", i)+":/ ")
		if f.Rule = "IRI"; i == 7 {
			f.Rule = "URI"
			s.Add(f)
		}
		s.Add(f)
	}
	var b bytes.Buffer
	if err := s.Print(&b, result.SummaryOptions{Unit: "line"}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if len(lines) != 29 || !strings.HasPrefix(lines[1], " count  rule  reason") || !strings.HasPrefix(lines[2], "     2  URI   not allowed in path") || lines[27] != "and 5 more kinds; --output jsonl tells all" {
		t.Error(b.String())
	}
	for _, room := range []int{0, 10, 100, b.Len() - 1} {
		if s.Print(&failing{room}, result.SummaryOptions{Unit: "line"}) == nil {
			t.Errorf("no error although there is room for %d bytes", room)
		}
	}
}

func TestPrintSummary(t *testing.T) {
	s := summarize(findings()[:9], 4)
	var all strings.Builder
	for _, x := range []struct {
		file string
		o    result.SummaryOptions
		s    *result.Summary
	}{
		{"none", result.SummaryOptions{Unit: "line", Groups: true}, new(result.Summary)},
		{"one", result.SummaryOptions{Unit: "record", Good: true}, &result.Summary{Records: 1}},
		{"short", result.SummaryOptions{Unit: "line"}, s},
		{"groups", result.SummaryOptions{Unit: "line", Groups: true}, s},
		{"json", result.SummaryOptions{Unit: "line", Output: "jsonl"}, s},
		{"broken", result.SummaryOptions{Unit: "line"}, &result.Summary{Records: 7, Bad: 2, Skipped: 1, Unread: 1, Interrupted: true}},
	} {
		var b bytes.Buffer
		if err := x.s.Print(&b, x.o); err != nil {
			t.Error(err)
		}
		fmt.Fprintf(&all, "-- %s --\n%s", x.file, &b)
	}
	testkit.Golden(t, "testdata/summaries.golden", all.String())
}

// What a finding costs to print, and to count.
func BenchmarkFinding(b *testing.B) {
	f := finding("list.txt", source.Place{Line: 19, Column: 1, Verbatim: true}, "http://example.org/a/long/path/of/some/document b?q=1#fragment")
	for _, output := range result.Outputs {
		b.Run(output, func(b *testing.B) {
			p, err := result.NewPrinter(nil, result.Options{Output: output})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			var dst []byte
			for b.Loop() {
				dst = p.Append(dst[:0], f)
			}
		})
	}
	b.Run("summary", func(b *testing.B) {
		b.ReportAllocs()
		var s result.Summary
		for b.Loop() {
			s.Add(f)
		}
	})
}
