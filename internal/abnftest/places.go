package abnftest

import (
	"slices"

	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
)

// MaxSpans is how many rules Places locates at once.
const MaxSpans = 4

// Location is where each of some rules lies that a text has, the last one of each; [Nowhere] if it
// has none.
type Location [MaxSpans]dfa.Span

// Places returns all that the readings of a text, of at most [Longest] bytes, say about where the
// rules called spans lie: nothing if rule does not read the text. Places of readings that are
// preferred come first: those that take the earlier alternative, and of a repetition the greater
// number, from left to right. That a repetition without an upper limit goes on with the empty text
// is preferred last.
//
// It is not ok if a rule comes back to itself at one place, as there is no end to the readings then,
// or if there are too many to be listed.
func Places(g *abnf.Grammar, rule string, spans []string, text string) (list []Location, ok bool) {
	l := &locator{matcher: matcher{grammar: g, text: text}, spans: make(map[*abnf.Rule]int), ends: make(map[ruleAt][]int), open: make(map[ruleAt]bool)}
	for i, name := range spans {
		l.spans[g.Lookup(name)] = i
	}
	var start located
	for i := range start.Location {
		start.Location[i] = Nowhere
	}
	for _, x := range l.node(&abnf.RuleRef{Name: rule}, []located{start}) {
		if x.at == len(text) {
			list = append(list, x.Location)
		}
	}
	return list, !l.endless
}

// locator lists readings in the order of preference.
type locator struct {
	matcher
	spans   map[*abnf.Rule]int
	ends    map[ruleAt][]int // where rules end that lead to no span
	open    map[ruleAt]bool  // what is being read
	endless bool             // a rule came back to itself at one place, or it takes too many steps
	steps   int
}

// located is a reading that has come to an offset.
type located struct {
	at int
	Location
}

// readings is a list without repetitions, the preferred ones first.
type readings struct {
	list []located
	seen map[located]bool
}

func (r *readings) add(x located) {
	if r.seen == nil {
		r.seen = make(map[located]bool)
	}
	if !r.seen[x] {
		r.seen[x] = true
		r.list = append(r.list, x)
	}
}

// node returns what n makes of readings.
func (l *locator) node(n abnf.Node, from []located) []located {
	const most = 1 << 20
	if l.steps++; l.steps > most {
		l.endless = true
		return nil
	}
	if c, is := n.(*abnf.Concatenation); is {
		for _, elem := range c.Elems {
			from = l.node(elem, from)
		}
		return from
	}
	var to readings
	for _, x := range from {
		switch n := n.(type) {
		case *abnf.Alternation:
			for _, alt := range n.Alts {
				for _, y := range l.node(alt, []located{x}) {
					to.add(y)
				}
			}
		case *abnf.Repetition:
			l.repeat(n, x, 0, &to, make(map[repeated]bool))
		case *abnf.RuleRef:
			for _, y := range l.rule(l.grammar.Target(n), x) {
				to.add(y)
			}
		default:
			for end := range l.terminal(n, offset(x.at)).all {
				to.add(located{end, x.Location})
			}
		}
	}
	return to.list
}

// repeated is a reading of a number of repetitions.
type repeated struct {
	located
	count int
}

// repeat adds what n makes of x, which is count repetitions already.
func (l *locator) repeat(n *abnf.Repetition, x located, count int, to *readings, seen map[repeated]bool) {
	endless := n.Max == abnf.Unbounded && count >= n.Min
	if endless {
		count = n.Min
	}
	if seen[repeated{x, count}] {
		return
	}
	seen[repeated{x, count}] = true
	var still []located // repetitions that read nothing and need not be
	if count != n.Max {
		for _, y := range l.node(n.Elem, []located{x}) {
			if endless && y.at == x.at {
				still = append(still, y)
				continue
			}
			l.repeat(n, y, count+1, to, seen)
		}
	}
	if count >= n.Min {
		to.add(x)
	}
	for _, y := range still {
		l.repeat(n, y, count, to, seen)
	}
}

// rule returns what a rule makes of x.
func (l *locator) rule(r *abnf.Rule, x located) (list []located) {
	key := ruleAt{r, x.at}
	if l.open[key] {
		l.endless = true
		return nil
	}
	l.open[key] = true
	defer delete(l.open, key)
	span, is := l.spans[r]
	if !is && !l.leadsTo(r, make(map[*abnf.Rule]bool)) {
		return l.pass(key, x)
	}
	list = l.node(r.Body, []located{x})
	for i := range list {
		if is {
			list[i].Location[span] = dfa.Span{Start: x.at, End: list[i].at}
		}
	}
	return list
}

// pass returns what a rule makes of x that leads to no span. Where it ends is read once.
func (l *locator) pass(key ruleAt, x located) (list []located) {
	ends, known := l.ends[key]
	if !known {
		for _, y := range l.node(key.rule.Body, []located{{at: x.at}}) {
			ends = append(ends, y.at)
		}
		l.ends[key] = ends
	}
	for _, end := range ends {
		list = append(list, located{end, x.Location})
	}
	return list
}

// leadsTo reports whether one of the spans is in r. Rules that were seen need no other look.
func (l *locator) leadsTo(r *abnf.Rule, seen map[*abnf.Rule]bool) bool {
	seen[r] = true
	return slices.ContainsFunc(slices.Collect(abnf.All(r.Body)), func(n abnf.Node) bool {
		ref, is := n.(*abnf.RuleRef)
		if !is {
			return false
		}
		to := l.grammar.Target(ref)
		_, isSpan := l.spans[to]
		return isSpan || !seen[to] && l.leadsTo(to, seen)
	})
}
