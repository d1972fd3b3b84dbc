package matcher

import (
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/abnftree"
)

// Places returns all that the readings of a string say about where the rules called spans lie, that
// of preferred readings first: nothing if rule does not read the string.
//
// It is not ok if a rule comes back to itself at one place, as there is no end to the readings then,
// or if there are too many to be listed.
func Places(g *abnf.Grammar, rule string, spans []string, text string) (places []Location, ok bool) {
	r := ReadText(g, text)
	r.Spans = spans
	return r.places(rule, text)
}

// Has reports whether a reading of a string has the rule called span where want says. It is not ok if
// Places is not.
func Has(g *abnf.Grammar, rule, span, text string, want Occurrences) (has, ok bool) {
	r := ReadText(g, text)
	r.Spans, r.want = []string{span}, &want
	places, ok := r.places(rule, text)
	return slices.Contains(places, Location{want}), ok
}

func (r *Reader) places(rule, text string) (places []Location, ok bool) {
	r.once = &once{Text: NewText(r.Grammar, text), leads: make(map[*abnf.Rule]bool), open: make(map[ruleAt]bool)}
	for _, x := range r.All(rule) {
		if x.Text == text {
			places = append(places, x.Spans)
		}
	}
	return places, !r.once.tooMany && !r.once.endless
}

// once lets a Reader read one string, which may be long: where rules end that have no spans in them
// is found out once for each place.
type once struct {
	*Text
	leads   map[*abnf.Rule]bool // whether a rule is or has one of the spans
	open    map[ruleAt]bool     // what is being read
	tooMany bool                // a rule came back to itself at one place, or it takes too many steps
	steps   int
}

// step reports whether there may be another.
func (o *once) step() bool {
	const most = 1 << 20
	o.steps++
	o.tooMany = o.tooMany || o.steps > most
	return !o.tooMany
}

// ends returns the readings that a rule without spans leads to.
func (o *once) ends(r *abnf.Rule, x Reading) (list []Reading) {
	at := offset(x.Offset())
	for _, end := range o.settle(func() []offset { return o.rule(r, at) }) {
		y := x
		y.Text = o.text[:end]
		list = append(list, y)
	}
	return list
}

// ruleOnce is rule for a string that is read once.
func (r *Reader) ruleOnce(rule *abnf.Rule, x Reading) (list []Reading) {
	if !r.once.step() {
		return nil
	}
	if !r.leadsTo(rule) {
		return r.once.ends(rule, x)
	}
	key := ruleAt{rule, offset(x.Offset())}
	if r.once.open[key] {
		r.once.tooMany = true
		return nil
	}
	r.once.open[key] = true
	defer delete(r.once.open, key)
	return r.rule(rule, x)
}

// leadsTo reports whether one of the spans is in rule.
func (r *Reader) leadsTo(rule *abnf.Rule) bool {
	leads, known := r.once.leads[rule]
	if !known {
		leads = r.endsSpan(rule)
		for _, to := range abnftree.With(r.Grammar, "body", rule.Body).References("body") {
			leads = leads || to != nil && r.endsSpan(to)
		}
		r.once.leads[rule] = leads
	}
	return leads
}

// endsSpan reports whether a span is of a rule, wherever the rule is met.
func (r *Reader) endsSpan(rule *abnf.Rule) bool {
	return slices.ContainsFunc(r.paths, func(path []*abnf.Rule) bool { return rule == path[len(path)-1] })
}
