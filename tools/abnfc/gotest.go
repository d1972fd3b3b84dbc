package main

import (
	"bytes"
	"fmt"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/codegen"
	"example.org/iri/internal/sample"
)

const (
	mostExamples = 60  // of a rule, valid or invalid
	longExample  = 200 // bytes; longer ones are left out
)

// test returns the source of the test: the valid examples are made from the
// grammar, and checked with the automaton; the invalid ones are valid ones with a
// byte changed that the automaton refuses.
func (b *builder) test() ([]byte, error) {
	for i := range b.file.Rules {
		r := &b.file.Rules[i]
		valid, err := b.valid(r.Automaton)
		if err != nil {
			return nil, err
		}
		r.Examples = codegen.Examples{Valid: valid, Invalid: invalid(r.Automaton, valid)}
	}
	var source bytes.Buffer
	err := codegen.WriteTest(&source, &b.file)
	return source.Bytes(), err
}

func (b *builder) valid(a *dfa.Automaton) ([]string, error) {
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
	return list[:min(len(list), mostExamples)], nil
}

// invalid changes, drops and doubles bytes of texts until there are enough texts
// that do not match.
func invalid(a *dfa.Automaton, valid []string) []string {
	var list []string
	try := func(text string) {
		if len(list) < mostExamples && !dfa.Match(a, text) && !slices.Contains(list, text) {
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
