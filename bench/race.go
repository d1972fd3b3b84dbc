package main

import (
	"runtime"
	"time"

	"example.org/iri/bench/internal/race"
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

// measure measures all contestants, the yardstick being the first of them.
func measure(l *list, field []*contestant, rounds int) *table {
	t := &table{list: l}
	for _, c := range field {
		t.rows = append(t.rows, &row{contestant: c, verdicts: c.verdicts(l), allocs: c.allocations(l)})
	}
	ns, ratios := race.Rounds(len(l.texts), runners(l, field), rounds)
	for i, r := range t.rows {
		r.ns, r.ratio = race.Median(ns[i]), race.Median(ratios[i])
	}
	return t
}

// runners returns what the contestants do on a list.
func runners(l *list, field []*contestant) (all []race.Runner) {
	for _, c := range field {
		all = append(all, func(from, to int) float64 { return c.time(l.texts[from:to]) })
	}
	return all
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
