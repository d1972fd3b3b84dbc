package source

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestProseTable compares with the URLs that a careful reader marks.
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

// urlsOf returns the strings of a text that have a scheme.
func urlsOf(t testing.TB, format Format, text string) (all []string) {
	r, b := open(t, "x", text, Options{Format: format}), new(Block)
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
