package proof

import (
	"fmt"
	"slices"
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/dfa/table"
)

// Spans proves that the spans of t are exact. For every text of the rule, and every way to derive
// it, [dfa.Find] reports where each of t.Names begins and ends last, and reports as absent those
// that the derivation does not use. As this holds for every derivation, all derivations of a text
// agree on these places. Spans does not prove that no other texts are accepted: see Language, of
// t.Automaton.
//
// A derivation is a text with markers where these rules begin and end. For each marker it visits
// all triples of a state, a term in which markers take part, and what decides whether Find is right
// about the marker. A marker at a fixed distance from others is right if they are, so these are
// proved before. Claims come in the order of the names, beginnings and ends counted together. The
// error is a [*Counterexample], or that of t.Check. Other errors say that a name is no rule, or
// that there are too many triples.
func (p *Prover) Spans(t *table.Tagged) ([]Claim, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	s, err := p.spans(t.Names)
	if err != nil {
		return nil, err
	}
	return proveTags(t, s.name, func(tag int, c tagClaim) (int, error) {
		w := newSpanWalk(s, t, tag, c)
		err := w.run()
		return len(w.seen), err
	})
}

// proveTags proves what is claimed of each tag, and returns a claim for each name; prove also
// returns how many pairs it took.
func proveTags(t *table.Tagged, rule string, prove func(tag int, c tagClaim) (int, error)) ([]Claim, error) {
	claims := make([]Claim, len(t.Names))
	for _, tag := range byDependence(t) {
		c, err := newTagClaim(t, tag)
		if err != nil {
			return nil, err
		}
		pairs, err := prove(tag, c)
		if err != nil {
			return nil, err
		}
		claim := &claims[tag/2]
		claim.Text = rule + " reports where " + t.Names[tag/2] + " lies"
		claim.Pairs += pairs
	}
	return claims, nil
}

// byDependence lists the tags: first those that the walk tells, then the others in the order in
// which they are decided.
func byDependence(t *table.Tagged) []int {
	var list, later []int
	for _, f := range t.Fixed {
		if !slices.Contains(later, int(f.Tag)) {
			later = append(later, int(f.Tag))
		}
	}
	for tag := range 2 * len(t.Names) {
		if !slices.Contains(later, tag) {
			list = append(list, tag)
		}
	}
	return append(list, later...)
}

// spans returns the space with markers where each of some rules begins and ends.
func (p *Prover) spans(names []string) (*space, error) {
	number, err := markers(p.grammar, names)
	if err != nil {
		return nil, err
	}
	key := strings.Join(names, " ")
	s, known := p.bySpans[key]
	if !known {
		begin, end := beginAndEnd(number)
		if s, err = newSpace(p.grammar, p.language.name, begin, end, false); err != nil {
			return nil, err
		}
		p.bySpans[key] = s
	}
	return s, nil
}

// spanNode is where a derivation of a text leads.
type spanNode struct {
	pair
	memory
}

type spanVisit struct {
	spanNode
	text []byte
	at   int // where the marker stood last, -1 if nowhere
}

type spanWalk struct {
	*space
	t     *table.Tagged
	tag   int // the marker whose place is claimed to be right
	claim tagClaim
	most  int // nodes to visit
	seen  map[spanNode]bool
	queue queue[spanVisit]
}

func newSpanWalk(s *space, t *table.Tagged, tag int, claim tagClaim) *spanWalk {
	const most = 1 << 21 // a table that compile makes needs little memory; another may need much
	return &spanWalk{space: s, t: t, tag: tag, claim: claim, most: most, seen: make(map[spanNode]bool)}
}

func (w *spanWalk) run() error {
	w.push(spanVisit{spanNode{pair{w.t.Automaton.Start, w.start}, w.claim.start()}, nil, -1})
	for v, ok := w.queue.pop(); ok; v, ok = w.queue.pop() {
		if w.seen[v.spanNode] {
			continue
		}
		if len(w.seen) == w.most {
			return fmt.Errorf("proof: %s: more than %d pairs for a place of %s", w.name, w.most, w.t.Names[w.tag/2])
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
	switch {
	case !w.terms.nullable(v.term):
		return ""
	case !w.t.Automaton.Accepts(v.state):
		return "the automaton does not accept what the grammar does"
	case w.claim.right(v.memory, v.state):
		return ""
	}
	return wrongPlace(w.t, w.tag, v.text, v.at)
}

// wrongPlace says that Find is wrong about where a tag lies.
func wrongPlace(t *table.Tagged, tag int, text []byte, at int) string {
	spans := make([]dfa.Span, len(t.Names))
	present, _ := dfa.Find(t, text, spans)
	k, end := tag/2, tag%2
	found := -1
	if present>>k&1 != 0 {
		found = [2]int{spans[k].Start, spans[k].End}[end]
	}
	return fmt.Sprintf("the %s of %s is %d and should be %d", [2]string{"beginning", "end"}[end], t.Names[k], found, at)
}

// markers visits what a marker leads to.
func (w *spanWalk) markers(v spanVisit) {
	for m := range 2 * len(w.t.Names) {
		x := v
		if x.term = w.terms.derive(v.term, letter{class: -1, marker: marker(m)}, 0); x.term == nothing {
			continue
		}
		x.memory = w.claim.marker(v.memory, m)
		if m == w.tag {
			x.at = len(v.text)
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
		x.memory = w.claim.read(x.memory, x.state)
	}
	return x
}

func (w *spanWalk) push(v spanVisit) {
	if !w.seen[v.spanNode] {
		w.queue.push(len(v.text), v)
	}
}
