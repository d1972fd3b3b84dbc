package proof

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
)

// Spans proves that the spans of t are exact. For every string of the rule, and every way to derive
// it, [dfa.FindAll] reports where each of t.Names begins and ends, each time, and none for those that the
// derivation does not use. As this holds for every derivation, all derivations of a string agree on these
// places. Spans does not prove that no other strings are accepted: see Language, of t.Automaton.
//
// A derivation is a string with markers where these rules begin and end. For each marker it visits
// all combinations of a state, a term in which markers take part, and what decides whether FindAll is right
// about the marker. A marker at a fixed distance from others is right if they are, so these are
// proved before. Claims come in the order of the names, beginnings and ends counted together. The
// error is a [*Counterexample], or that of t.Check. Other errors say that a name is not a rule, or
// that there are too many combinations.
func (p *Prover) Spans(t *dfa.Tagged) ([]Claim, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	s, err := p.withMarkers(t.Names)
	if err != nil {
		return nil, err
	}
	claims := make([]Claim, len(t.Names))
	for _, tag := range byDependence(t) {
		c, err := newTagClaim(t, tag)
		if err != nil {
			return nil, err
		}
		w := newSpanWalk(s, t, tag, c)
		if err := w.prove(); err != nil {
			return nil, err
		}
		claim := &claims[tag/2]
		claim.Text = s.name + " reports where " + t.Names[tag/2] + " lies"
		claim.Pairs += len(w.seen)
	}
	return claims, nil
}

// byDependence lists the tags: first those that the walk tells, then the others in the order in
// which they are decided.
func byDependence(t *dfa.Tagged) []int {
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

// spanNode is where a derivation of a string leads.
type spanNode struct {
	pair
	memory
}

// spanVisit knows where the marker has stood.
type spanVisit = visit[spanNode, []int]

// spanWalk visits where strings lead, to prove what is claimed of one tag.
type spanWalk struct {
	*space
	search[spanNode, []int]
	t     *dfa.Tagged
	tag   int // the marker whose place is claimed to be right
	claim tagClaim
	most  int // pairs to visit
}

func newSpanWalk(s *space, t *dfa.Tagged, tag int, claim tagClaim) *spanWalk {
	const most = 1 << 21 // a table that compile makes needs little memory; another may need much
	return &spanWalk{space: s, t: t, tag: tag, claim: claim, most: most}
}

func (w *spanWalk) prove() error {
	w.add(spanNode{pair{w.t.Automaton.Start, w.start}, w.claim.start()}, nil, nil)
	return w.run(w.visit)
}

func (w *spanWalk) visit(v spanVisit) error {
	if len(w.seen) > w.most {
		return fmt.Errorf("proof: %s: more than %d pairs for a place of %s", w.name, w.most, w.t.Names[w.tag/2])
	}
	switch why := w.wrong(v); why {
	case "":
	case tooMany:
		return fmt.Errorf("proof: %s: more than %d places of %s that no register holds yet", w.name, mostMarkers, w.t.Names[w.tag/2])
	default:
		return &Counterexample{Rule: w.name, Text: v.text, Why: why}
	}
	w.read(v)
	return nil
}

// wrong says what is wrong if the string ends here.
func (w *spanWalk) wrong(v spanVisit) string {
	switch {
	case !w.terms.nullable(v.node.term):
		return ""
	case !w.t.Automaton.Accepts(v.node.state):
		return "the automaton does not accept what the grammar does"
	case w.claim.right(v.node.memory, v.node.state):
		return ""
	}
	return wrongPlace(w.t, w.tag, v.text, v.more)
}

// tooMany is what is said if FindAll is right, but the claim could not remember enough.
const tooMany = "too many places"

// wrongPlace says that FindAll is wrong about where a tag lies.
func wrongPlace(t *dfa.Tagged, tag int, text []byte, want []int) string {
	k, end := tag/2, tag%2
	var found []int
	for s := range dfa.FindAll(t, text, k) {
		if at := [2]int{s.Start, s.End}[end]; at >= 0 { // else there are fewer beginnings than ends, or more
			found = append(found, at)
		}
	}
	if slices.Equal(found, want) {
		return tooMany
	}
	what := [2]string{"beginning", "end"}[end]
	if len(found) <= 1 && len(want) <= 1 {
		return fmt.Sprintf("the %s of %s is %d and should be %d", what, t.Names[k], orNowhere(found), orNowhere(want))
	}
	return fmt.Sprintf("the %ss of %s are %d and should be %d", what, t.Names[k], found, want)
}

// orNowhere returns the offset in a list, -1 if it is empty.
func orNowhere(list []int) int { return append(list, -1)[0] }

// read visits what a marker leads to, and a character of each kind.
func (w *spanWalk) read(v spanVisit) {
	w.markers(v)
	row, list := w.derivatives(v.node.term), w.list
	last := v.node // most characters lead where the one before does
	for _, i := range w.characters(w.t.Automaton.Classes) {
		next := row[w.class[i]]
		if next == nothing {
			continue
		}
		if x := w.step(v.node, list[i].text(), next); x != last {
			last = x
			w.add(x, join(v.text, list[i].text()), v.more)
		}
	}
}

// markers visits what a marker leads to.
func (w *spanWalk) markers(v spanVisit) {
	for m := range 2 * len(w.t.Names) {
		x, at := v.node, v.more
		if x.term = w.terms.derive(x.term, letter{class: -1, marker: marker(m)}, 0); x.term == nothing {
			continue
		}
		x.memory = w.claim.marker(x.memory, m)
		if m == w.tag {
			at = append(at[:len(at):len(at)], len(v.text))
		}
		w.add(x, v.text, at)
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
