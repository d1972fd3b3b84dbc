package statistics

import (
	"cmp"
	"slices"
)

// A Frequent counts names in bounded memory, by the algorithm of Misra and Gries in the version of Agarwal et al.
// (Mergeable Summaries, 2013), which drops many rare names at a time. A count is never too high, and too low by at most
// Lost, which is at most the total divided by limit. Counts are exact up to 2*limit different names.
type Frequent struct {
	Lost int64

	limit int
	names map[string]*int64
}

type Count struct {
	Name  string
	Count int64
}

// NewFrequent returns a Frequent that keeps at least limit names.
func NewFrequent(limit int) Frequent {
	return Frequent{limit: limit, names: make(map[string]*int64)}
}

func (f *Frequent) Len() int { return len(f.names) }

func (f *Frequent) Add(name []byte, n int64) {
	if count, known := f.names[string(name)]; known {
		*count += n
		return
	}
	count := new(int64)
	*count = n
	f.names[string(name)] = count
	if len(f.names) > 2*f.limit {
		f.forget()
	}
}

// forget subtracts from each count the amount that leaves limit names.
func (f *Frequent) forget() {
	counts := make([]int64, 0, len(f.names))
	for _, n := range f.names {
		counts = append(counts, *n)
	}
	slices.Sort(counts)
	loss := counts[len(counts)-1-f.limit]
	for name, n := range f.names {
		if *n -= loss; *n <= 0 {
			delete(f.names, name)
		}
	}
	f.Lost += loss
}

// Top returns at most n names, ordered by decreasing count and then by name.
func (f *Frequent) Top(n int) []Count {
	list := make([]Count, 0, len(f.names))
	for name, count := range f.names {
		list = append(list, Count{name, *count})
	}
	slices.SortFunc(list, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name))
	})
	return list[:min(n, len(list))]
}
