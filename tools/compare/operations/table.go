package main

import (
	"fmt"
	"io"
	"time"

	"example.org/iri/internal/uri/scan"
	"example.org/iri/tools/compare/internal/race"
)

// measure races all contestants on all lists and prints a table for each. Normalizing is also raced
// without kernels, by package iri alone.
func measure(all harnesses, rounds int, w io.Writer) error {
	for _, l := range links() {
		if err := contest("resolve", l, all, rounds, w); err != nil {
			return err
		}
	}
	for _, l := range targets() {
		if err := contest("relativize", l, all, rounds, w); err != nil {
			return err
		}
	}
	for _, l := range normalLists() {
		if err := contest("normalize "+raced.String(), l, all, rounds, w); err != nil {
			return err
		}
		l.name += ", without kernels"
		scan.Limit(scan.NoVectors)
		err := contest("normalize "+raced.String(), l, nil, rounds, w)
		scan.Limit(scan.Best)
		if err != nil {
			return err
		}
	}
	for _, l := range texts() {
		if err := contest("to-uri", l, all, rounds, w); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s; %s; %s; medians of %d rounds\n", race.Machine(), race.Golang(), time.Now().Format("2 January 2006"), rounds)
	return err
}

// contest races contestants on a list, those of this process and of harnesses.
func contest(operation string, l list, all harnesses, rounds int, w io.Writer) error {
	field := competitors(operation, l.inputs, all)
	counts, err := deviations(l.inputs, field, nil)
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
	tab := begin(w, operation+", "+l.name, len(l.inputs), "ns\tratio\tallocs\tnone\tother")
	for i, c := range field {
		allocs := "?"
		if c.allocs >= 0 {
			allocs = fmt.Sprintf("%.1f", c.allocs)
		}
		fmt.Fprintf(tab, "%.0f\t%.2f\t%s\t%d\t%d\t  %s\n", race.Median(ns[i]), race.Median(ratios[i]), allocs, counts[i].none, counts[i].other, c.name)
	}
	return end(tab, w)
}
