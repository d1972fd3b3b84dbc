package proof

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
)

// Spans proves that the spans of t are exact: for each string of the rule and each derivation of it, [dfa.FindAll]
// returns the occurrences of each of t.Names in the derivation. It follows that all derivations of a string agree on
// them. Spans does not prove that no other strings are accepted: see Language, of t.Automaton.
//
// A derivation is a string with markers where these rules begin and end. For each marker, Spans visits all combinations
// of a state, a term, and a memory that decides whether FindAll is right about the marker. For a marker at a fixed
// distance from others, those are proved first. Claims are in the order of the names, with beginnings and ends counted
// together. The error is a [*Counterexample], or that of t.Check, or it reports a name that is no rule or too many
// combinations.
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

// byDependence returns the tags: first those that have places, then the others in the order of Fixed.
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

// A spanNode is where a prefix of a derivation leads to.
type spanNode struct {
	pair
	memory
}

// A spanVisit also has the offsets of the marker.
type spanVisit = visit[spanNode, []int]

type spanWalk struct {
	*space
	search[spanNode, []int]
	t     *dfa.Tagged
	tag   int
	claim tagClaim
	most  int
}

func newSpanWalk(s *space, t *dfa.Tagged, tag int, claim tagClaim) *spanWalk {
	const most = 1 << 21 // far more than a table made by compile needs
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

// wrong returns the reason why the claim is false if the string ends here, or "".
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

// tooMany is returned by wrong if FindAll is right, but memory was too small.
const tooMany = "too many places"

// wrongPlace returns the reason why FindAll is wrong about a tag.
func wrongPlace(t *dfa.Tagged, tag int, text []byte, want []int) string {
	k, end := tag/2, tag%2
	var found []int
	for s := range dfa.FindAll(t, text, k) {
		if at := [2]int{s.Start, s.End}[end]; at >= 0 { // -1 if there are fewer beginnings than ends, or more
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

func orNowhere(list []int) int { return append(list, -1)[0] }

// read visits the successors by markers, and by a character of each kind.
func (w *spanWalk) read(v spanVisit) {
	w.markers(v)
	row, list := w.derivatives(v.node.term), w.list
	last := v.node // most characters have the same successor as the one before
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

// step returns the successor by a character, which has no markers within.
func (w *spanWalk) step(x spanNode, character []byte, next term) spanNode {
	x.term = next
	for _, b := range character {
		x.state = w.t.Automaton.Next(x.state, b)
		x.memory = w.claim.read(x.memory, x.state)
	}
	return x
}
