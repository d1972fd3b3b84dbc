package record

import (
	"testing"

	"example.org/iri/tools/iri/source"
)

func BenchmarkForms(b *testing.B) {
	r := recordOf(b, "https://www.example.org/4b1e3d2f/1a2b3c4d?item=123456&lang=en")
	r.File, r.Place, r.Rule = "list.txt", source.Place{Line: 123456, Column: 1, Verbatim: true}, "IRI"
	template, _ := Template("{host}")
	for name, form := range map[string]Form{"json": JSON, "tsv": TSV, "template": template} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var dst []byte
			for b.Loop() {
				dst = form(dst[:0], r)
			}
		})
	}
}
