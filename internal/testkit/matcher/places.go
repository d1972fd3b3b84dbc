package matcher

import (
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// Places returns all that the readings of a string say about where the rules called spans lie, that
// of preferred readings first: nothing if rule does not read the string.
//
// It is not ok if a rule comes back to itself at one place, as there is no end to the readings then,
// or if there are too many to be listed.
func Places(g *abnf.Grammar, rule string, spans []string, text string) (places []Location, ok bool) {
	l := &locator{text: NewText(g, text), spans: make(map[*abnf.Rule]int), leads: make(map[*abnf.Rule]bool), open: make(map[ruleAt]bool)}
	l.walk = Walk[located]{Grammar: g, Character: l.character, Rule: l.rule, Idle: true}
	for i, name := range spans {
		l.spans[g.Lookup(name)] = i
	}
	for _, x := range l.walk.Node(&abnf.RuleRef{Name: rule}, located{0, nowhere}) {
		if x.at == offset(len(text)) {
			places = append(places, x.Location)
		}
	}
	return places, !l.endless && !l.text.endless
}

// locator lists readings of a string.
type locator struct {
	walk    Walk[located]
	text    *Text
	spans   map[*abnf.Rule]int
	leads   map[*abnf.Rule]bool // whether a rule is or has one of the spans
	open    map[ruleAt]bool     // what is being read
	endless bool                // a rule came back to itself at one place, or it takes too many steps
	steps   int
}

// located is a reading that has come to an offset.
type located struct {
	at offset
	Location
}

func (x located) Offset() int { return int(x.at) }

// step reports whether there may be another.
func (l *locator) step() bool {
	const most = 1 << 20
	l.steps++
	l.endless = l.endless || l.steps > most
	return !l.endless
}

func (l *locator) character(x located, c Characters) []located {
	if !l.step() {
		return nil
	}
	return move(x, l.text.character(x.at, c))
}

// move returns a reading that has come to other offsets.
func move(x located, to []offset) (list []located) {
	for _, at := range to {
		list = append(list, located{at, x.Location})
	}
	return list
}

func (l *locator) rule(r *abnf.Rule, x located) (list []located) {
	if !l.step() {
		return nil
	}
	if !l.leadsTo(r) {
		return move(x, l.text.settle(func() []offset { return l.text.rule(r, x.at) }))
	}
	key := ruleAt{r, x.at}
	if l.open[key] {
		l.endless = true
		return nil
	}
	l.open[key] = true
	defer delete(l.open, key)
	span, is := l.spans[r]
	for _, y := range l.walk.Node(r.Body, x) {
		if is {
			y.Location[span] = dfa.Span{Start: int(x.at), End: int(y.at)}
		}
		list = append(list, y)
	}
	return list
}

// leadsTo reports whether one of the spans is in r.
func (l *locator) leadsTo(r *abnf.Rule) bool {
	leads, known := l.leads[r]
	if !known {
		seen := make(map[*abnf.Rule]bool)
		leads = l.search(r, seen)
		l.leads[r] = leads
	}
	return leads
}

// search is leadsTo; rules that were seen need no other look.
func (l *locator) search(r *abnf.Rule, seen map[*abnf.Rule]bool) bool {
	seen[r] = true
	_, leads := l.spans[r]
	for n := range abnf.All(r.Body) {
		ref, is := n.(*abnf.RuleRef)
		if !is {
			continue
		}
		if to := l.walk.Grammar.Target(ref); to != nil && !seen[to] {
			leads = leads || l.search(to, seen)
		}
	}
	return leads
}
