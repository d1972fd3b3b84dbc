package source

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestProseTable compares with a table of URLs marked by hand.
func TestProseTable(t *testing.T) {
	file, err := os.ReadFile("testdata/prose.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(file) {
		var row struct {
			Format     Format
			Text, Kind string
			URLs       []string
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if got := urlsOf(t, row.Format, row.Text); !slices.Equal(got, row.URLs) {
			t.Errorf("%s %s %q:\n%q, want\n%q", row.Format, row.Kind, row.Text, got, row.URLs)
		}
	}
}

var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)

// urlsOf returns the strings of a text with a scheme.
func urlsOf(t testing.TB, format Format, text string) (all []string) {
	r, b := open(t, "x", text, Options{Format: format, Templates: true}), new(Block)
	for err := error(nil); err == nil; {
		err = r.Read(b)
		for _, text := range b.All() {
			if scheme.Match(text) {
				all = append(all, string(text))
			}
		}
	}
	return all
}

// FuzzProse checks that the URL found in each URL of a line is the whole URL.
func FuzzProse(f *testing.F) {
	file, err := os.ReadFile("testdata/prose.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for line := range bytes.Lines(file) {
		var row struct{ Text string }
		if err := json.Unmarshal(line, &row); err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(row.Text))
	}
	for _, text := range []string{"A://\\x0 ", "MAILTO:0\x7f@0", "A://0'00(@", "A://.0例'.0"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		end := 0
		for s := range new(prose).urls(line) {
			if s.start < end || s.end <= s.start || s.end > len(line) {
				t.Fatalf("%q: %v", line, s)
			}
			end = s.end
			url := line[s.start:s.end]
			if again := slices.Collect(new(prose).urls(url)); len(again) != 1 || again[0] != (span{0, len(url)}) {
				t.Fatalf("%q: %q, and in it %v", line, url, again)
			}
		}
	})
}
