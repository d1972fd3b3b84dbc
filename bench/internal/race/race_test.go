package race

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestLapOrder: each chunk meets all runners, and not always in the same order.
func TestLapOrder(t *testing.T) {
	var order, parts []int
	var field []Runner
	for i := range 5 {
		field = append(field, func(from, to int) float64 {
			order, parts = append(order, i), append(parts, to-from)
			return float64(to - from)
		})
	}
	if ns := lap(2*chunk+1, field, rand.New(rand.NewPCG(1, 2))); !slices.Equal(ns, []float64{1, 1, 1, 1, 1}) {
		t.Errorf("times %v", ns)
	}
	chunks := slices.Collect(slices.Chunk(order, 5))
	if len(chunks) != 3 || slices.Equal(chunks[0], chunks[1]) && slices.Equal(chunks[1], chunks[2]) {
		t.Errorf("order %v", chunks)
	}
	for _, chunk := range chunks {
		if slices.Sort(chunk); !slices.Equal(chunk, []int{0, 1, 2, 3, 4}) {
			t.Errorf("a chunk met %v", chunk)
		}
	}
	if want := []int{chunk, chunk, 1}; parts[0] != want[0] || parts[5] != want[1] || parts[10] != want[2] {
		t.Errorf("parts %v", parts)
	}
}

func TestRounds(t *testing.T) {
	field := []Runner{
		func(from, to int) float64 { return 2 * float64(to-from) },
		func(from, to int) float64 { return 3 * float64(to-from) },
	}
	ns, ratios := Rounds(10, field, 3)
	if len(ns[1]) != 3 || ns[1][2] != 3 || ratios[0][1] != 1 || ratios[1][0] != 1.5 {
		t.Errorf("times %v, ratios %v", ns, ratios)
	}
}

func TestMedian(t *testing.T) {
	if got := Median([]float64{5, 1, 100, 2, 3}); got != 3 {
		t.Errorf("median %v", got)
	}
}

func TestModelName(t *testing.T) {
	for cpuinfo, want := range map[string]string{
		"processor\t: 0\nmodel name\t: Abacus(R) Two(TM) 3\nmodel name\t: other\n": "Abacus Two 3",
		"": "",
	} {
		if got := modelName(strings.NewReader(cpuinfo)); got != want {
			t.Errorf("%q: %q, want %q", cpuinfo, got, want)
		}
	}
}
