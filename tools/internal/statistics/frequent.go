package statistics

import (
	"cmp"
	"slices"
)

// A Frequent counts names, of which there may be more than fit into memory. It then forgets rare
// ones, many at a time: by the algorithm of Misra and Gries as Agarwal et al. have it (Mergeable
// Summaries, 2013). A count is never too high, and too low by at most Lost, which is at
// most the number of all names divided by limit. While no more than 2 limit names are different,
// all counts are exact.
type Frequent struct {
	Lost int64

	limit int
	names map[string]*int64
}

// A Count is a name and how often it was counted.
type Count struct {
	Name  string
	Count int64
}

// NewFrequent returns one that keeps at least limit names.
func NewFrequent(limit int) Frequent {
	return Frequent{limit: limit, names: make(map[string]*int64)}
}

// Len returns the number of names that are kept.
func (f *Frequent) Len() int { return len(f.names) }

// Add counts a name n times.
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

// forget takes from each count as much as leaves only limit of them.
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

// Top returns the most frequent names, at most n, and those as frequent in their order.
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
