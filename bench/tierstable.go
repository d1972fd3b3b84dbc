package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/iri/bench/internal/race"
)

// tierTable returns a table of what package iri does: a row a function, a column a tier. A cell has
// the geometric mean over the lists that the function is for, and in parentheses the worst list.
func (r *report) tierTable() (string, error) {
	var functions, tiers []string
	cells := make(map[[2]string]string)
	for i, exam := range r.exam {
		function, tier, ok := strings.Cut(exam.name, ", ")
		if exam.kind != ours || !ok {
			continue
		}
		functions, tiers = withOnce(functions, function), withOnce(tiers, tier)
		cells[[2]string{function, tier}] = r.cell(i)
	}
	var b strings.Builder
	b.WriteString("| | " + strings.Join(tiers, " | ") + " |\n|---" + strings.Repeat("|--:", len(tiers)) + "|\n")
	for _, function := range functions {
		b.WriteString("| `" + function + "` |")
		for _, tier := range tiers {
			b.WriteString(" " + cells[[2]string{function, tier}] + " |")
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// cell returns the mean and the worst ratio of a contestant. Lists of which it accepts less than half
// are not what it is for.
func (r *report) cell(contestant int) string {
	sum, worst, n := 0.0, 0.0, 0
	for _, t := range r.tables {
		if row := t.rows[contestant]; 2*row.accepted >= row.texts {
			sum += math.Log(row.ratio)
			worst = max(worst, row.ratio)
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s (%s)", race.Figure(math.Exp(sum/float64(n))), race.Figure(worst))
}

// withOnce appends a text that is not yet in the list.
func withOnce(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}
