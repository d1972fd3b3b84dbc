package main

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/codegen"
	"example.org/iri/internal/sample"
)

// Limits of a generated test, so that its size and time do not grow without end.
const (
	mostExamples = 60   // of a rule, valid or invalid
	allExamples  = 4096 // of all rules, valid or invalid, if that leaves fewExamples a rule
	fewExamples  = 2
	longExample  = 200 // bytes; longer ones are left out
)

// examples fills in the examples of the rules: the valid ones are made from the grammar, and checked with the automaton;
// the invalid ones are valid ones with a byte changed that the automaton refuses.
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

// valid returns at most so many texts that match.
func (b *builder) valid(a *dfa.Automaton, most int) ([]string, error) {
	if a.Start == dfa.Dead {
		return nil, nil // no text matches
	}
	s, err := sample.New(b.grammar.Grammar, a.Name, 0)
	if err != nil {
		return nil, err
	}
	list := slices.DeleteFunc(s.Cover(), func(text string) bool { return len(text) > longExample })
	for _, text := range list {
		if !dfa.Match(a, text) {
			return nil, fmt.Errorf("abnfc: the automaton of rule %s refuses %q, which matches: please report this", a.Name, text)
		}
	}
	return list[:min(len(list), most)], nil
}

// invalid changes, drops and doubles bytes of texts until there are so many texts
// that do not match, or no more.
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
