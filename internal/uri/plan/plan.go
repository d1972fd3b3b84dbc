// Package plan derives fast-path tables (type uri.Plan) from automata, and proves them. It also turns package find into
// a table for package proof ([Captures]).
//
// A fast path acts on delimiters instead of states. It is right only if the automaton is an instance of the template
// (template.go): an automaton of places, with the bytes of each role left open. [New] derives from the automaton which
// bytes have which role. [Verify] proves that, with these roles, the automaton is the template. The proof is a list of
// claims. Each claim is a function, whose comment says which behaviour of a fast path it justifies. Nothing here knows
// IRIs: no delimiter, set or state is typed in.
package plan

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// Error reports why an automaton has no fast-path table, or why a table is wrong.
type Error struct {
	Rule  string
	Claim string // name of the claim that is false
	Why   string
	Text  []byte // a counterexample, or nil
}

func (e *Error) Error() string {
	text := fmt.Sprintf("abnf: rule %s: no fast-path table: %s: %s", e.Rule, e.Claim, e.Why)
	if e.Text != nil {
		text += fmt.Sprintf(", as in %q", e.Text)
	}
	return text
}

// New derives the fast-path table of an automaton and proves it. Delimiters are in the order of uri.Plan.Delims. If
// there is no table, New returns an *Error.
func New(a *dfa.Automaton, delimiters string) (*uri.Plan, error) {
	m, err := newMachine(a)
	if err != nil {
		return nil, err
	}
	p, err := m.derive(delimiters)
	if err != nil {
		return nil, err
	}
	c := &check{machine: m, plan: p}
	if err := c.prove(skeletonClaims); err != nil {
		return nil, err
	}
	l, err := c.newOrdinaryChars()
	if err != nil {
		return nil, err
	}
	p.Pairs = newBoxes(l)
	p.Schemes = hasSchemes(&p.Class)
	if err := Verify(a, p); err != nil {
		return nil, err
	}
	c.forBatches()
	return p, nil
}

// Verify proves that p is a fast-path table of a, or returns an *Error with the first claim that is false. It checks
// every field of p against a, independently of New.
func Verify(a *dfa.Automaton, p *uri.Plan) error {
	m, err := newMachine(a)
	if err != nil {
		return err
	}
	if p == nil {
		return m.refuse("plan", nil, "there is none")
	}
	c := &check{machine: m, plan: p}
	if err := c.prove(skeletonClaims); err != nil {
		return err
	}
	if err := c.prove(furtherClaims); err != nil {
		return err
	}
	return c.prove(batchClaims)
}

// forBatches adds the codes for batches if they can be proved.
func (c *check) forBatches() {
	without := *c.plan
	c.plan.Codes, c.plan.Batch = codesOf(&c.plan.Class)
	if c.prove(batchClaims) != nil {
		*c.plan = without
	}
}

// A claim is a proposition on a fast-path table. It may rely on earlier claims of a list.
type claim struct {
	name  string
	prove func(*check) error
}

// skeletonClaims are about ASCII strings without percent-encoded octets and brackets.
var skeletonClaims = []claim{
	{"roles", (*check).roles},
	{"rows", (*check).rows},
	{"delimiters", (*check).delimiters},
	{"template", (*check).template},
	{"components", (*check).components},
}

// furtherClaims imply that all other strings behave alike, are invalid, or are suspect.
var furtherClaims = []claim{
	{"alive", (*check).alive},
	{"rare", (*check).rare},
	{"percent", (*check).percent},
	{"pct-encoded", (*check).pctEncoded},
	{"ascii", (*check).ascii},
	{"characters", (*check).characters},
	{"returns", (*check).returns},
	{"brackets", (*check).brackets},
}

// batchClaims imply that batches are validated like single lines.
var batchClaims = []claim{
	{"codes", (*check).codes},
	{"lines", (*check).lines},
	{"neighbours", (*check).neighbours},
}

type check struct {
	*machine
	plan  *uri.Plan
	claim string

	at    places            // the state of each place of the template
	texts [numPlaces][]byte // a shortest string that leads to each place
}

func (c *check) prove(claims []claim) error {
	for _, claim := range claims {
		c.claim = claim.name
		if err := claim.prove(c); err != nil {
			return err
		}
	}
	return nil
}

func (c *check) refute(text []byte, format string, args ...any) error {
	return c.refuse(c.claim, text, format, args...)
}

// after returns a shortest string that leads to p, followed by more.
func (c *check) after(p place, more ...byte) []byte { return slices.Concat(c.texts[p], more) }
