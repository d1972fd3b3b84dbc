package answer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/internal/sample"
	"example.org/iri/tools/internal/abnflint"
	"example.org/iri/tools/internal/wild"
)

// Limits that keep answers fast while somebody types.
const (
	mostCompiled = 100     // rules to count states of
	mostTooLarge = 3       // rules that exceed maxStates
	maxStates    = 1 << 12 // before minimization
	mostSamples  = 100     // strings of a covering set
	randoms      = 20
	mostDrawn    = 300 // diagrams
)

func (r *Request) read() (*wild.Page, error) {
	if r.Wild {
		return wild.Parse("", []byte(r.Grammar))
	}
	g, err := abnf.Parse([]byte(r.Grammar))
	return &wild.Page{Grammar: g}, err
}

// parse parses the grammar of the request and verifies its rule.
func (r *Request) parse() (*abnf.Grammar, []Position) {
	g, err := r.read()
	if err == nil {
		err = g.Verify(r.Rule)
	}
	return g.Grammar, positions(err)
}

func (r *Request) grammar() *Grammar {
	a := new(Grammar)
	g, err := r.read()
	for _, p := range g.Repairs {
		a.Repairs = append(a.Repairs, position(p.Pos, p.Msg))
	}
	if err != nil {
		a.Faults = positions(err)
		return a
	}
	var names []string
	for own := range g.Rules() {
		names = append(names, own.Name)
	}
	a.Faults = positions(g.Verify(names...))
	a.Rules = rulesOf(g.Grammar)
	if own := g.Lookup(r.Rule); own != nil && slices.Contains(names, own.Name) {
		a.Rule = own.Name
	} else if len(names) > 0 {
		a.Rule = names[0]
	}
	return a
}

// rulesOf describes the rules of a grammar. It stops compiling after mostTooLarge rules that are too large.
func rulesOf(g *abnf.Grammar) (list []GrammarRule) {
	index := make(map[*abnf.Rule]int)
	for r := range g.Rules() {
		index[r] = len(list)
		list = append(list, GrammarRule{Name: r.Name, Line: r.Line, ABNF: r.String()})
	}
	options := &compile.Options{MaxStates: maxStates, Cache: new(compile.Cache)}
	for r, i := range index {
		for n := range abnf.All(r.Body) {
			ref, is := n.(*abnf.RuleRef)
			if !is || slices.Contains(list[i].Refers, ref.Name) {
				continue
			}
			list[i].Refers = append(list[i].Refers, ref.Name)
			if to, own := index[g.Target(ref)]; own {
				list[to].Used = append(list[to].Used, r.Name)
			}
		}
	}
	tooLarge := 0
	for i := range list {
		slices.Sort(list[i].Used)
		switch {
		case i >= mostCompiled:
			list[i].Why = fmt.Sprintf("only the first %d rules are compiled", mostCompiled)
		case tooLarge == mostTooLarge:
			list[i].Why = fmt.Sprintf("not compiled, as %d rules before it are too large", mostTooLarge)
		default:
			if err := list[i].count(g, options); errors.As(err, new(*compile.LimitError)) {
				tooLarge++
			}
		}
	}
	return list
}

// count sets the number of states of a rule, or why there is none.
func (r *GrammarRule) count(g *abnf.Grammar, options *compile.Options) error {
	if err := g.Verify(r.Name); err != nil {
		r.Why = "it has no meaning: see the faults"
		return err
	}
	a, err := compile.Compile(g, r.Name, options)
	if err != nil {
		r.Why = positions(err)[0].Message
		return err
	}
	if r.States = a.NumStates() - 1; r.States == 0 { // not counting the dead state
		r.Why = "no string matches it"
	}
	return nil
}

func (r *Request) diagrams() (*Diagrams, error) {
	a := new(Diagrams)
	g, err := r.read()
	if err != nil {
		return a, nil // the answer to "grammar" has the faults
	}
	for own := range g.Rules() {
		d, err := diagram(g.Grammar, own, nil)
		if err != nil {
			return nil, err
		}
		if a.Rules = append(a.Rules, d); len(a.Rules) == mostDrawn {
			break
		}
	}
	return a, nil
}

func (r *Request) samples() *Samples {
	a := &Samples{Rule: r.Rule}
	g, faults := r.parse()
	if faults != nil {
		a.Faults = faults
		return a
	}
	s, err := sample.New(g, r.Rule, r.Seed)
	if err != nil {
		a.Faults = positions(err)
		return a
	}
	a.Cover = s.Cover()
	if more := len(a.Cover) - mostSamples; more > 0 {
		a.Cover, a.More = a.Cover[:mostSamples], more
	}
	for range randoms {
		a.Random = append(a.Random, s.Random())
	}
	for _, n := range s.LeftOut() {
		a.LeftOut = append(a.LeftOut, position(n.Position(), fmt.Sprintf("no string matches %v", n)))
	}
	return a
}

func (r *Request) lint() *Lint {
	a := new(Lint)
	g, err := r.read()
	if err != nil {
		a.Faults = positions(err)
		return a
	}
	var own, starts []string
	for r := range g.Rules() {
		own = append(own, r.Name)
	}
	if r.Rule != "" {
		starts = []string{r.Rule}
	}
	findings, err := abnflint.Grammar(&abnflint.Input{Grammar: g.Grammar, Own: own, Starts: starts, Faults: g.Faults(g.Verify(own...))})
	a.Faults = positions(err)
	for _, f := range findings {
		message := strings.TrimPrefix(f.String(), f.Pos.String()+": ")
		a.Findings = append(a.Findings, position(f.Pos, message))
	}
	return a
}

func position(p abnf.Pos, message string) Position {
	return Position{Line: p.Line, Column: p.Col, Message: message}
}

// positions returns the distinct places and messages of an error of packages abnf and compile.
func positions(err error) (list []Position) {
	if err == nil {
		return nil
	}
	if joined, is := err.(interface{ Unwrap() []error }); is {
		for _, e := range joined.Unwrap() {
			for _, p := range positions(e) {
				if !slices.Contains(list, p) {
					list = append(list, p)
				}
			}
		}
		return list
	}
	message := strings.TrimPrefix(err.Error(), "abnf: ")
	var placed interface{ Position() abnf.Pos }
	if errors.As(err, &placed) && placed.Position().Line > 0 {
		at := placed.Position()
		return []Position{position(at, strings.TrimPrefix(message, at.String()+": "))}
	}
	return []Position{{Message: message}}
}
