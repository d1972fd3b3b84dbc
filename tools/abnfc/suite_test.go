package main

import (
	"compress/gzip"
	"io"
	"strings"
	"testing"
)

const (
	zeros      = "zeros = *\"0\"\n"
	zerosSuite = `{"input_b64":"","valid":true}
{"input_b64":"IQ==","valid":false}
{"input_b64":"MA==","valid":true}
{"input_b64":"ISE=","valid":false}
{"input_b64":"ITA=","valid":false}
`
)

// uncompress returns the text of a gzip file, which names no file and no time.
func uncompress(t *testing.T, data string) string {
	t.Helper()
	r, err := gzip.NewReader(strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if r.Name != "" || !r.ModTime.IsZero() || r.Comment != "" || len(r.Extra) > 0 {
		t.Errorf("the header of the gzip file says %+v", r.Header)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestSuiteCommand(t *testing.T) {
	dir := folder(t, "zeros.abnf", zeros)
	t.Chdir(dir)
	for _, rule := range []string{"zeros", "ZEROS"} { // names are case-insensitive
		if r := abnfc("suite", "--rule", rule, "zeros.abnf"); r != (result{0, zerosSuite, ""}) {
			t.Errorf("status %d, on stderr %q, on stdout\n%s", r.code, r.stderr, r.stdout)
		}
	}
	for _, out := range []string{"a.jsonl", "a.jsonl.gz", "b.jsonl.gz"} {
		if r := abnfc("suite", "--rule", "zeros", "-o", out, "zeros.abnf"); r != (result{}) {
			t.Fatalf("%s: status %d\n%s%s", out, r.code, r.stdout, r.stderr)
		}
	}
	holds(t, dir, "zeros.abnf", "a.jsonl", "a.jsonl.gz", "b.jsonl.gz")
	if got := read(t, "a.jsonl"); got != zerosSuite {
		t.Errorf("in a.jsonl:\n%s", got)
	}
	if got := uncompress(t, read(t, "a.jsonl.gz")); got != zerosSuite {
		t.Errorf("in a.jsonl.gz:\n%s", got)
	}
	if read(t, "a.jsonl.gz") != read(t, "b.jsonl.gz") {
		t.Error("the same suite gave two files")
	}
}
