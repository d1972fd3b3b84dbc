package main

import (
	"net/url"
	"regexp"
	"slices"
	"unicode/utf8"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// A contestant judges texts.
type contestant struct {
	name  string
	kind  kind
	rule  *dfa.Automaton // what its verdicts are compared with
	claim string         // what it decides if that is no rule of the RFCs; rule is nil then
	judge func(text string) bool

	// enter is called before the clock starts and leave after it stops, for what
	// has to be switched; enter may be nil.
	enter func() (leave func())
}

// A kind says what to expect of a contestant.
type kind int

const (
	yardstick kind = iota // no validator of what the RFCs define; for scale
	ours                  // package iri; exact
	engine                // another engine that runs our grammar; exact
	peer                  // claims to decide a rule
)

// exact: a wrong verdict is a bug, here or there.
func (k kind) exact() bool { return k == ours || k == engine }

// yardstickName is the contestant to which all ratios relate.
const yardstickName = "utf8.Valid"

// contestants returns all of them, the yardstick first.
func contestants(g grammars) ([]*contestant, error) {
	field := slices.Concat(yardsticks(), own(), tiers())
	for _, more := range []func() ([]*contestant, error){
		func() ([]*contestant, error) { return engines(g.defining(language.IRI.Name)) },
		protovalidate,
		jsonSchemas,
		func() ([]*contestant, error) { return otherPeers(), nil },
	} {
		list, err := more()
		if err != nil {
			return nil, err
		}
		field = append(field, list...)
	}
	return field, nil
}

// yardsticks: utf8.Valid does less; net/url.Parse splits and decodes, loosely after
// RFC 3986; browsers follow another standard.
func yardsticks() []*contestant {
	return []*contestant{
		{name: yardstickName, claim: "UTF-8", judge: utf8.ValidString},
		{name: "net/url.Parse", rule: language.URIReference.Automaton, judge: func(text string) bool {
			_, err := url.Parse(text)
			return err == nil
		}},
		{name: "whatwg-url.Parse", claim: "WHATWG URL", judge: func(text string) bool {
			_, err := whatwg.Parse(text)
			return err == nil
		}},
	}
}

// own is package iri as its users call it.
func own() []*contestant {
	return []*contestant{
		{name: "iri.Valid", kind: ours, rule: language.IRI.Automaton, judge: iri.ValidString},
		{name: "iri.Split", kind: ours, rule: language.IRI.Automaton, judge: func(text string) bool {
			_, err := iri.SplitString(text)
			return err == nil
		}},
		{name: "iri.ValidReference", kind: ours, rule: language.IRIReference.Automaton, judge: iri.ValidReferenceString},
		{name: "iri.SplitReference", kind: ours, rule: language.IRIReference.Automaton, judge: func(text string) bool {
			_, err := iri.SplitReferenceString(text)
			return err == nil
		}},
	}
}

// selected returns the contestants whose names match, and the yardstick.
func selected(field []*contestant, only *regexp.Regexp) []*contestant {
	return slices.DeleteFunc(field, func(c *contestant) bool {
		return c.name != yardstickName && !only.MatchString(c.name)
	})
}
