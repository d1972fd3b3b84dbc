package statistics_test

import (
	"testing"

	"example.org/iri"
	"example.org/iri/internal/statistics"
)

// A text that is like others costs no allocation.
func TestAddAllocatesNothing(t *testing.T) {
	s, text := statistics.New(), []byte("HTTP://Example.org:80/a?b#c")
	parts, err := iri.Split(text)
	if err != nil {
		t.Fatal(err)
	}
	s.Add(text, parts)
	if n := testing.AllocsPerRun(100, func() { s.Add(text, parts) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkAdd(b *testing.B) {
	s, text := statistics.New(), []byte("http://www.example.org/a/long/path/of/some/document?q=1#fragment")
	parts, err := iri.Split(text)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s.Add(text, parts)
	}
}
