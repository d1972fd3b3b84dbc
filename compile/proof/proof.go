// Package proof decides, for all strings at once, whether an automaton is right about a rule of an ABNF
// grammar. [New] takes the rule, [Prover.Language] and [Prover.Spans] prove an automaton. It
// shows that the automaton accepts the rule's language, and that its spans are exact.
// Otherwise it finds a string that shows the contrary.
//
// It shares nothing with package compile but the tree of the grammar and how spans are written.
// There, rules become automata by way of UTF-8 byte sequences, an NFA and sets of its states. Here,
// rules become terms over code points, or over octets if the values of the grammar are octets. To
// read a string is to take derivatives (Janusz Brzozowski, Derivatives of Regular Expressions, JACM 11(4), 1964). The
// derivative of a term by a character is a term for what may follow the character. A term has only
// finitely many different derivatives. So all pairs of a state and a term to which one string leads
// can be visited. What holds at all these pairs holds for all strings.
//
// The proof trusts this package, the readers of grammars and of spans, the stepping of package dfa, and the
// encoder of unicode/utf8.
package proof

import (
	"fmt"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/naming"
)

// Claim is a statement about an automaton that was proved, and how many pairs this took.
type Claim struct {
	Text  string // such as "IRI accepts the language of its rule"
	Pairs int    // pairs of a state and a term (and what else is remembered) that were visited
}

func (c Claim) String() string { return fmt.Sprintf("%s: %d pairs", c.Text, c.Pairs) }

// Counterexample is the error for a claim that does not hold.
type Counterexample struct {
	Rule string
	Text []byte // a shortest string that shows it
	Why  string
}

func (e *Counterexample) Error() string {
	return fmt.Sprintf("proof: %s: %s: %+q", e.Rule, e.Why, e.Text)
}

// Prover proves claims about automata for a rule. It keeps what it computes of the
// grammar, and is not safe for concurrent use.
type Prover struct {
	// Scalars makes Language try all 1,112,064 scalar values, or all 256 octets, at each pair. Without it,
	// Language tries one character of each set that neither grammar nor table distinguishes: the characters
	// in the same ranges of the grammar whose bytes are in the same classes. This misses nothing, and takes
	// milliseconds.
	Scalars bool

	grammar  *abnf.Grammar
	language *space
	bySpans  map[string]*space // with markers, those that were asked for
}

// New returns a prover for a rule of g. The rule must compile: the error says what is not defined,
// or that a rule refers to itself in other places than its end, or its beginning.
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

// withMarkers returns the space with markers where each of some rules begins and ends.
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

// space is the terms that strings of a rule lead to.
type space struct {
	name  string
	terms *terms
	start term
	rows  map[term][]term // derivatives by class
	alphabet
}

// newSpace begins with the term of a rule; spans have markers.
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

// marker is a letter that is not a character: it stands in a term where something
// begins or ends: 2i where rule i begins, 2i+1 where it ends.
type marker int

// pair is where a string leads to: a state of the automaton and a term.
type pair struct {
	state dfa.State
	term  term
}
