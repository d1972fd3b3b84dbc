package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"example.org/iri/bench/internal/race"
	"example.org/iri/internal/uri/scan"
)

// measure races all contestants on all lists and prints a table for each. Normalizing is also raced
// without kernels, by package iri alone.
func measure(all harnesses, rounds int, w io.Writer) error {
	s := new(summary)
	for _, l := range links() {
		if err := s.contest("resolve", l, all, rounds, w); err != nil {
			return err
		}
	}
	for _, l := range targets() {
		if err := s.contest("relativize", l, all, rounds, w); err != nil {
			return err
		}
	}
	for _, l := range normalLists() {
		if err := s.contest("normalize "+raced.String(), l, all, rounds, w); err != nil {
			return err
		}
	}
	for _, l := range normalLists() {
		scan.Limit(scan.NoVectors)
		err := s.contest("normalize "+raced.String()+", without kernels", l, nil, rounds, w)
		scan.Limit(scan.Best)
		if err != nil {
			return err
		}
	}
	for _, l := range texts() {
		if err := s.contest("to-uri", l, all, rounds, w); err != nil {
			return err
		}
	}
	if err := s.print(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%s; %s; %s; medians of %d rounds\n", race.Machine(), race.Golang(), time.Now().Format("2 January 2006"), rounds)
	return err
}

// contest races contestants on a list, those of this process and of harnesses.
func (s *summary) contest(operation string, l list, all harnesses, rounds int, w io.Writer) error {
	name, _, _ := strings.Cut(operation, ",")
	field := competitors(name, l.inputs, all)
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
		took, ratio := race.Median(ns[i]), race.Median(ratios[i])
		fmt.Fprintf(tab, "%.0f\t%.2f\t%s\t%d\t%d\t  %s\n", took, ratio, allocs, counts[i].none, counts[i].other, c.name)
		s.add(operation, l.name, i, c.name, took, ratio, counts[i].none+counts[i].other)
	}
	return end(tab, w)
}
