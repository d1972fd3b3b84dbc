package statistics_test

import (
	"fmt"
	"testing"

	"example.org/iri"
	"example.org/iri/tools/internal/statistics"
)

// TestAddAllocatesNothing checks that a string similar to previous ones does not allocate.
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

func TestCharts(t *testing.T) {
	s := statistics.New()
	if list := s.Charts("line"); len(list) != 0 {
		t.Errorf("of nothing: %+v", list)
	}
	for _, text := range []string{"http://a/b", "HTTP://A:80/", "urn:x", "http://u@b?q#f"} {
		parts, err := iri.SplitString(text)
		if err != nil {
			t.Fatal(err)
		}
		s.Add([]byte(text), parts)
	}
	want := map[string]string{
		"Lengths":    "[{0 0} {1 0} {2 0} {3 0} {4 0} {5 1} {6 0} {7 0} {8 0} {9 0} {10 1} {11 0} {12 1} {13 0} {14 1}]",
		"Components": "[{scheme 4} {userinfo 1} {host 3} {port 1} {path 3} {query 1} {fragment 1}]",
		"Schemes":    "[{http 3} {urn 1}]",
		"Hosts":      "[{a 2} {b 1}]",
	}
	list := s.Charts("line")
	for _, c := range list {
		if got := fmt.Sprint(c.Bars); got != want[c.Heading] || c.Ordered != (c.Heading == "Lengths") || c.Note == "" {
			t.Errorf("%s: %s", c.Heading, got)
		}
	}
	if len(list) != len(want) || s.Texts != 4 || s.Bytes != 41 || s.Longest != 14 {
		t.Errorf("%d charts of %d texts", len(list), s.Texts)
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[float64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := statistics.Grouped(n); got != want {
			t.Errorf("%v: %s", n, got)
		}
	}
}
