package answer

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"example.org/iri"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/explain"
	"example.org/iri/rule"
	"example.org/iri/tools/internal/railroad"
)

// readers caches the readers of the library's rules, which are large.
var readers sync.Map // name to *explain.Reader

func (r *Request) railroads() (*Railroads, error) {
	if r.Grammar != "" {
		return r.railroadsOfGrammar()
	}
	chosen, err := ruleNamed(r.Rule)
	if err != nil {
		return nil, err
	}
	name, document := chosen.String(), documentOf(chosen)
	if document.grammar == nil {
		return nil, errors.New("there is no diagram of " + name + ", which is made of several grammars")
	}
	var e *iri.SyntaxError
	errors.As(chosen.CheckString(r.Text), &e)
	if e == nil {
		return drawn(document.grammar, name, nil, "")
	}
	reader, known := readers.Load(name)
	if !known {
		made, err := explain.NewReader(document.grammar, name)
		if err != nil {
			return nil, err
		}
		reader, _ = readers.LoadOrStore(name, made)
	}
	text, component := blamed(e, r.Text)
	_, err = reader.(*explain.Reader).Derive(text)
	return drawn(document.grammar, name, err, component)
}

// blamed returns the part of a string that explains the error, and a word in the names of the rules that a person would
// expect there. A bad port ends after its digits, though the string might go on as a userinfo; an error in the
// authority
// is one of the host, though it might also be one of a userinfo.
func blamed(e *iri.SyntaxError, text string) (upto, component string) {
	switch component = e.Component().String(); {
	case e.Reason == rule.ReasonPort:
		digits := len(text[e.Span.Start:]) - len(strings.TrimLeft(text[e.Span.Start:], "0123456789"))
		return text[:e.Span.Start+digits] + nowhere, component
	case e.Component() == iri.ComponentAuthority:
		return text, "host"
	}
	return text, component
}

// nowhere is a character that no rule matches.
const nowhere = "\x00"

// railroadsOfGrammar answers "railroad" for a rule of the request's grammar.
func (r *Request) railroadsOfGrammar() (*Railroads, error) {
	g, faults := r.parse()
	if faults != nil {
		return &Railroads{Offset: -1, Faults: faults}, nil
	}
	_, err := explain.Derive(g, r.Rule, r.Text)
	if err != nil && !errors.As(err, new(*explain.MismatchError)) {
		return &Railroads{Offset: -1, Faults: positions(err)}, nil
	}
	return drawn(g, r.Rule, err, "")
}

// drawn draws the rules that were open at a mismatch, the innermost first, with what is expected in each. For any other
// error, and for nil, it draws the rule itself. See openRules for component.
func drawn(g *abnf.Grammar, rule string, err error, component string) (*Railroads, error) {
	var e *explain.MismatchError
	if !errors.As(err, &e) || len(e.Expected) == 0 {
		r := g.Lookup(rule)
		if r == nil {
			return &Railroads{Offset: -1, Faults: []Position{{Message: "there is no rule " + rule}}}, nil
		}
		a := &Railroads{Offset: -1}
		if e != nil { // the string should have ended here
			a.Offset = e.Offset
		}
		d, err := diagram(g, r, nil)
		a.Rules = []Railroad{d}
		return a, err
	}
	a := &Railroads{Offset: e.Offset}
	for _, name := range openRules(e, component) {
		d, err := diagram(g, g.Lookup(name), expectedIn(e, name))
		if err != nil {
			return nil, err
		}
		a.Rules = append(a.Rules, d)
	}
	return a, nil
}

// openRules returns the rules that were open at a mismatch, the innermost first. It prefers rules named by component,
// else
// those of the first parse.
func openRules(e *explain.MismatchError, component string) []string {
	for _, x := range e.Expected {
		for _, p := range x.Places() {
			open := p.Rules[p.Open:]
			if component != "" && slices.ContainsFunc(open, func(name string) bool { return strings.Contains(name, component) }) {
				return open
			}
		}
	}
	first := e.Expected[0].Places()[0]
	return first.Rules[first.Open:]
}

// expectedIn returns what is expected directly in a rule: characters, and names of rules that contain expected ones.
func expectedIn(e *explain.MismatchError, rule string) (list []string) {
	for _, x := range e.Expected {
		for _, p := range x.Places() {
			what := x.What
			for _, name := range p.Rules {
				if name == rule && !slices.Contains(list, what) {
					list = append(list, what)
				}
				what = name
			}
		}
	}
	return list
}

// diagram draws a rule and marks what is expected.
func diagram(g *abnf.Grammar, r *abnf.Rule, expected []string) (Railroad, error) {
	marked := func(n abnf.Node) bool {
		return slices.ContainsFunc(expected, func(what string) bool { return stands(g, n, what) })
	}
	svg, err := railroad.Inline(r, g.Encoding, marked)
	return Railroad{Rule: r.Name, ABNF: r.String(), SVG: string(svg), Expected: expected}, err
}

// stands reports whether a node is the expectation what. For a string, what may be its rest after a prefix that
// matched.
func stands(g *abnf.Grammar, n abnf.Node, what string) bool {
	switch n := n.(type) {
	case *abnf.RuleRef:
		r := g.Target(n)
		return r != nil && r.Name == what
	case *abnf.CharVal:
		rest := strings.Trim(what, `"`)
		return rest != "" && len(rest) < len(what) && strings.HasSuffix(n.Text, rest)
	case *abnf.NumVal:
		return n.Range && explain.Values(rune(n.Values[0]), rune(n.Values[1])) == what ||
			!n.Range && explain.Values(rune(n.Values[0]), rune(n.Values[0])) == what
	}
	return false
}
