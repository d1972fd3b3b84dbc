package proof

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
)

// Parts proves that each state of a has the part that its definition gives it:
// the innermost of the listed productions that holds the last byte of a text that
// leads to the state, in every derivation of a text that begins so, and that can
// go on in one of them. The error is a [*Counterexample], or that of a.Check.
func (p *Prover) Parts(a *dfa.Automaton) (Claim, error) {
	if err := a.Check(); err != nil {
		return Claim{}, err
	}
	w := &partWalk{
		space:    p.parts(),
		a:        a,
		names:    p.partNames,
		seen:     make(map[partNode]bool),
		readings: make([][]reading, a.NumStates()),
		heights:  make(map[partNode]int),
	}
	w.run()
	return Claim{Text: w.name + " has the parts of their definition", Pairs: len(w.seen)}, w.compare()
}

// partNode is where a text and a derivation of it lead: a state, a term, and the
// productions that have begun and not ended, the outermost first, a byte each.
type partNode struct {
	pair
	stack string
}

// reading is what a derivation says of a state just entered: the productions that
// hold the last byte, and how many of them, from the outermost, can go on.
type reading struct {
	held string
	open int
}

type partWalk struct {
	*space
	a        *dfa.Automaton
	names    []string // of the productions
	seen     map[partNode]bool
	queue    []partNode
	readings [][]reading      // of each state, by number
	heights  map[partNode]int // of goesOn; the state is 0
}

func (w *partWalk) run() {
	w.note(w.a.Start, reading{})
	w.push(partNode{pair{w.a.Start, w.start}, ""})
	for i := 0; i < len(w.queue); i++ {
		x := w.queue[i]
		row := w.derivatives(x.term)
		for _, c := range w.characters(w.a.Classes) {
			if next := row[w.class[c]]; next != nothing {
				w.read(x, &encodings()[c], next)
			}
		}
	}
}

// read notes what a derivation says of the states that the bytes of a character
// lead to. In the midst of it, all productions go on.
func (w *partWalk) read(x partNode, e *encoding, next term) {
	last := int(e.n) - 1
	for i, b := range e.text() {
		x.state = w.a.Next(x.state, b)
		if i < last {
			w.note(x.state, reading{x.stack, len(x.stack)})
		}
	}
	x.term = next
	w.note(x.state, reading{x.stack, w.goesOn(x.term, x.stack)})
	w.push(x)
}

func (w *partWalk) note(s dfa.State, r reading) {
	if n := w.a.Number(s); !slices.Contains(w.readings[n], r) {
		w.readings[n] = append(w.readings[n], r)
	}
}

// push visits a node, and those that markers lead to from it.
func (w *partWalk) push(x partNode) {
	if w.seen[x] {
		return
	}
	w.seen[x] = true
	w.queue = append(w.queue, x)
	for next := range w.markers(x.term, x.stack) {
		next.state = x.state
		w.push(next)
	}
}

// markers yields what one marker leads to; the state is not set.
func (w *partWalk) markers(t term, stack string) func(func(partNode) bool) {
	return func(yield func(partNode) bool) {
		for m := range 2 * len(w.names) {
			d := w.terms.derive(t, letter{class: -1, marker: marker(m)}, 0)
			if d == nothing {
				continue
			}
			next := stack + string([]byte{byte(m / 2)})
			if m%2 == 1 {
				next = stack[:len(stack)-1]
			}
			if !yield(partNode{pair{0, d}, next}) {
				return
			}
		}
	}
}

// goesOn returns how many productions of the stack, from the outermost, hold the
// next character too in some derivation.
func (w *partWalk) goesOn(t term, stack string) int {
	key := partNode{pair{0, t}, stack}
	if n, ok := w.heights[key]; ok {
		return n
	}
	most := 0
	if slices.ContainsFunc(w.derivatives(t), func(d term) bool { return d != nothing }) {
		most = len(stack)
	}
	for next := range w.markers(t, stack) {
		most = max(most, min(len(stack), w.goesOn(next.term, next.stack)))
	}
	w.heights[key] = most
	return most
}

// compare holds the table's parts to the readings.
func (w *partWalk) compare() error {
	texts := w.a.AccessTexts()
	for s := range w.a.States() {
		n := w.a.Number(s)
		if got, want := w.a.Part(s), w.part(w.readings[n]); got != want {
			return &Counterexample{Rule: w.name, Text: texts[n], Why: fmt.Sprintf("the part is %q and should be %q", got, want)}
		}
	}
	return nil
}

// part returns the innermost production that is in all readings and goes on in one.
func (w *partWalk) part(list []reading) string {
	if len(list) == 0 {
		return "" // the dead state
	}
	first := list[0].held
	for i := len(first) - 1; i >= 0; i-- {
		everywhere, open := true, false
		for _, r := range list {
			at := w.position(r.held, w.names[first[i]])
			everywhere = everywhere && at >= 0
			open = open || at >= 0 && at < r.open
		}
		if everywhere && open {
			return w.names[first[i]]
		}
	}
	return ""
}

// position returns where a stack has the outermost production of a name, -1 if nowhere.
func (w *partWalk) position(stack, name string) int {
	for i := range len(stack) {
		if w.names[stack[i]] == name {
			return i
		}
	}
	return -1
}
