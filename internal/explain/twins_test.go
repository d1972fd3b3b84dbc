package explain_test

import (
	"errors"
	"slices"
	"testing"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/abnftest"
	. "example.org/iri/internal/explain"
)

// explained holds what Derive says against slow twins and compiled automata.
type explained struct {
	grammar  *abnf.Grammar
	automata map[string]*dfa.Automaton
	readers  map[string]*Reader
}

func newExplained(g *abnf.Grammar) *explained {
	return &explained{g, make(map[string]*dfa.Automaton), make(map[string]*Reader)}
}

func (e *explained) automaton(t testing.TB, rule string) *dfa.Automaton {
	t.Helper()
	if e.automata[rule] == nil {
		a, err := compile.Compile(e.grammar, rule, nil)
		if err != nil {
			t.Fatal(err)
		}
		e.automata[rule] = a
	}
	return e.automata[rule]
}

func (e *explained) reader(t testing.TB, rule string) *Reader {
	t.Helper()
	if e.readers[rule] == nil {
		r, err := NewReader(e.grammar, rule)
		if err != nil {
			t.Fatal(err)
		}
		e.readers[rule] = r
	}
	return e.readers[rule]
}

// check explains a text and returns its derivation, nil if there is none, which is
// right as the automaton of the rule says.
func (e *explained) check(t testing.TB, rule, text string) *Derivation {
	t.Helper()
	a := e.automaton(t, rule)
	s, n := dfa.Last(a, a.Start, text)
	d, err := e.reader(t, rule).Derive(text)
	if n == len(text) && a.Accepts(s) {
		if err != nil {
			t.Fatalf("%q by %s: %v in\n%v", text, rule, err, e.grammar)
		}
		if d.Rule != e.grammar.Lookup(rule) || d.Start != 0 || d.End != len(text) {
			t.Fatalf("%q by %s: derivation\n%v", text, rule, d)
		}
		e.derivation(t, text, d)
		return d
	}
	var m *MismatchError
	if !errors.As(err, &m) || d != nil {
		t.Fatalf("%q by %s: %v and error %v in\n%v", text, rule, d, err, e.grammar)
	}
	if m.Rule != e.grammar.Lookup(rule).Name || m.Offset != n || m.End != a.Accepts(s) {
		t.Fatalf("%q by %s: error %+v, want offset %d, end %t in\n%v", text, rule, m, n, a.Accepts(s), e.grammar)
	}
	e.expectations(t, m, a.Follow(s))
	return nil
}

// derivation expects that the body of each rule reads its text with just the inner
// derivations, in their places, for its references.
func (e *explained) derivation(t testing.TB, text string, d *Derivation) {
	t.Helper()
	if d.Text != text[d.Start:d.End] || !dfa.Match(e.automaton(t, d.Rule.Name), d.Text) {
		t.Fatalf("%q: %s does not read %q, of %d to %d", text, d.Rule.Name, d.Text, d.Start, d.End)
	}
	begin := map[progress]bool{{d.Start, 0}: true}
	if !e.follow(d.Rule.Body, text, d.Inner, begin)[progress{d.End, len(d.Inner)}] {
		t.Fatalf("%q: the rule\n%v\nis not read as\n%v", text, d.Rule, d)
	}
	for _, inner := range d.Inner {
		e.derivation(t, text, inner)
	}
}

// progress is how much of a text and of the inner derivations has been used.
type progress struct{ at, inner int }

func (e *explained) follow(n abnf.Node, text string, inner []*Derivation, from map[progress]bool) map[progress]bool {
	to := make(map[progress]bool)
	switch n := n.(type) {
	case *abnf.Alternation:
		for _, alt := range n.Alts {
			for p := range e.follow(alt, text, inner, from) {
				to[p] = true
			}
		}
	case *abnf.Concatenation:
		for _, elem := range n.Elems {
			from = e.follow(elem, text, inner, from)
		}
		return from
	case *abnf.Repetition:
		for range n.Min {
			from = e.follow(n.Elem, text, inner, from)
		}
		for i := n.Min; len(from) > 0; i++ {
			size := len(to)
			for p := range from {
				to[p] = true
			}
			if i == n.Max || len(to) == size {
				break
			}
			from = e.follow(n.Elem, text, inner, from)
		}
	case *abnf.RuleRef:
		for p := range from {
			if p.inner < len(inner) && inner[p.inner].Start == p.at && inner[p.inner].Rule == e.grammar.Target(n) {
				to[progress{inner[p.inner].End, p.inner + 1}] = true
			}
		}
	default:
		for p := range from {
			if length, fits := terminal(e.grammar.Encoding, n, text[p.at:]); fits {
				to[progress{p.at + length, p.inner}] = true
			}
		}
	}
	return to
}

// terminal reports whether a string or value reads the beginning of a text, and how
// much of it.
func terminal(encoding abnf.Encoding, n abnf.Node, text string) (length int, fits bool) {
	for i := 0; ; i++ {
		if _, characters := abnftest.Reads(n, i, 0); i == characters {
			return length, true
		}
		c, size := encoding.Decode(text[length:])
		if fits, _ := abnftest.Reads(n, i, c); size == 0 || !fits {
			return 0, false
		}
		length += size
	}
}

// preferred is a slow twin that tries everything in the order of preference and
// stops at the first derivation of all of a text. It does not understand recursion.
type preferred struct {
	grammar *abnf.Grammar
	text    string
}

func (p *preferred) derive(rule string) (whole *Derivation) {
	ref := &abnf.RuleRef{Name: rule}
	p.try(ref, 0, nil, func(at int, list []*Derivation) bool {
		if at == len(p.text) {
			whole = list[0]
		}
		return whole != nil
	})
	return whole
}

// try reads n and asks then whether that will do.
func (p *preferred) try(n abnf.Node, at int, before []*Derivation, then func(at int, list []*Derivation) bool) bool {
	switch n := n.(type) {
	case *abnf.Alternation:
		return slices.ContainsFunc(n.Alts, func(alt abnf.Node) bool { return p.try(alt, at, before, then) })
	case *abnf.Concatenation:
		return p.sequence(n.Elems, at, before, then)
	case *abnf.Repetition:
		return p.repeat(n, 0, at, before, then)
	case *abnf.RuleRef:
		r := p.grammar.Target(n)
		return p.try(r.Body, at, nil, func(end int, inner []*Derivation) bool {
			d := &Derivation{Rule: r, Start: at, End: end, Text: p.text[at:end], Inner: inner}
			return then(end, append(before[:len(before):len(before)], d))
		})
	}
	length, fits := terminal(p.grammar.Encoding, n, p.text[at:])
	return fits && then(at+length, before)
}

func (p *preferred) sequence(elems []abnf.Node, at int, before []*Derivation, then func(int, []*Derivation) bool) bool {
	if len(elems) == 0 {
		return then(at, before)
	}
	return p.try(elems[0], at, before, func(at int, list []*Derivation) bool {
		return p.sequence(elems[1:], at, list, then)
	})
}

func (p *preferred) repeat(n *abnf.Repetition, done, at int, before []*Derivation, then func(int, []*Derivation) bool) bool {
	more := n.Max == abnf.Unbounded || done < n.Max
	once := more && p.try(n.Elem, at, before, func(end int, list []*Derivation) bool {
		if end == at && done >= n.Min && n.Max == abnf.Unbounded {
			return false // for ever
		}
		return p.repeat(n, done+1, end, list, then)
	})
	return once || done >= n.Min && then(at, before)
}
