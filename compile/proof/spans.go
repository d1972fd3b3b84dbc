package proof

import (
	"fmt"
	"strings"

	"example.org/iri/dfa"
)

// Spans proves that the spans of t are exact. For every text of the rule, and every way to derive
// it, [dfa.Find] reports where each of t.Names begins and ends last, and reports as absent those
// that the derivation does not use. As this holds for every derivation, all derivations of a text
// agree on these places. Spans does not prove that no other texts are accepted: see Language, of
// t.Automaton.
//
// A derivation is a text with markers where these rules begin and end. For each marker it visits
// all triples of a state, a term in which markers take part, and the set of registers that hold
// where the marker stood last. Claims come in the order of the names, beginnings and ends counted
// together. The error is a [*Counterexample], or that of t.Check. Other errors say that a name is
// no rule, or that there are too many triples.
func (p *Prover) Spans(t *dfa.Tagged) ([]Claim, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	s, err := p.spans(t.Names)
	if err != nil {
		return nil, err
	}
	claims := make([]Claim, len(t.Names))
	for place := range 2 * len(t.Names) {
		w := newSpanWalk(s, t, place)
		if err := w.run(); err != nil {
			return nil, err
		}
		claim := &claims[place/2]
		claim.Text = w.name + " reports where " + t.Names[place/2] + " lies"
		claim.Pairs += len(w.seen)
	}
	return claims, nil
}

// spans returns the space with markers where each of some rules begins and ends.
func (p *Prover) spans(names []string) (*space, error) {
	number, err := markers(p.grammar, "span", names)
	if err != nil {
		return nil, err
	}
	key := strings.Join(names, " ")
	s, known := p.bySpans[key]
	if !known {
		begin, end := beginAndEnd(number)
		if s, err = newSpace(p.grammar, p.language.name, begin, end); err != nil {
			return nil, err
		}
		p.bySpans[key] = s
	}
	return s, nil
}

// registers is a set of registers.
type registers uint64

func (set registers) has(r uint8) bool { return set>>r&1 != 0 }

// with returns the set with r, or without it.
func (set registers) with(r uint8, member bool) registers {
	if member {
		return set | 1<<r
	}
	return set &^ (1 << r)
}

// spanNode is where a derivation of a text leads.
type spanNode struct {
	pair
	right registers // hold where the marker stood last, -1 if nowhere
	here  registers // hold the number of bytes read
}

type spanVisit struct {
	spanNode
	text []byte
	at   int // where the marker stood last, -1 if nowhere
}

type spanWalk struct {
	*space
	t     *dfa.Tagged
	place int // in an entry of t.Places: 2k for the beginning of rule k, 2k+1 for its end
	used  registers
	most  int // nodes to visit
	seen  map[spanNode]bool
	queue queue[spanVisit]
}

func newSpanWalk(s *space, t *dfa.Tagged, place int) *spanWalk {
	const most = 1 << 21 // a table that compile makes has few sets of registers; another may have 1 << 64
	return &spanWalk{space: s, t: t, place: place, used: sources(t, place), most: most, seen: make(map[spanNode]bool)}
}

// sources returns the registers whose values may be reported at a place, if the
// text goes on as it must. What the others hold does not matter.
func sources(t *dfa.Tagged, place int) registers {
	var found registers
	for _, places := range t.Places {
		found = found.with(places[place], true)
	}
	for before := registers(0); before != found; {
		before = found
		for _, program := range t.Programs {
			for _, m := range program {
				if found.has(m.To) && m.From != dfa.Now {
					found = found.with(m.From, true)
				}
			}
		}
	}
	return found
}

func (w *spanWalk) run() error {
	unset := registers(1)<<(2*len(w.t.Names)) - 1 // hold -1 to begin with, the others 0
	start := w.t.Automaton.Start
	node := spanNode{pair{start, w.start}, w.enter(start, unset, false), w.enter(start, ^unset, true)}
	w.push(spanVisit{node, nil, -1})
	for v, ok := w.queue.pop(); ok; v, ok = w.queue.pop() {
		if w.seen[v.spanNode] {
			continue
		}
		if len(w.seen) == w.most {
			return fmt.Errorf("proof: %s: more than %d pairs for a place of %s", w.name, w.most, w.t.Names[w.place/2])
		}
		w.seen[v.spanNode] = true
		if why := w.wrong(v); why != "" {
			return &Counterexample{Rule: w.name, Text: v.text, Why: why}
		}
		w.markers(v)
		w.read(v)
	}
	return nil
}

// wrong says what is wrong if the text ends here.
func (w *spanWalk) wrong(v spanVisit) string {
	a := &w.t.Automaton
	switch {
	case !w.terms.nullable(v.term):
		return ""
	case !a.Accepts(v.state):
		return "the automaton does not accept what the grammar does"
	case v.right.has(w.t.Places[w.t.Final[a.Number(v.state)]][w.place]):
		return ""
	}
	spans := make([]dfa.Span, len(w.t.Names))
	present, _ := dfa.Find(w.t, v.text, spans)
	k, end := w.place/2, w.place%2
	found := -1
	if present>>k&1 != 0 {
		found = [2]int{spans[k].Start, spans[k].End}[end]
	}
	return fmt.Sprintf("the %s of %s is %d and should be %d", [2]string{"beginning", "end"}[end], w.t.Names[k], found, v.at)
}

// markers visits what a marker leads to.
func (w *spanWalk) markers(v spanVisit) {
	for m := range 2 * len(w.t.Names) {
		x := v
		if x.term = w.terms.derive(v.term, letter{class: -1, marker: marker(m)}, 0); x.term == nothing {
			continue
		}
		if m == w.place {
			x.right, x.at = v.here, len(v.text)
		}
		w.push(x)
	}
}

// read visits what a character of each kind leads to.
func (w *spanWalk) read(v spanVisit) {
	row, list := w.derivatives(v.term), w.list
	last := v.spanNode // most characters lead where the one before does
	for _, i := range w.characters(w.t.Automaton.Classes) {
		next := row[w.class[i]]
		if next == nothing {
			continue
		}
		if x := w.step(v.spanNode, list[i].text(), next); x != last {
			last = x
			w.push(spanVisit{x, join(v.text, list[i].text()), v.at})
		}
	}
}

// step returns what a character leads to. No marker stands inside it.
func (w *spanWalk) step(x spanNode, character []byte, next term) spanNode {
	x.term = next
	for _, b := range character {
		x.state = w.t.Automaton.Next(x.state, b)
		x.right = w.enter(x.state, x.right, false)
		x.here = w.enter(x.state, 0, true)
	}
	return x
}

// enter returns the registers that hold a value once a state is entered; hold
// did before, and now tells whether it is the number of bytes read.
func (w *spanWalk) enter(s dfa.State, hold registers, now bool) registers {
	does := w.t.Does[w.t.Automaton.Number(s)]
	if does < dfa.NumRegisters {
		return hold.with(uint8(does), now) & w.used
	}
	for _, m := range w.t.Programs[does-dfa.NumRegisters] {
		if m.From == dfa.Now {
			hold = hold.with(m.To, now)
		} else {
			hold = hold.with(m.To, hold.has(m.From))
		}
	}
	return hold & w.used
}

func (w *spanWalk) push(v spanVisit) {
	if !w.seen[v.spanNode] {
		w.queue.push(len(v.text), v)
	}
}
