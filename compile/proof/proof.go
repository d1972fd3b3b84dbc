// Package proof proves, for all strings at once, that an automaton is right about a rule of an ABNF grammar. [New]
// takes the rule; [Prover.Language] proves that an automaton accepts its language, and [Prover.Spans] that its spans
// are exact. If a claim is false, they return a counterexample.
//
// The package shares only the tree of the grammar and the syntax of spans with package compile, which turns rules into
// automata by way of UTF-8 sequences, NFAs and sets of states. Here, rules become terms (regular expressions) over code
// points, or over octets if the values of the grammar are octets. A term reads a string by derivatives (Janusz
// Brzozowski, Derivatives of Regular Expressions, JACM 11(4), 1964): the derivative by a character is a term for the
// rest of the string. A term has only finitely many derivatives. So it is possible to visit all pairs of a state and a
// term that some string leads to; what is true at all these pairs is true for all strings.
//
// The proof relies on this package, the parsers of grammars and of spans, the steps of package dfa, and the encoder of
// unicode/utf8.
package proof

import (
	"fmt"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/naming"
)

// Claim is a proved statement about an automaton.
type Claim struct {
	Text  string // such as "IRI accepts the language of its rule"
	Pairs int    // number of pairs of a state and a term (with further memory) that were visited
}

func (c Claim) String() string { return fmt.Sprintf("%s: %d pairs", c.Text, c.Pairs) }

// Counterexample is the error for a false claim.
type Counterexample struct {
	Rule string
	Text []byte // a shortest string that shows it
	Why  string
}

func (e *Counterexample) Error() string {
	return fmt.Sprintf("proof: %s: %s: %+q", e.Rule, e.Why, e.Text)
}

// Prover proves claims about automata for a rule. It caches derivatives, and must not be used by several goroutines at
// once.
type Prover struct {
	// Scalars makes Language try all 1,112,064 scalar values, or all 256 octets, at each pair. By default, it tries one
	// character of each kind: characters in the same ranges of the grammar whose bytes are in the same classes. This
	// proves the same, and takes milliseconds.
	Scalars bool

	grammar  *abnf.Grammar
	language *space
	bySpans  map[string]*space // with markers, by spans
}

// New returns a prover for a rule of g. The error reports undefined names, or a rule that is recursive in other
// positions than its end or its beginning.
func New(g *abnf.Grammar, rule string) (*Prover, error) {
	if err := g.Verify(rule); err != nil {
		return nil, err
	}
	language, err := newSpace(g, rule, nil)
	if err != nil {
		return nil, err
	}
	return &Prover{grammar: g, language: language, bySpans: make(map[string]*space)}, nil
}

func (p *Prover) withMarkers(names []string) (*space, error) {
	key := fmt.Sprintf("%q", names)
	if s := p.bySpans[key]; s != nil {
		return s, nil
	}
	const most = 255
	if len(names) > most {
		return nil, fmt.Errorf("proof: more than %d spans", most)
	}
	spans, err := naming.Spans(p.grammar, names)
	if err != nil {
		return nil, err
	}
	s, err := newSpace(p.grammar, p.language.name, spans)
	if err == nil {
		p.bySpans[key] = s
	}
	return s, err
}

// A space has the terms that strings of a rule lead to.
type space struct {
	name  string
	terms *terms
	start term
	rows  map[term][]term
	alphabet
}

func newSpace(g *abnf.Grammar, rule string, spans []naming.Span) (*space, error) {
	t := &translator{
		grammar: g, terms: newTerms(), spans: spans, below: string(make([]byte, len(spans))),
		done: make(map[contextRule]term), components: componentsOf(g, g.Lookup(rule)),
	}
	start := t.rule(g.Lookup(rule))
	if t.err != nil {
		return nil, t.err
	}
	return &space{
		name:     g.Lookup(rule).Name,
		terms:    t.terms,
		start:    start,
		rows:     make(map[term][]term),
		alphabet: newAlphabet(unitsOf(g.Encoding), t.terms, start),
	}, nil
}

// A marker is a letter that is no character. Marker 2i is at the beginning of span i, marker 2i+1 at its end.
type marker int

// A pair is where a string leads to: a state of the automaton and a term.
type pair struct {
	state dfa.State
	term  term
}
