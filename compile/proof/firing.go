package proof

import (
	"encoding/binary"
	"fmt"
	"slices"

	"example.org/iri/dfa"
)

// Fires proves that marks fire exactly where their definition says: behind each text that some text
// of the rule begins with, if in some derivation the marked rule may begin there. This is a claim
// beside Marks, since exact offsets do not need all of it: a mark that fires once too often does no
// harm if it fires again later. The error is a [*Counterexample], or that of a.Check.
func (p *Prover) Fires(a *dfa.Automaton) (Claim, error) {
	if err := p.hasMarks(a); err != nil {
		return Claim{}, err
	}
	w := &fireWalk{space: p.marks(), a: a, seen: make(map[string]bool)}
	if err := w.run(); err != nil {
		return Claim{}, err
	}
	return Claim{Text: w.name + " fires marks where their rules may begin", Pairs: len(w.seen)}, nil
}

type fireWalk struct {
	*space
	a     *dfa.Automaton
	seen  map[string]bool
	queue queue[fireVisit]
}

// fireVisit is where a text leads: a state, and the terms of all its derivations.
type fireVisit struct {
	state dfa.State
	terms []term // sorted
	text  []byte
}

func (w *fireWalk) run() error {
	w.queue.push(0, fireVisit{state: w.a.Start, terms: []term{w.start}})
	for v, ok := w.queue.pop(); ok; v, ok = w.queue.pop() {
		key := binary.BigEndian.AppendUint32(nil, uint32(v.state))
		for _, t := range v.terms {
			key = binary.BigEndian.AppendUint32(key, uint32(t))
		}
		if !w.seen[string(key)] {
			w.seen[string(key)] = true
			if err := w.visit(v); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *fireWalk) visit(v fireVisit) error {
	all, marks := w.afterMarkers(v.terms)
	if err := w.compare(v.state, marks, v.text); err != nil {
		return err
	}
	next := make([][]term, len(w.first)) // by class
	for class := range next {
		for _, t := range all {
			if d := w.derivatives(t)[class]; d != nothing {
				next[class] = append(next[class], d)
			}
		}
		slices.Sort(next[class])
		next[class] = slices.Compact(next[class])
	}
	for _, cut := range w.beginnings(w.a.Classes) {
		if !slices.ContainsFunc(cut.classes, func(class int32) bool { return len(next[class]) > 0 }) {
			continue // no text of the rule begins so
		}
		if err := w.compare(dfa.Run(w.a, v.state, cut.text), 0, join(v.text, cut.text)); err != nil {
			return err
		}
	}
	for _, i := range w.characters(w.a.Classes) {
		if e, terms := &w.alphabet.list[i], next[w.class[i]]; len(terms) > 0 {
			text := join(v.text, e.text())
			w.queue.push(len(text), fireVisit{dfa.Run(w.a, v.state, e.text()), terms, text})
		}
	}
	return nil
}

// afterMarkers adds to terms those that markers lead to, and tells which markers.
func (w *fireWalk) afterMarkers(terms []term) (all []term, marks uint16) {
	all = slices.Clone(terms)
	for i := 0; i < len(all); i++ {
		for m := range len(w.a.MarkNames) {
			d := w.terms.derive(all[i], letter{class: -1, marker: marker(m)}, 0)
			if d == nothing {
				continue
			}
			marks |= 1 << m
			if !slices.Contains(all, d) {
				all = append(all, d)
			}
		}
	}
	return all, marks
}

func (w *fireWalk) compare(s dfa.State, want uint16, text []byte) error {
	if got := w.a.Fires(s); got != want {
		return &Counterexample{Rule: w.name, Text: text, Why: fmt.Sprintf("the marks %v fire and should be %v", w.list(got), w.list(want))}
	}
	return nil
}

func (w *fireWalk) list(marks uint16) []string {
	list := []string{}
	for k, name := range w.a.MarkNames {
		if marks>>k&1 != 0 {
			list = append(list, name)
		}
	}
	return list
}
