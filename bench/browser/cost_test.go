package browser

import (
	"bytes"
	"compress/gzip"
	"os"
	"slices"
	"strings"
	"testing"
)

const largest = 2_200_000 // bytes of the page with gzip

func TestSize(t *testing.T) {
	if page == "" {
		t.Skip("no chromium here, and so no page")
	}
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if _, err := w.Write(data); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes, %d with gzip", len(data), b.Len())
	if b.Len() > largest {
		t.Errorf("the page has %d bytes with gzip, more than %d", b.Len(), largest)
	}
}

// longTexts have 2,000 bytes, or nearly so: right ones and wrong ones.
var longTexts = map[string]string{
	"path":           "https://example.org" + strings.Repeat("/segment", 247),
	"query":          "https://example.org/?" + strings.Repeat("key=value&", 197),
	"percent":        "https://example.org/" + strings.Repeat("%C3%A9", 330),
	"beyond ASCII":   "https://example.org/" + strings.Repeat("é", 990),
	"dot segments":   "https://example.org/" + strings.Repeat("a/../", 396),
	"wrong at first": " https://example.org/" + strings.Repeat("segment/", 247),
	"wrong at last":  "https://example.org/" + strings.Repeat("segment/", 247) + " ",
}

// How long it takes from a key to the answer on the screen is logged, and not limited: machines differ.
func TestTime(t *testing.T) {
	ctx := open(t, desktop)
	var all []float64
	for name, text := range longTexts {
		var times []float64
		for _, got := range validate(t, ctx, slices.Repeat([]string{text, text[:len(text)-1]}, 20)) {
			times = append(times, got.Milliseconds)
		}
		slices.Sort(times)
		t.Logf("%-15s %d bytes: median %.1f ms, worst %.1f ms", name, len(text), times[len(times)/2], times[len(times)-1])
		all = append(all, times...)
	}
	slices.Sort(all)
	t.Logf("all: median %.1f ms", all[len(all)/2])
}
