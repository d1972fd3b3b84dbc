package main

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// Every beginning of the order has its share of every group, up to one mutant.
func TestSpreadIsFair(t *testing.T) {
	list := numbered(map[string]int{"negate": 300, "const+1": 500, "branch": 8, "minmax": 1})
	order := spread(list)
	if len(order) != len(list) {
		t.Fatalf("%d of %d mutants", len(order), len(list))
	}
	size := make(map[string]float64)
	for _, m := range list {
		size[m.operator]++
	}
	got := make(map[string]float64)
	for i, m := range order {
		got[m.operator]++
		for operator, n := range size {
			fair := float64(i+1) / float64(len(list)) * n
			if math.Abs(got[operator]-fair) > 2 {
				t.Fatalf("among the first %d are %v of %s, fair are %.1f", i+1, got[operator], operator, fair)
			}
		}
	}
}

// The order follows from what the mutants change, not from where or how they are listed.
func TestSpreadIsStable(t *testing.T) {
	list := numbered(map[string]int{"negate": 30, "delete": 20})
	want := changes(spread(list))
	slices.Reverse(list)
	for _, m := range list {
		m.line += 7
	}
	if got := changes(spread(list)); !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

// numbered makes so many mutants of each operator.
func numbered(sizes map[string]int) []*mutant {
	var list []*mutant
	for operator, n := range sizes {
		for i := range n {
			s := &source{"p/x.go", fmt.Sprint(operator, i)}
			list = append(list, &mutant{source: s, line: i + 1, column: 1, operator: operator, end: len(s.text)})
		}
	}
	return list
}

func changes(list []*mutant) []string {
	var all []string
	for _, m := range list {
		all = append(all, m.operator+m.change())
	}
	return all
}
