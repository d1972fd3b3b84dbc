package report_test

import (
	"testing"

	"example.org/iri"
	"example.org/iri/tools/iri/internal/report"
)

func BenchmarkAdd(b *testing.B) {
	s, text := report.NewStatistics(), []byte("http://www.example.org/a/long/path/of/some/document?q=1#fragment")
	parts, err := iri.Split(text)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s.Add(text, parts)
	}
}
