package proof

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
)

// Marks proves that the marks of a are exact. For every text of the rule, and every way to derive
// it, [dfa.Locate] reports where each marked rule begins last, and 0 for rules that the derivation
// does not use. As this holds for every derivation, no text can be cut into marked rules in two
// ways. Marks does not prove that no other texts are accepted: see Language.
//
// A derivation is a text with markers in front of what marked rules derive. For each mark it visits
// all triples of a state, a term in which markers take part, and the relation between the mark's
// register and the last marker. Claims come in the order of the marks; the error is a
// [*Counterexample], or that of a.Check.
func (p *Prover) Marks(a *dfa.Automaton) ([]Claim, error) {
	if err := p.hasMarks(a); err != nil {
		return nil, err
	}
	var claims []Claim
	for k, name := range a.MarkNames {
		w := &markWalk{space: p.marks(), a: a, mark: k, seen: make(map[markNode]bool)}
		if err := w.run(); err != nil {
			return nil, err
		}
		claims = append(claims, Claim{Text: w.name + " reports where " + name + " begins", Pairs: len(w.seen)})
	}
	return claims, nil
}

// hasMarks returns an error unless a is a table with the marks of the prover.
func (p *Prover) hasMarks(a *dfa.Automaton) error {
	if err := a.Check(); err != nil {
		return err
	}
	if !slices.Equal(a.MarkNames, p.markNames) {
		return fmt.Errorf("proof: %s has the marks %v, not %v", a.Name, a.MarkNames, p.markNames)
	}
	return nil
}

// register tells what a walk and a derivation say of a mark.
type register struct {
	set    bool // the register was written
	stale  bool // and the mark earlier in the list fired since
	marked bool // the derivation has had the marker
	same   bool // and the register was last written where it stood
}

// wrong says what Locate would report wrongly, if the text ended here.
func (r register) wrong() string {
	reported := r.set && !r.stale
	switch {
	case reported && !r.marked:
		return "is reported but not there"
	case !reported && r.marked:
		return "is there but not reported"
	case reported && !r.same:
		return "begins elsewhere than reported"
	}
	return ""
}

// enter returns the register after a state was entered in which marks fire.
func (r register) enter(marks uint16, k int) register {
	switch {
	case marks>>k&1 != 0:
		return register{set: true, marked: r.marked}
	case marks&(1<<k-1) != 0:
		r.stale = r.set
	}
	return r
}

// meet returns the register after the marker, at a place where the mark fires or not.
func (r register) meet(fires bool) register {
	r.marked, r.same = true, fires
	return r
}

type markNode struct {
	pair
	register
}

type markVisit struct {
	markNode
	text []byte
}

type markWalk struct {
	*space
	a     *dfa.Automaton
	mark  int
	seen  map[markNode]bool
	queue queue[markVisit]
}

func (w *markWalk) run() error {
	w.push(markVisit{markNode{pair{w.a.Start, w.start}, register{}}, nil})
	for v, ok := w.queue.pop(); ok; v, ok = w.queue.pop() {
		if w.seen[v.markNode] {
			continue
		}
		w.seen[v.markNode] = true
		if why := w.wrong(v); why != "" {
			return &Counterexample{Rule: w.name, Text: v.text, Why: why}
		}
		w.markers(v)
		row := w.derivatives(v.term)
		for _, c := range w.characters(w.a.Classes) {
			if next := row[w.class[c]]; next != nothing {
				w.read(v, &w.list[c], next)
			}
		}
	}
	return nil
}

// wrong says what is wrong if the text ends here.
func (w *markWalk) wrong(v markVisit) string {
	if !w.terms.nullable(v.term) {
		return ""
	}
	if !w.a.Accepts(v.state) {
		return "the automaton does not accept what the grammar does"
	}
	if why := v.register.wrong(); why != "" {
		return w.a.MarkNames[w.mark] + " " + why
	}
	return ""
}

// read visits what a character leads to.
func (w *markWalk) read(v markVisit, e *encoding, next term) {
	x := v.markNode
	x.term = next
	for _, b := range e.text() {
		x.state = w.a.Next(x.state, b)
		x.register = x.enter(w.a.Fires(x.state), w.mark)
	}
	w.push(markVisit{x, join(v.text, e.text())})
}

func (w *markWalk) push(v markVisit) {
	if !w.seen[v.markNode] {
		w.queue.push(len(v.text), v)
	}
}

// markers visits what a marker leads to.
func (w *markWalk) markers(v markVisit) {
	for m := range len(w.a.MarkNames) {
		x := v
		if x.term = w.terms.derive(v.term, letter{class: -1, marker: marker(m)}, 0); x.term == nothing {
			continue
		}
		if m == w.mark {
			fires := len(v.text) > 0 && w.a.Fires(v.state)>>m&1 != 0
			x.register = x.meet(fires)
		}
		w.push(x)
	}
}
