package main

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/codegen"
	"example.org/iri/internal/sample"
)

// Limits of the size and time of a generated test.
const (
	mostExamples = 60   // of a rule, valid or invalid
	allExamples  = 4096 // of all rules, valid or invalid, but at least fewExamples of each
	fewExamples  = 2
	longExample  = 200 // bytes; longer ones are left out
)

// examples adds examples to the rules. Valid ones are generated from the grammar and checked with the automaton.
// Invalid ones are valid ones with a changed byte that the automaton rejects.
func (b *builder) examples() error {
	most := min(mostExamples, max(fewExamples, allExamples/max(1, len(b.file.Rules))))
	for i := range b.file.Rules {
		r := &b.file.Rules[i]
		valid, err := b.valid(r.Automaton, most)
		if err != nil {
			return err
		}
		r.Examples = codegen.Examples{Valid: valid, Invalid: invalid(r.Automaton, valid, most)}
	}
	return nil
}

func (b *builder) valid(a *dfa.Automaton, most int) ([]string, error) {
	if a.Start == dfa.Dead {
		return nil, nil // no string matches
	}
	s, err := sample.New(b.grammar.Grammar, a.Name, 0)
	if err != nil {
		return nil, err
	}
	list := slices.DeleteFunc(s.Cover(), func(text string) bool { return len(text) > longExample })
	for _, text := range list {
		if !dfa.Match(a, text) {
			return nil, fmt.Errorf("abnfc: the automaton of rule %s rejects %q, which matches: please report this", a.Name, text)
		}
	}
	return list[:min(len(list), most)], nil
}

// invalid deletes, doubles and replaces bytes of valid strings. It returns at most a number of results, none of which
// matches.
func invalid(a *dfa.Automaton, valid []string, most int) []string {
	var list []string
	try := func(text string) {
		if len(list) < most && !dfa.Match(a, text) && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	try("")
	for _, text := range valid {
		try(text + " ")
		for i := range len(text) {
			try(text[:i] + text[i+1:])
			try(text[:i] + text[i:i+1] + text[i:])
			try(text[:i] + "\xff" + text[i+1:])
			try(text[:i] + "%" + text[i+1:])
		}
	}
	return list
}
