package proof

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"example.org/iri/dfa"
)

// Parts proves that each text that some text of the rule begins with leads to a
// state with the part that its definition gives the text: the innermost of the
// listed productions that holds its last byte, in every derivation of a text that
// begins so, and that can go on in one of them. The error is a [*Counterexample],
// or that of a.Check.
func (p *Prover) Parts(a *dfa.Automaton) (Claim, error) {
	if err := a.Check(); err != nil {
		return Claim{}, err
	}
	w := &partWalk{
		space: p.parts(),
		a:     a,
		names: p.partNames,
		seen:  make(map[string]bool),
		open:  make(map[derived]int),
	}
	if err := w.run(); err != nil {
		return Claim{}, err
	}
	return Claim{Text: w.name + " has the parts of their definition", Pairs: len(w.seen)}, nil
}

// derived is where a derivation of a text leads: a term, and the numbers of the
// productions that have begun and not ended, the outermost first, a byte each.
type derived struct {
	term  term
	stack string
}

// partVisit is where a text leads: a state, and all its derivations.
type partVisit struct {
	state dfa.State
	all   []derived // sorted
	text  []byte
}

func (v partVisit) key() string {
	key := binary.BigEndian.AppendUint32(nil, uint32(v.state))
	for _, x := range v.all {
		key = binary.BigEndian.AppendUint32(key, uint32(x.term))
		key = append(append(key, byte(len(x.stack))), x.stack...)
	}
	return string(key)
}

// reading is what a derivation says of the last byte: the productions that hold
// it, and how many of them, from the outermost, can go on.
type reading struct {
	held string
	open int
}

type partWalk struct {
	*space
	a     *dfa.Automaton
	names []string // of the productions
	seen  map[string]bool
	queue queue[partVisit]
	open  map[derived]int // of goesOn
}

func (w *partWalk) run() error {
	w.queue.push(0, partVisit{w.a.Start, w.afterMarkers([]derived{{w.start, ""}}), nil})
	if err := w.compare(dfa.Dead, nil, nil); err != nil {
		return err
	}
	if err := w.compare(w.a.Start, nil, nil); err != nil {
		return err
	}
	for v, ok := w.queue.pop(); ok; v, ok = w.queue.pop() {
		if key := v.key(); !w.seen[key] {
			w.seen[key] = true
			if err := w.visit(v); err != nil {
				return err
			}
		}
	}
	return nil
}

// visit reads a character, or the beginning of one, of each kind.
func (w *partWalk) visit(v partVisit) error {
	classes := w.read(v.all)
	for _, cut := range w.beginnings(w.a.Classes) {
		var readings []reading
		for _, class := range cut.classes {
			readings = append(readings, classes[class].inside...)
		}
		if err := w.compare(dfa.Run(w.a, v.state, cut.text), readings, join(v.text, cut.text)); err != nil {
			return err
		}
	}
	for _, i := range w.characters(w.a.Classes) {
		e, class := &encodings()[i], classes[w.class[i]]
		if len(class.all) == 0 {
			continue
		}
		s, text := dfa.Run(w.a, v.state, e.text()), join(v.text, e.text())
		if err := w.compare(s, class.behind, text); err != nil {
			return err
		}
		w.queue.push(len(text), partVisit{s, class.all, text})
	}
	return nil
}

// read is what the derivations of a text say of the next character, by its class.
type read struct {
	inside, behind []reading // in the midst of it and behind it
	all            []derived // derivations of the text with it
}

func (w *partWalk) read(all []derived) []read {
	classes := make([]read, len(w.first))
	for class := range classes {
		r := &classes[class]
		for _, x := range all {
			if d := w.derivatives(x.term)[class]; d != nothing {
				next := derived{d, x.stack}
				r.all = append(r.all, next)
				r.inside = append(r.inside, reading{x.stack, len(x.stack)}) // there, all go on
				r.behind = append(r.behind, reading{x.stack, w.goesOn(next)})
			}
		}
		r.all = w.afterMarkers(r.all)
	}
	return classes
}

func join(text, more []byte) []byte { return append(text[:len(text):len(text)], more...) }

// afterMarkers adds to derivations those that markers lead to.
func (w *partWalk) afterMarkers(list []derived) []derived {
	seen := make(map[derived]bool)
	for len(list) > 0 {
		x := list[len(list)-1]
		list = list[:len(list)-1]
		if !seen[x] {
			seen[x] = true
			list = append(list, w.markers(x)...)
		}
	}
	for x := range seen {
		list = append(list, x)
	}
	slices.SortFunc(list, func(x, y derived) int {
		if x.term != y.term {
			return int(x.term - y.term)
		}
		return strings.Compare(x.stack, y.stack)
	})
	return list
}

// markers returns what one marker leads to.
func (w *partWalk) markers(x derived) []derived {
	var list []derived
	for m := range 2 * len(w.names) {
		d := w.terms.derive(x.term, letter{class: -1, marker: marker(m)}, 0)
		if d == nothing {
			continue
		}
		stack := x.stack + string([]byte{byte(m / 2)})
		if m%2 == 1 {
			stack = x.stack[:len(x.stack)-1]
		}
		list = append(list, derived{d, stack})
	}
	return list
}

// goesOn returns how many productions of the stack, from the outermost, hold the
// next character too in some derivation: those that no marker on the way to it ends.
func (w *partWalk) goesOn(of derived) int {
	if n, ok := w.open[of]; ok {
		return n
	}
	type step struct {
		derived
		kept int // of the stack at the beginning
	}
	most := 0
	seen := make(map[step]bool)
	for stack := []step{{of, len(of.stack)}}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		if slices.ContainsFunc(w.derivatives(x.term), func(d term) bool { return d != nothing }) {
			most = max(most, x.kept)
		}
		for _, next := range w.markers(x.derived) {
			stack = append(stack, step{next, min(x.kept, len(next.stack))})
		}
	}
	w.open[of] = most
	return most
}

// compare holds the part of a state that a text leads to against the derivations.
func (w *partWalk) compare(s dfa.State, readings []reading, text []byte) error {
	if len(readings) == 0 && len(text) > 0 {
		return nil // no text of the rule begins so
	}
	if got, want := w.a.Part(s), w.part(readings); got != want {
		return &Counterexample{Rule: w.name, Text: text, Why: fmt.Sprintf("the part is %q and should be %q", got, want)}
	}
	return nil
}

// part returns the innermost production that is in all readings and goes on in one.
func (w *partWalk) part(list []reading) string {
	if len(list) == 0 {
		return "" // nothing was read
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
