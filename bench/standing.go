package main

import (
	"cmp"
	"math"
	"slices"
)

// A standing is how a contestant did on all lists.
type standing struct {
	exam   *row      // its verdicts on the suite of its rule
	ratios []float64 // to the yardstick, a list each
	mean   float64   // of the ratios, geometric
	allocs float64   // the most of any list
}

// standings returns those of all contestants, the fastest first.
func (r *report) standings() []*standing {
	var all []*standing
	for i, exam := range r.exam {
		s := &standing{exam: exam, mean: 1}
		for _, t := range r.tables {
			s.ratios = append(s.ratios, t.rows[i].ratio)
			s.mean *= math.Pow(t.rows[i].ratio, 1/float64(len(r.tables)))
			s.allocs = max(s.allocs, t.rows[i].allocs)
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b *standing) int { return cmp.Compare(a.mean, b.mean) })
	return all
}
