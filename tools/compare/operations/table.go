package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"example.org/iri/tools/compare/internal/race"
)

// measure races all contestants on all lists and prints a table for each.
func measure(all harnesses, rounds int, w io.Writer) error {
	for _, l := range links() {
		if err := contest("resolve", l, resolve(l.inputs), all, rounds, w); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s; %s; %s; medians of %d rounds\n", race.Machine(), race.Golang(), time.Now().Format("2 January 2006"), rounds)
	return err
}

// contest races contestants on a list, those of this process and of harnesses.
func contest(operation string, l list, field []*contestant, all harnesses, rounds int, w io.Writer) error {
	field = append(field, all.contestants(operation, l.inputs)...)
	counts, err := deviations(l.inputs, field)
	if err != nil {
		return err
	}
	var runners []race.Runner
	for _, c := range field {
		runners = append(runners, c.lap)
	}
	ns, ratios := race.Rounds(len(l.inputs), runners, rounds)
	if err := all.err(); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s, %s: %d texts\n\n", operation, l.name, len(l.inputs))
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tab, "ns\tratio\tallocs\tnone\tother\t\n")
	for i, c := range field {
		allocs := "?"
		if c.allocs >= 0 {
			allocs = fmt.Sprintf("%.1f", c.allocs)
		}
		fmt.Fprintf(tab, "%.0f\t%.2f\t%s\t%d\t%d\t%s\n", race.Median(ns[i]), race.Median(ratios[i]), allocs, counts[i].none, counts[i].other, "  "+c.name)
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintln(w)
	return err
}
