package statistics

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestFrequent checks that counts are exact while names fit, and then too low by at most Lost, which is small.
func TestFrequent(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		limit, names := 1+random.IntN(20), 1+random.IntN(100)
		exact := make(map[string]int64)
		sum := NewFrequent(limit)
		var total int64
		for range 4000 {
			name := fmt.Sprint(random.IntN(1 + random.IntN(names)))
			n := 1 + random.Int64N(3)
			sum.Add([]byte(name), n)
			exact[name] += n
			total += n
		}
		if len(exact) <= 2*limit && sum.Lost > 0 || sum.Lost > total/int64(limit) || len(sum.names) > 2*limit {
			t.Fatalf("limit %d: %d of %d names kept, %d of %d lost", limit, len(sum.names), len(exact), sum.Lost, total)
		}
		for name, n := range exact {
			var got int64
			if count, kept := sum.names[name]; kept {
				got = *count
			}
			if got > n || got < n-sum.Lost {
				t.Fatalf("limit %d, lost %d: %s is counted %d times, not %d", limit, sum.Lost, name, got, n)
			}
		}
	}
}

// TestBins checks that bins are adjacent and contain all strings.
func TestBins(t *testing.T) {
	for _, longest := range []int{0, 1, 39, 40, 41, 100, 399, 1023, 1024, 5000} {
		s := New()
		for length := range longest + 1 {
			s.Texts++
			s.lengths[min(length, maxLength)]++
		}
		next, sum := 0, int64(0)
		list := s.bins()
		for i, b := range list {
			if b.from != next || b.to < 0 && i < len(list)-1 {
				t.Errorf("longest %d: bins %v", longest, list)
			}
			next, sum = b.to+1, sum+b.count
		}
		if sum != s.Texts || len(list) > 41 {
			t.Errorf("longest %d: %d of %d texts in %d bins", longest, sum, s.Texts, len(list))
		}
	}
}
