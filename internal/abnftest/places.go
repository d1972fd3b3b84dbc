package abnftest

import (
	"maps"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// MaxSpans is how many rules Places locates at once.
const MaxSpans = 4

// Location is where each of some rules lies that a text has, the last one of each; [Nowhere] if it
// has none.
type Location [MaxSpans]dfa.Span

// Places returns all that the readings of a text, of at most [Longest] bytes, say about where the
// rules called spans lie: nothing if rule does not read the text. It panics if a rule that leads to
// spans comes back to itself at one place.
func Places(g *abnf.Grammar, rule string, spans []string, text string) map[Location]bool {
	l := &locator{
		matcher: matcher{grammar: g, text: text},
		spans:   make(map[*abnf.Rule]int),
		leads:   make(map[*abnf.Rule]bool),
		open:    make(map[ruleAt]bool),
	}
	for i, name := range spans {
		l.spans[g.Lookup(name)] = i
	}
	start := located{}
	for i := range start.Location {
		start.Location[i] = Nowhere
	}
	places := make(map[Location]bool)
	for x := range l.node(&abnf.RuleRef{Name: rule}, map[located]bool{start: true}) {
		if x.at == len(text) {
			places[x.Location] = true
		}
	}
	return places
}

// locator follows readings only in rules that lead to spans. Of the others it is enough to know
// where they end.
type locator struct {
	matcher
	spans map[*abnf.Rule]int
	leads map[*abnf.Rule]bool // to spans, as far as it was asked
	open  map[ruleAt]bool     // what is being read
}

// located is a reading that has come to an offset.
type located struct {
	at int
	Location
}

// node returns what n makes of readings.
func (l *locator) node(n abnf.Node, from map[located]bool) map[located]bool {
	if !l.leadsTo(n, make(map[*abnf.Rule]bool)) {
		return l.skip(n, from)
	}
	switch n := n.(type) {
	case *abnf.Alternation:
		all := make(map[located]bool)
		for _, alt := range n.Alts {
			maps.Copy(all, l.node(alt, from))
		}
		return all
	case *abnf.Concatenation:
		for _, elem := range n.Elems {
			from = l.node(elem, from)
		}
		return from
	case *abnf.Repetition:
		return l.repeat(n, from)
	}
	return l.enter(l.grammar.Target(n.(*abnf.RuleRef)), from)
}

// leadsTo reports whether one of the spans is in n. Rules that were seen need no other look.
func (l *locator) leadsTo(n abnf.Node, seen map[*abnf.Rule]bool) bool {
	for child := range abnf.All(n) {
		ref, is := child.(*abnf.RuleRef)
		if !is {
			continue
		}
		r := l.grammar.Target(ref)
		if seen[r] {
			continue
		}
		seen[r] = true
		leads, known := l.leads[r]
		if !known {
			_, leads = l.spans[r]
			leads = leads || l.leadsTo(r.Body, seen)
			if leads || len(seen) == 1 {
				l.leads[r] = leads // of a rule that was not seen alone, no is no answer
			}
		}
		if leads {
			return true
		}
	}
	return false
}

// skip returns the readings behind n, which has no span.
func (l *locator) skip(n abnf.Node, from map[located]bool) map[located]bool {
	to := make(map[located]bool)
	for x := range from {
		for end := range l.settle(n, offset(x.at)).all {
			to[located{end, x.Location}] = true
		}
	}
	return to
}

func (l *locator) repeat(n *abnf.Repetition, from map[located]bool) map[located]bool {
	for range n.Min {
		before := from
		if from = l.node(n.Elem, from); maps.Equal(from, before) {
			break // and so for ever
		}
	}
	all := maps.Clone(from)
	for i := n.Min; i != n.Max; i++ {
		before := len(all)
		from = l.node(n.Elem, from)
		if maps.Copy(all, from); len(all) == before {
			break
		}
	}
	return all
}

// enter reads a rule, which is one of the spans or leads to one.
func (l *locator) enter(r *abnf.Rule, from map[located]bool) map[located]bool {
	to := make(map[located]bool)
	for x := range from {
		key := ruleAt{r, x.at}
		if l.open[key] {
			panic(r.Name + " comes back to itself at one place")
		}
		l.open[key] = true
		span, is := l.spans[r]
		for y := range l.node(r.Body, map[located]bool{x: true}) {
			if is {
				y.Location[span] = dfa.Span{Start: x.at, End: y.at}
			}
			to[y] = true
		}
		delete(l.open, key)
	}
	return to
}
