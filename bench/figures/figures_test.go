package main

import (
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var others = flag.Bool("others", false, "also measure other languages, whose modules try that themselves")

// TestQuick runs everything once, as a measurement does, and looks at what it writes.
func TestQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	dir, lists := t.TempDir(), t.TempDir()
	write(t, filepath.Join(lists, "links.txt"), strings.Repeat("http://example.org/\n", 100))
	t.Chdir("..") // where go -C tools/compare runs it
	o, err := parseOptions([]string{"-quick", "-folder", lists, "-o", dir}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	o.omit = func(title string) bool {
		return !*others && slices.Contains([]string{"C", "Python", "WebAssembly", "The page"}, title)
	}
	var log strings.Builder
	if failed, err := figures(o, &log); failed > 0 || err != nil {
		t.Fatalf("%d failed, %v\n%s", failed, err, &log)
	}
	page := read(t, filepath.Join(dir, "figures.md"))
	for _, s := range sections(&options{}) {
		if !o.omit(s.title) && !strings.Contains(page, "\n## "+s.title+"\n") {
			t.Errorf("no section %s", s.title)
		}
	}
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "Not measured: ") {
			t.Log(line) // some program is not installed
		}
	}
	if got := strings.Count(read(t, filepath.Join(dir, "readme.md")), "\n| "); got != 6 && got != 5 { // without vectors, 5
		t.Errorf("readme.md has %d rows, with the head", got)
	}
	for d := xml.NewDecoder(strings.NewReader(read(t, filepath.Join(dir, "compare.svg")))); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for section := range strings.SplitSeq(page, "\n## ") {
		if !strings.HasSuffix(strings.TrimSpace(section), "\n```") && strings.Contains(section, "\n|") {
			t.Errorf("no command at the end of\n%s", section)
		}
	}
}

// TestOneRound: what is to be replaced for one round is there.
func TestOneRound(t *testing.T) {
	for _, s := range sections(&options{folder: "."}) {
		for _, c := range s.commands {
			if !strings.Contains(c.line, c.quick[0]) {
				t.Errorf("%s: no %s", c.line, c.quick[0])
			}
		}
	}
}

func TestShown(t *testing.T) {
	c := &command{line: "go run . -a '" + strings.Repeat("x", 80) + "' -b {folder}/*.txt " + strings.Repeat("y", 90)}
	want := "go run . -a '" + strings.Repeat("x", 80) + "' \\\n  -b FOLDER/*.txt \\\n  " + strings.Repeat("y", 90)
	if got := c.shown(); got != want {
		t.Errorf("%s", got)
	}
}

func TestTables(t *testing.T) {
	const out = "noise\n\nCalls:\n\n| a | b |\n|---|--:|\n| x | 1 |\nnoise\n| c |\n|---|\n"
	if got, err := tables(out); err != nil || got != "noise\n\nCalls:\n\n| a | b |\n|---|--:|\n| x | 1 |\n\nnoise\n\n| c |\n|---|\n" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := untitled(out); err != nil || got != "| a | b |\n|---|--:|\n| x | 1 |\n\n| c |\n|---|\n" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := tables("noise\n"); err != errNoTable {
		t.Error(err)
	}
}

func TestLengths(t *testing.T) {
	got, err := lengths("goos: linux\nBenchmarkLength/Valid/16-2  100  5.21 ns/op  3.1 MB/s\nBenchmarkLength/url.Parse/16-2 9 120 ns/op 1 MB/s\n" +
		"BenchmarkLength/Valid/4096-2  100  0.5 ns/op  3.1 MB/s\nBenchmarkLength/url.Parse/4096-2 9 12345.6 ns/op 1 MB/s\nPASS\n")
	want := "| | 16 | 4,096 |\n|---|--:|--:|\n| `Valid` | 5.2 | 0.50 |\n| `url.Parse` | 120 | 12,346 |\n"
	if err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestWrong(t *testing.T) {
	line := "BenchmarkWrong/2/24/\"_\"-2 1 150 Check-ns 9 Parse/walk 12 Valid-ns 11 good-ns\n"
	got, err := wrong(line + line + line)
	if err != nil || !strings.HasSuffix(got, "| a valid text | 11 | 11 | 11 | | | |\n| a space | 12 | 12 | 12 | 150 | 150 | 150 |\n") {
		t.Errorf("%v\n%s", err, got)
	}
	if _, err := wrong(strings.Replace(line, "_", "!", 1)); err == nil {
		t.Error("no error for a kind that is new")
	}
}

func TestAnswers(t *testing.T) {
	got, err := answers("    cost_test.go:27: 2708076 bytes, 1956871 with gzip\n--- PASS: TestSize (0.72s)\n" +
		"    cost_test.go:54: wrong at first  1997 bytes: median 51.5 ms, worst 325.3 ms\n" +
		"    cost_test.go:54: path            1995 bytes: median 5.5 ms, worst 9.0 ms\n    cost_test.go:58: all: median 47.9 ms\n")
	want := "| | median | worst |\n|---|--:|--:|\n| all | 47.9 | |\n| path | 5.5 | 9.0 |\n| wrong at first | 51.5 | 325.3 |\n\nThe page has 2,708,076 bytes, and 1,956,871 with gzip.\n"
	if err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestAdversarial(t *testing.T) {
	got, err := adversarial("BenchmarkAdversarial/Valid-2 1 0.1 a-ns/B 2.5 b-ns/B 0.3 c-ns/B 0.3 median-ns/B 9 worst/median\n")
	want := "| | least | median | most | which |\n|---|--:|--:|--:|--:|\n| `Valid` | 0.10 | 0.30 | 2.5 | b |\n"
	if err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
}

// A benchmark that has no title in a table is an error, since its figures would be missing.
func TestUnknownBenchmark(t *testing.T) {
	if _, err := formats("BenchmarkFormats/xml-2 1 2 ns/op 3 MB/s\n"); err == nil {
		t.Error("no error")
	}
}

func TestBetween(t *testing.T) {
	got, err := between("a\n"+markBegin+"old\n"+markEnd+"b\n", "new\n")
	if want := "a\n" + markBegin + "new\n" + markEnd + "b\n"; err != nil || got != want {
		t.Errorf("%q, %v", got, err)
	}
	for _, text := range []string{"", markBegin, markEnd} {
		if _, err := between(text, "new\n"); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

func TestReadmeTable(t *testing.T) {
	all := parse("| | judged as | url | mean | allocations | wrong verdicts |\n|---|---|--:|--:|--:|--:|\n" +
		"| **`iri.Valid, AVX2`** | IRI | 0.4 | 0.5 | 0 | 0 of 9 |\n| `net/url.Parse` | (URI-reference) | 9 | 10 | 3 | 1 of 9 |\n")
	want := "| | time | allocations | wrong verdicts |\n|---|--:|--:|--:|\n| **`iri.Valid`**, with AVX2 | 0.5 | 0 | 0 of 9 |\n| `net/url.Parse`, which also decodes | 10 | 3 | 1 of 9 |\n"
	if got := readmeTable(all); got != want {
		t.Errorf("%s", got)
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"-quick"}, {"x"}, {"-x"}, {"-folder", t.TempDir()}, {"-o", "main.go"}} {
		var log strings.Builder
		if status := run(args, &log); status != exitUsage || log.Len() == 0 {
			t.Errorf("%q: status %d, %q", args, status, &log)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
