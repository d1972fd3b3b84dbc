package main

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"time"
)

// A table holds what came out for a list, a row a contestant.
type table struct {
	list *list
	rows []*row
}

type row struct {
	*contestant
	verdicts
	ns, allocs float64 // a text
	ratio      float64 // to the yardstick
}

// race measures all contestants, the yardstick being the first of them.
func race(l *list, field []*contestant, rounds int) *table {
	t := &table{list: l}
	for _, c := range field {
		t.rows = append(t.rows, &row{contestant: c, verdicts: c.verdicts(l), allocs: c.allocations(l)})
	}
	ns, ratios := laps(l, field, rounds)
	for i, r := range t.rows {
		r.ns, r.ratio = median(ns[i]), median(ratios[i])
	}
	return t
}

// laps returns the ns a text of each contestant in each round, and how they relate
// to those of the yardstick in the same round.
func laps(l *list, field []*contestant, rounds int) (ns, ratios [][]float64) {
	ns, ratios = make([][]float64, len(field)), make([][]float64, len(field))
	random := rand.New(rand.NewPCG(3987, 3986))
	for range rounds {
		lap := lap(l, field, random)
		for i := range field {
			ns[i] = append(ns[i], lap[i])
			ratios[i] = append(ratios[i], lap[i]/lap[0])
		}
	}
	return ns, ratios
}

// lap passes once over a list, chunk by chunk and each time in another order: so
// noise from outside hits all alike, and so does the garbage of a neighbour.
func lap(l *list, field []*contestant, random *rand.Rand) []float64 {
	ns := make([]float64, len(field))
	for chunk := range slices.Chunk(l.texts, 1024) {
		for _, i := range random.Perm(len(field)) {
			ns[i] += field[i].time(chunk)
		}
	}
	for i := range ns {
		ns[i] /= float64(len(l.texts))
	}
	return ns
}

func (c *contestant) time(texts []string) (ns float64) {
	defer c.ready()()
	begin := time.Now()
	for _, text := range texts {
		c.judge(text)
	}
	return float64(time.Since(begin).Nanoseconds())
}

// allocations returns how many there are a text.
func (c *contestant) allocations(l *list) float64 {
	defer c.ready()()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, text := range l.texts {
		c.judge(text)
	}
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs-before.Mallocs) / float64(len(l.texts))
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
