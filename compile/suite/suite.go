// Package suite makes complete conformance suites for implementations of an ABNF rule: finite lists of strings with
// their results that decide whether an implementation is right. [Cases] returns a suite, [Write] writes it as JSON
// Lines. The package uses the Wp method, for automata whose only output is the result for a whole string.
//
// # What a suite shows
//
// Let n be the number of reachable states of the minimal automaton of the rule, including the dead state. An
// implementation that
//
//   - is an automaton of at most n states, and
//   - does not distinguish bytes of a class
//
// returns the right result for all strings exactly if it does so for the strings of the suite. A suite shows nothing
// about other implementations: a loop that takes many bytes an iteration has more than n states.
//
// # Why
//
// Let access(s) be a string that leads to state s. W is a set of suffixes such that any two states differ in the result
// for one of them. W_t is a subset of W that distinguishes t from every other state. All these sets have the empty
// suffix. The suite is
//
//	access(s) w      for every state s and w in W
//	access(s) c w    for every state s, class c, and w in W_t, t = next(s, c)
//
// Let an implementation pass. Consider its states after each access(s). By the first part of the suite they differ
// pairwise. There are n of them, so the implementation has no others, and each agrees with its s on all of W, hence on
// accepting. After access(s) c the implementation is in one of these states, say that of u. It agrees with u on W. By
// the second part of the suite it also agrees with t on W_t. So u is t. Hence the transitions of the implementation are
// those of the rule, and it accepts the same strings.
//
// # Sources
//
// T. S. Chow, Testing Software Design Modeled by Finite-State Machines, IEEE Transactions on Software Engineering SE-4
// (1978), pages 178-187, has the states that access reaches, the set W, and access(s) c W instead of the second part.
//
// S. Fujiwara, G. v. Bochmann, F. Khendek, M. Amalou, A. Ghedamsi, Test Selection Based on Finite State Models, IEEE
// Transactions on Software Engineering 17 (1991), pages 591-603, has the two parts and the smaller sets W_t: the
// partial W, or Wp, method. Both papers observe an output at every step, which the empty suffix replaces here.
package suite

import (
	"maps"
	"slices"
	"strings"

	"example.org/iri/dfa"
)

// Case is a string, and whether it is in the language of the rule.
type Case struct {
	Input []byte `json:"base64"`
	Valid bool   `json:"valid"`
}

// Cases returns the suite of a minimal automaton. Strings are distinct, and ordered by length and then by bytes. Equal
// automata have equal suites.
//
// A class is represented by its first printable ASCII byte, or by its first byte if there is none. The error is that of
// [dfa.Automaton.Check], or names two states that no string distinguishes, as automata with parts may have.
func Cases(a *dfa.Automaton) ([]Case, error) {
	if err := a.Check(); err != nil {
		return nil, err
	}
	m := newMachine(a)
	candidates, err := m.suffixes()
	if err != nil {
		return nil, err
	}
	texts := m.texts(m.separating(candidates))
	cases := make([]Case, len(texts))
	for i, text := range texts {
		cases[i] = Case{[]byte(text), dfa.Match(a, text)}
	}
	return cases, nil
}

func (m *machine) texts(w []string) []string {
	set := make(map[string]struct{})
	identifying := m.identifying(w)
	for s, access := range m.access {
		for _, suffix := range w {
			set[access+suffix] = struct{}{}
		}
		for i, t := range m.next[s] {
			for _, suffix := range identifying[t] {
				set[access+m.bytes[i:i+1]+suffix] = struct{}{}
			}
		}
	}
	return slices.SortedFunc(maps.Keys(set), shorter)
}

func shorter(s, t string) int {
	if len(s) != len(t) {
		return len(s) - len(t)
	}
	return strings.Compare(s, t)
}
