package main

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/scan"
)

// best is the level that needs no limit.
const best = scan.Best

// tiers are the ways in which package iri can work, each as a contestant of its
// own: the automaton alone, and [own] with no more than a level of instructions.
func tiers() []*contestant {
	field := []*contestant{
		{name: "iri.Valid, automaton", kind: ours, rule: language.IRI.Automaton, judge: func(text string) bool {
			return dfa.Match(language.IRI.Automaton, text)
		}},
		{name: "iri.Split, automaton", kind: ours, rule: language.IRI.Automaton, judge: func(text string) bool {
			var m dfa.Marks
			return dfa.Locate(language.IRI.Automaton, text, &m)
		}},
	}
	for _, x := range []struct {
		name  string
		level scan.Level
	}{{"AVX-512", scan.AVX512}, {"AVX2", scan.AVX2}, {"portable", scan.NoVectors}} {
		if scan.Limit(x.level) != x.level {
			continue // not on this processor
		}
		for _, c := range own() {
			c.name += ", " + x.name
			c.enter = limit(x.level)
			field = append(field, c)
		}
	}
	scan.Limit(best)
	return field
}

// limit returns a function that limits the level and returns one that lifts it.
func limit(to scan.Level) (enter func() (leave func())) {
	return func() func() {
		scan.Limit(to)
		return func() { scan.Limit(best) }
	}
}
