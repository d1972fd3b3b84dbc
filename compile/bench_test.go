package compile_test

import (
	"testing"

	. "example.org/iri/compile"
	"example.org/iri/compile/abnf"
)

func BenchmarkCompile(b *testing.B) {
	text := []byte(read(b, "../tables/rfc3987.abnf"))
	b.ReportAllocs()
	for b.Loop() {
		g, err := abnf.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := Compile(g, "IRI-reference", nil); err != nil {
			b.Fatal(err)
		}
	}
}
