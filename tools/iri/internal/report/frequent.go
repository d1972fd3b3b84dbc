package report

import (
	"cmp"
	"slices"
)

// A frequent counts names, of which there may be more than fit into memory. It then forgets rare
// ones, many at a time: by the algorithm of Misra and Gries as Agarwal et al. have it (Mergeable
// Summaries, 2013). A count is never too high, and too low by at most lost, which is at
// most the number of all names divided by limit. While no more than 2 limit names are different,
// all counts are exact.
type frequent struct {
	limit int
	names map[string]*int64
	lost  int64
}

// A named is a name and how often it was counted.
type named struct {
	name  string
	count int64
}

func newFrequent(limit int) frequent { return frequent{limit, make(map[string]*int64), 0} }

// add counts a name n times.
func (f *frequent) add(name []byte, n int64) {
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
func (f *frequent) forget() {
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
	f.lost += loss
}

// top returns the most frequent names, at most n, and those as frequent in their order.
func (f *frequent) top(n int) []named {
	list := make([]named, 0, len(f.names))
	for name, count := range f.names {
		list = append(list, named{name, *count})
	}
	slices.SortFunc(list, func(a, b named) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name))
	})
	return list[:min(n, len(list))]
}
