package iri_test

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"unicode/utf8"

	"github.com/leanovate/gopter"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/sample"
	"example.org/iri/internal/testkit"
	"example.org/iri/rule"
)

func automaton(r rule.Rule) *dfa.Automaton {
	for _, l := range language.All() {
		if l.Name == r.String() {
			return l.Automaton
		}
	}
	return nil
}

// sameError reports whether the error of a string in pieces equals the error of the whole string, up to the permitted
// differences if the string was split within the character.
func sameError(inPieces, whole error, cuts ...int) bool {
	var e, f *iri.SyntaxError
	if !errors.As(inPieces, &e) || !errors.As(whole, &f) || e.Offset != f.Offset || e.Byte != f.Byte || e.Expected() != f.Expected() {
		return false
	}
	for _, cut := range cuts {
		if e.Rune == utf8.RuneError && f.Offset < int64(cut) && int64(cut) < f.Offset+utf8.UTFMax {
			return true
		}
	}
	return e.Reason == f.Reason && e.Rune == f.Rune && e.Component() == f.Component()
}

// A trial is a string to validate by a rule, valid or not.
type trial struct {
	rule rule.Rule
	text string
}

func (s trial) String() string { return fmt.Sprintf("%v %+q", s.rule, s.text) }

// generator generates strings by package sample: random ones, and a covering set.
type generator map[rule.Rule]*texts

type texts struct {
	*sample.Sampler
	cover []string
}

func newGenerator() generator { return make(generator) }

func (g generator) of(r rule.Rule) *texts {
	if g[r] == nil {
		s, err := sample.New(grammarOf(r), r.String(), uint64(testkit.Seed(1)))
		if err != nil {
			panic(err) // the grammars are valid
		}
		g[r] = &texts{s, s.Cover()}
	}
	return g[r]
}

func (g generator) textOf(r rule.Rule, rng *rand.Rand) string {
	t := g.of(r)
	if rng.Intn(2) == 0 {
		return t.cover[rng.Intn(len(t.cover))]
	}
	return t.Random()
}

// pickRule draws a rule, half of the time one of the two rules of Parse.
func pickRule(rng *rand.Rand) rule.Rule {
	if rng.Intn(2) == 0 {
		return []rule.Rule{rule.IRI, rule.IRIReference}[rng.Intn(2)]
	}
	all := slices.Collect(rule.All())
	return all[rng.Intn(len(all))]
}

func (g generator) matching(params *gopter.GenParameters) *gopter.GenResult {
	rule := pickRule(params.Rng)
	return gopter.NewGenResult(trial{rule, g.textOf(rule, params.Rng)}, gopter.NoShrinker)
}

func (g generator) matchingOf(rule rule.Rule) gopter.Gen {
	return func(params *gopter.GenParameters) *gopter.GenResult {
		return gopter.NewGenResult(trial{rule, g.textOf(rule, params.Rng)}, gopter.NoShrinker)
	}
}

// mutated generates matching strings with up to three mutations.
func (g generator) mutated(params *gopter.GenParameters) *gopter.GenResult {
	rule := pickRule(params.Rng)
	text := g.textOf(rule, params.Rng)
	for range params.Rng.Intn(4) {
		text = mutate(text, params.Rng)
	}
	return gopter.NewGenResult(trial{rule, text}, shrinkTrial)
}

// mutatedOnce generates matching strings with one mutation.
func (g generator) mutatedOnce(params *gopter.GenParameters) *gopter.GenResult {
	rule := pickRule(params.Rng)
	return gopter.NewGenResult(trial{rule, mutate(g.textOf(rule, params.Rng), params.Rng)}, shrinkTrial)
}

// mutate inserts, removes or replaces a byte. Half of the new bytes are delimiters and other bytes with a role.
func mutate(text string, rng *rand.Rand) string {
	b := byte(rng.Intn(256))
	if rng.Intn(2) == 0 {
		const delimiters = ":/?#[]@%.v0 \x80\xbf\xc3\xed\xee\xf0"
		b = delimiters[rng.Intn(len(delimiters))]
	}
	if text == "" {
		return string([]byte{b})
	}
	i := rng.Intn(len(text) + 1)
	switch j := min(i, len(text)-1); rng.Intn(3) {
	case 0:
		return text[:i] + string([]byte{b}) + text[i:]
	case 1:
		return text[:j] + text[j+1:]
	default:
		return text[:j] + string([]byte{b}) + text[j+1:]
	}
}

// shrinkTrial tries the string without each of its bytes or characters, from the first to the last.
func shrinkTrial(v any) gopter.Shrink {
	s := v.(trial)
	at := 0
	return func() (any, bool) {
		if at >= len(s.text) {
			return nil, false
		}
		_, size := utf8.DecodeRuneInString(s.text[at:])
		shorter := trial{s.rule, s.text[:at] + s.text[at+size:]}
		at += size
		return shorter, true
	}
}
