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

	"example.org/iri"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
	"example.org/iri/tools/iri/internal/result"
	"example.org/iri/tools/iri/record"
	"example.org/iri/tools/iri/source"
)

// finding returns the finding about a string, or nil for an IRI.
func finding(file string, p source.Place, text string) *record.Record {
	r := &record.Record{File: file, Place: p, Text: []byte(text), Rule: "IRI"}
	var wrong *iri.SyntaxError
	if err := rule.IRI.CheckString(text); err == nil || !errors.As(err, &wrong) {
		return nil
	}
	r.SetError(wrong)
	return r
}

// findings returns findings with hostile strings and file names.
func findings() []*record.Record {
	line := func(n int64) source.Place { return source.Place{Line: n, Column: 1, Verbatim: true} }
	return []*record.Record{
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
		{File: "valid.txt", Place: line(2), Text: []byte("http://example.org/"), Rule: "URI", Valid: true},
		{
			File: "suspect.txt", Place: line(2), Text: []byte("http://h:80/"), Rule: "IRI-reference", Valid: true, Message: "the default port of the scheme",
			Span: iri.Span{Start: 8, End: 11}, Section: "RFC 3986, section 3.2.3", Code: "port-default", Severity: "warning", Repair: "http://h/",
		},
	}
}

var problems = []*record.Record{
	{File: "none.txt", Unread: true, Message: "open none.txt: no such file or directory", Reason: record.Unreadable},
	{File: "a.csv", Place: source.Place{Line: 3, Column: 4}, Unread: true, Message: "broken \x1b CSV", Reason: record.Unreadable},
}

func print(t *testing.T, o result.Options, list []*record.Record, s *result.Summary, problems ...*record.Record) string {
	t.Helper()
	var b bytes.Buffer
	p := result.NewPrinter(&b, o)
	for _, f := range list {
		printed := p.Append([]byte("x"), f)
		if n, err := p.Write(printed[1:]); n != len(printed)-1 || err != nil {
			t.Fatal(n, err)
		}
	}
	for _, r := range problems {
		if err := p.Problem(r); err != nil {
			t.Fatal(err)
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
		{"text", result.Options{Format: "text"}},
		{"colors", result.Options{Format: "text", Color: true, Rules: true}},
		{"jsonl", result.Options{Format: "jsonl"}},
		{"tsv", result.Options{Format: "tsv"}},
		{"sarif", result.Options{Format: "sarif", Version: "v1.2.3"}},
	} {
		got := print(t, x.o, findings(), summarize(findings(), 5), problems...)
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
}

// TestPrinterBlocks checks that the output does not depend on the division of findings into blocks.
func TestPrinterBlocks(t *testing.T) {
	list := findings()
	for _, format := range result.Formats {
		o := result.Options{Format: format}
		want := print(t, o, list, new(result.Summary), problems...)
		for size := 1; size <= len(list); size++ {
			var b bytes.Buffer
			p := result.NewPrinter(&b, o)
			for block := range slices.Chunk(list, size) {
				var printed []byte
				for _, f := range block {
					printed = p.Append(printed, f)
				}
				p.Write(nil)
				p.Write(printed)
			}
			for _, r := range problems {
				p.Problem(r)
			}
			if p.Close(new(result.Summary)); b.String() != want {
				t.Errorf("%s in blocks of %d:\n%s", format, size, b.String())
			}
		}
	}
}

// TestJSONL checks the string, its validity and the offset of the error in JSON, and the summary.
func TestJSONL(t *testing.T) {
	list := findings()
	printed := print(t, result.Options{Format: "jsonl"}, list, new(result.Summary), problems...)
	lines := strings.Split(strings.TrimSuffix(printed, "\n"), "\n")
	if want := len(list) + len(problems) + 1; len(lines) != want || !strings.HasPrefix(lines[want-1], `{"summary":{"strings":0,"invalid":0,`) {
		t.Errorf("%d lines, want %d; the last one is %s", len(lines), want, lines[len(lines)-1])
	}
	for i, want := range list {
		var x struct {
			String string
			Base64 []byte
			Length int
			Byte   *int
			Valid  bool
		}
		if err := json.Unmarshal([]byte(lines[i]), &x); err != nil {
			t.Errorf("%s: %v", lines[i], err)
		}
		text := string(want.Text)
		if got := x.String + string(x.Base64); x.Length != len(text) || !strings.HasPrefix(text, got) || len(got) < min(len(text), 64<<10-3) {
			t.Errorf("%q: %q, length %d", text, got, x.Length)
		}
		if has := want.MessageText() != ""; x.Valid != want.Valid || (x.Byte != nil) != has || has && *x.Byte != want.Span.Start {
			t.Errorf("%q: %s", text, lines[i])
		}
	}
}

// TestTSV checks that every line has the same number of fields.
func TestTSV(t *testing.T) {
	for line := range strings.Lines(print(t, result.Options{Format: "tsv"}, findings(), new(result.Summary), problems...)) {
		if n := strings.Count(line, "\t"); n != 24 {
			t.Errorf("%q has %d tabs", line, n)
		}
	}
}

// TestSARIF checks that read errors have positions, and every result has a rule with help.
func TestSARIF(t *testing.T) {
	list := findings()
	printed := print(t, result.Options{Format: "sarif", Version: "v1.2.3"}, list, summarize(list, 4), problems...)
	type location struct {
		PhysicalLocation struct {
			ArtifactLocation struct{ URI string }
			Region           *struct{ StartLine, StartColumn int }
		}
	}
	var document struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Name, Version string
					Rules         []struct {
						ID   string
						Help struct{ Text string }
					}
				}
			}
			Results     []struct{ RuleID, Level string }
			Invocations []struct {
				ToolExecutionNotifications []struct {
					Level     string
					Message   struct{ Text string }
					Locations []location
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(printed), &document); err != nil || len(document.Runs) != 1 {
		t.Fatal(err, printed)
	}
	run := document.Runs[0]
	help := make(map[string]string)
	for _, r := range run.Tool.Driver.Rules {
		help[r.ID] = r.Help.Text
	}
	for i, r := range run.Results {
		if help[r.RuleID] == "" || r.Level == "" {
			t.Errorf("result %d has rule %q without help, or no level", i, r.RuleID)
		}
	}
	if len(run.Results) != len(list) || run.Tool.Driver.Version != "v1.2.3" || len(run.Invocations) != 1 {
		t.Errorf("%+v", run)
	}
	n := run.Invocations[0].ToolExecutionNotifications
	if len(n) != 2 || n[0].Locations[0].PhysicalLocation.ArtifactLocation.URI != "none.txt" || n[0].Locations[0].PhysicalLocation.Region != nil ||
		n[1].Message.Text != `broken \x1b CSV` || n[1].Locations[0].PhysicalLocation.Region.StartLine != 3 || n[1].Locations[0].PhysicalLocation.Region.StartColumn != 4 {
		t.Errorf("%+v", n)
	}
}

// failing fails after some bytes.
type failing struct{ room int }

func (w *failing) Write(p []byte) (int, error) {
	if len(p) > w.room {
		return w.room, errors.New("full")
	}
	w.room -= len(p)
	return len(p), nil
}

func TestPrinterReportsErrors(t *testing.T) {
	list, o := findings()[:1], result.Options{Format: "sarif"}
	length := len(print(t, o, list, new(result.Summary)))
	for room := range length {
		p := result.NewPrinter(&failing{room}, o)
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
func summarize(list []*record.Record, size int) *result.Summary {
	var total, s result.Summary
	for block := range slices.Chunk(list, size) {
		s.Reset()
		for _, f := range block {
			s.Strings += 2
			s.Found++
			s.Add(f)
		}
		total.Merge(&s)
	}
	return &total
}

// TestSummaryOfBlocks checks that the summary does not depend on the division into blocks.
func TestSummaryOfBlocks(t *testing.T) {
	var list []*record.Record
	for n, scheme := range []string{"http", "https", "HTTP", "urn", "x1", "x2", "http", strings.Repeat("y", 33), "ftp"} {
		for i := range 1 + n%4 {
			p := source.Place{Line: int64(10*n + i), Column: 1, Verbatim: true}
			list = append(list, finding("f", p, scheme+"://a/ "), finding("f", p, scheme+"://a:x"), finding("f", p, scheme+" "))
		}
	}
	want := summarize(list, len(list))
	for size := 1; size < len(list); size++ {
		if got := summarize(list, size); !reflect.DeepEqual(got.Groups(), want.Groups()) || got.Found != want.Found || got.Strings != want.Strings {
			t.Errorf("blocks of %d: %+v, want %+v", size, got, want)
		}
	}
	g := want.Groups()
	if g[0].Scheme != "" || g[0].Count != 21 || g[1].Scheme != "http" || g[1].Count != 7 || g[1].Example.Place.Line != 0 {
		t.Errorf("the first groups are %+v, %+v; want 21 strings without a scheme, and 7 with http or HTTP", g[0], g[1])
	}
}

// TestSummaryIsBounded checks that many schemes take bounded memory, and that all findings are counted.
func TestSummaryIsBounded(t *testing.T) {
	var list []*record.Record
	for i := range 5000 {
		list = append(list, finding("f", source.Place{Line: int64(i)}, fmt.Sprintf("x%d:/ ", i)))
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

// TestPrintManyGroups checks that the table has the largest groups, and a column of rules if there are several.
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
	if len(lines) != 29 || !strings.HasPrefix(lines[1], "count  reason") || !strings.HasSuffix(lines[1], "rule") || !strings.HasPrefix(lines[2], "2      not allowed in path") || lines[27] != "and 5 more groups; --json has all" {
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
		{"one", result.SummaryOptions{Unit: "record"}, &result.Summary{Strings: 1, Invert: true}},
		{"short", result.SummaryOptions{Unit: "line"}, s},
		{"groups", result.SummaryOptions{Unit: "line", Groups: true}, s},
		{"broken", result.SummaryOptions{Unit: "line"}, &result.Summary{Strings: 7, Found: 2, Skipped: 1, Unread: 1, Interrupted: true}},
	} {
		var b bytes.Buffer
		if err := x.s.Print(&b, x.o); err != nil {
			t.Error(err)
		}
		fmt.Fprintf(&all, "-- %s --\n%s", x.file, &b)
	}
	testkit.Golden(t, "testdata/summaries.golden", all.String())
}

// BenchmarkFinding measures printing and counting a finding.
func BenchmarkFinding(b *testing.B) {
	f := finding("list.txt", source.Place{Line: 19, Column: 1, Verbatim: true}, "http://example.org/a/long/path/of/some/document b?q=1#fragment")
	for _, format := range result.Formats {
		b.Run(format, func(b *testing.B) {
			p := result.NewPrinter(nil, result.Options{Format: format})
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
