package main

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/explain"
	"example.org/iri/internal/uri"
	"example.org/iri/tables/internal/recipe"
)

// contexts returns the context of each state of an automaton, by number. A shortest string that leads to the state is
// derived by the grammar; the expectations after it, and the productions around them, determine the context.
func contexts(g *abnf.Grammar, rule string, a *dfa.Automaton) (string, error) {
	r, err := explain.NewReader(g, rule)
	if err != nil {
		return "", err
	}
	list := make([]byte, a.NumStates())
	for number, text := range a.AccessTexts() {
		list[number] = byte(uri.ContextNowhere)
		if text == nil || !utf8.Valid(text) {
			continue
		}
		c, err := contextOf(r, rule, string(text))
		if err != nil {
			return "", err
		}
		list[number] = byte(c)
	}
	return string(list), nil
}

func contextOf(r *explain.Reader, rule, text string) (uri.Context, error) {
	_, err := r.Derive(text + "\xff") // \xff is in no string
	var mismatch *explain.MismatchError
	if !errors.As(err, &mismatch) {
		return 0, fmt.Errorf("%s: %q: %w", rule, text, err)
	}
	first, has := len(recipe.Parts), make(map[uri.Context]bool)
	for i := range mismatch.Expected {
		x := &mismatch.Expected[i]
		if part := recipe.PartOf(append([]string{x.What}, x.Rules()...)); part < len(recipe.Parts) {
			first = min(first, part)
			has[recipe.Parts[part].Context] = true
		}
	}
	if first == len(recipe.Parts) {
		return ended(rule), nil
	}
	switch c := recipe.Parts[first].Context; {
	case c == uri.ContextBroken:
		return around(r, rule, text, &mismatch.Expected[0])
	case c == uri.ContextUserinfo && has[uri.ContextHost]:
		return uri.ContextAuthority, nil
	case c == uri.ContextScheme && text == "" && rule != "scheme":
		return uri.ContextStart, nil
	default:
		return c, nil
	}
}

// around returns the context of an unfinished percent-encoded octet: the context after it.
func around(r *explain.Reader, rule, text string, digit *explain.Expectation) (uri.Context, error) {
	for digits := range digit.Bytes.Ranges() {
		c, err := contextOf(r, rule, text+string(rune(digits.Lo)))
		if err != nil {
			return 0, err
		}
		c, _ = c.InPctEncoded()
		return c.PctEncoded(), nil
	}
	return 0, fmt.Errorf("%s: %q: no digit can follow", rule, text)
}

// ended returns the context if no part matches, or nothing can follow.
func ended(rule string) uri.Context {
	for _, names := range [][]string{{"end", rule}, {rule}} {
		if part := recipe.PartOf(names); part < len(recipe.Parts) {
			return recipe.Parts[part].Context
		}
	}
	return uri.ContextElsewhere
}
