package result_test

import (
	"testing"

	"example.org/iri/tools/iri/internal/result"
	"example.org/iri/tools/iri/source"
)

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
