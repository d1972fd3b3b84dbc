package matcher

import (
	"fmt"
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/internal/abnftree"
)

// Places returns the places of several rules, the spans, in each reading of a string, preferred readings first.
//
// ok is false if there are too many readings, or infinitely many, because a rule refers to itself at the same offset.
func Places(g *abnf.Grammar, rule string, spans []string, text string) (places []Location, ok bool) {
	r := ReadText(g, text)
	r.Spans = spans
	return r.places(rule, text)
}

// Has reports whether a reading of a string has a rule, the span, exactly at the places want. ok is as in Places.
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

// once lets a Reader read a long string: the ends of rules that contain no span are computed once for each offset.
type once struct {
	*Text
	leads   map[*abnf.Rule]bool // results of leadsToSpan
	open    map[ruleAt]bool     // rules that are being read
	tooMany bool                // a rule referred to itself at the same offset, or there were too many steps
	steps   int
}

func (o *once) step() bool {
	const most = 1 << 20
	o.steps++
	o.tooMany = o.tooMany || o.steps > most
	return !o.tooMany
}

func (o *once) ends(r *abnf.Rule, x Reading) (list []Reading) {
	at := offset(x.Offset())
	for _, end := range o.settle(func() []offset { return o.rule(r, at) }) {
		y := x
		y.Text = o.text[:end]
		list = append(list, y)
	}
	return list
}

func (r *Reader) ruleOnce(rule *abnf.Rule, x Reading) (list []Reading) {
	if !r.once.step() {
		return nil
	}
	if !r.leadsToSpan(rule) {
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

// leadsToSpan reports whether rule is one of the spans, or refers to one directly or indirectly.
func (r *Reader) leadsToSpan(rule *abnf.Rule) bool {
	leads, known := r.once.leads[rule]
	if !known {
		leads = r.endsPath(rule)
		for _, to := range abnftree.With(r.Grammar, "body", rule.Body).References("body") {
			leads = leads || to != nil && r.endsPath(to)
		}
		r.once.leads[rule] = leads
	}
	return leads
}

func (r *Reader) endsPath(rule *abnf.Rule) bool {
	return slices.ContainsFunc(r.paths, func(path []*abnf.Rule) bool { return rule == path[len(path)-1] })
}

// Find returns the results of [dfa.FindAll] for each span of a table, and an error if [dfa.Find] has other results.
func Find[Bytes ~[]byte | ~string](a *dfa.Tagged, text Bytes) (list []Occurrences, ok bool, err error) {
	first := make([]dfa.Span, len(a.Names))
	present, ok := dfa.Find(a, text, first)
	for k, name := range a.Names {
		all := slices.Collect(dfa.FindAll(a, text, k))
		var want dfa.Span
		if len(all) > 0 {
			want = all[0]
		}
		if first[k] != want || present>>k&1 != 0 != (len(all) > 0) || len(all) > 0 && !ok {
			err = fmt.Errorf("%q: %s: first at %v, %t; all at %v", text, name, first[k], present>>k&1 != 0, all)
		}
		list = append(list, OccurrencesAt(all...))
	}
	return list, ok, err
}
