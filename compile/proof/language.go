package proof

import (
	"unicode/utf8"

	"example.org/iri/dfa"
)

// Language proves that a accepts exactly the strings of the rule. At each pair of a state and a term that a string
// leads to, the state accepts exactly if the term matches the empty string; and byte strings that are no prefix of
// valid UTF-8 lead to the dead state. The error is a [*Counterexample], or that of a.Check.
func (p *Prover) Language(a *dfa.Automaton) (Claim, error) {
	if err := a.Check(); err != nil {
		return Claim{}, err
	}
	w := &languageWalk{space: p.language, a: a, all: p.Scalars}
	w.add(point{pair{a.Start, w.start}, w.between()}, nil, struct{}{})
	if w.run(w.visit); w.found != nil {
		return Claim{}, w.found
	}
	return Claim{Text: w.name + " accepts the language of its rule", Pairs: w.pairs}, nil
}

type languageWalk struct {
	*space
	search[point, struct{}]
	a     *dfa.Automaton
	all   bool // try all units
	pairs int
	found *Counterexample
}

// A point is where a string leads to: between two units, a pair; within one, a state and the shape of the rest.
type point struct {
	pair
	shape uint8
}

type pointVisit = visit[point, struct{}]

// inside is the term of points within a unit, since a derivative needs a whole one.
const inside term = -1

func (w *languageWalk) fail(text []byte, why string) {
	if w.found == nil || len(text) < len(w.found.Text) {
		w.found = &Counterexample{Rule: w.name, Text: text, Why: why}
	}
}

// visit checks a point. The error is the counterexample found, if no shorter one remains possible.
func (w *languageWalk) visit(v pointVisit) error {
	switch accepts := w.a.Accepts(v.node.state); {
	case w.found != nil && len(w.found.Text) <= len(v.text):
		return w.found
	case v.node.shape != w.between():
		w.unfinished(v)
		return nil
	case accepts && !w.terms.nullable(v.node.term):
		w.fail(v.text, "the automaton accepts what the grammar does not")
		return nil
	case !accepts && w.terms.nullable(v.node.term):
		w.fail(v.text, "the automaton does not accept what the grammar does")
		return nil
	}
	w.pairs++
	w.unfinished(v)
	if w.all {
		w.scalars(v)
	} else {
		w.kinds(v)
	}
	return nil
}

// unfinished checks each next byte that does not complete a unit: it must lead to the dead state if it is ill-formed,
// else to a state that does not accept.
func (w *languageWalk) unfinished(v pointVisit) {
	for b, next := range w.shapes[v.node.shape] {
		if next == complete {
			continue
		}
		s := w.a.Next(v.node.state, byte(b))
		if next == illFormed && s == dfa.Dead {
			continue
		}
		text := join(v.text, []byte{byte(b)})
		switch {
		case next == illFormed:
			w.fail(text, "a byte string that does not begin valid UTF-8 is not dead")
		case w.a.Accepts(s):
			w.fail(text, "the automaton accepts an unfinished character")
		default:
			w.add(point{pair{s, inside}, next}, text, struct{}{})
		}
	}
}

// kinds visits the successors by one unit of each kind.
func (w *languageWalk) kinds(v pointVisit) {
	row, list := w.derivatives(v.node.term), w.list
	last := pair{term: inside} // most units have the same successor as the one before
	for _, i := range w.characters(w.a.Classes) {
		if x := (pair{w.step(v.node.state, &list[i]), row[w.class[i]]}); x != last {
			last = x
			w.follow(v, i, x)
		}
	}
}

func (w *languageWalk) step(s dfa.State, e *encoding) dfa.State {
	for _, b := range e.text() {
		s = w.a.Next(s, b)
	}
	return s
}

// scalars visits the successors by all units. It steps shared prefixes of encodings only once.
func (w *languageWalk) scalars(v pointVisit) {
	row, list := w.derivatives(v.node.term), w.list
	var at [utf8.UTFMax + 1]dfa.State
	at[0] = v.node.state
	last := pair{term: inside}
	for i := range list {
		e := &list[i]
		for k := e.same; k < e.n; k++ {
			at[k+1] = w.a.Next(at[k], e.bytes[k])
		}
		if x := (pair{at[e.n], row[w.class[i]]}); x != last {
			last = x
			w.follow(v, int32(i), x)
		}
	}
}

func (w *languageWalk) follow(v pointVisit, i int32, x pair) {
	if y := (point{x, w.between()}); !w.seen[y] {
		w.add(y, join(v.text, w.list[i].text()), struct{}{})
	}
}
