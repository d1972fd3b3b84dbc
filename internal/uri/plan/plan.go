// Package plan derives fast-path tables (type uri.Plan) from automata, and proves them. It also
// makes of package find a table that package proof can prove ([Captures]).
//
// A fast path looks at delimiters, not at states. It can be right only if the automaton is the
// machine that it takes for granted. This machine is written down once, as a table (template.go),
// with the bytes left open. [New] reads off the automaton which bytes play which role. [Verify]
// proves that with these roles the automaton is the machine. The proof is a list of claims, each a
// file or a function. Its comment states what a fast path may do because the claim holds. Nothing in
// this package knows what an IRI is: no delimiter, no set and no state is typed in.
package plan

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/uri"
)

// Error is the reason why an automaton has no fast-path table, or why one is wrong.
type Error struct {
	Rule  string // of the automaton
	Claim string // what does not hold, in a word
	Why   string
	Text  []byte // a string that shows it, nil if there is none to show
}

func (e *Error) Error() string {
	text := fmt.Sprintf("abnf: rule %s: no fast-path table: %s: %s", e.Rule, e.Claim, e.Why)
	if e.Text != nil {
		text += fmt.Sprintf(", as in %q", e.Text)
	}
	return text
}

// New derives the fast-path table of an automaton and proves it, or returns an *Error. The
// delimiters are those of uri.Plan, in its order; they are proved as all else is.
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
	l, err := c.ordinaryChars()
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

// Verify proves that p is a fast-path table of a, or returns an *Error with the claim that does not
// hold. It takes nothing from New: every field of p is checked against a.
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

// forBatches adds what a fast-path table has for batches if its proof holds. Otherwise only single strings use the table.
func (c *check) forBatches() {
	without := *c.plan
	c.plan.Codes, c.plan.Batch = codesOf(&c.plan.Class)
	if c.prove(batchClaims) != nil {
		*c.plan = without
	}
}

// A claim is proved of a fast-path table; those later in a list rely on those before.
type claim struct {
	name  string
	prove func(*check) error
}

// skeletonClaims say what ASCII strings without percent-encoded octets and brackets do.
var skeletonClaims = []claim{
	{"roles", (*check).roles},
	{"rows", (*check).rows},
	{"delimiters", (*check).delimiters},
	{"template", (*check).template},
	{"components", (*check).components},
}

// furtherClaims say that all other strings do the same, are invalid or suspect.
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

// batchClaims say that a batch of lines is validated as its lines are.
var batchClaims = []claim{
	{"codes", (*check).codes},
	{"lines", (*check).lines},
	{"neighbours", (*check).neighbours},
}

// check is the proof of a fast-path table.
type check struct {
	*machine
	plan  *uri.Plan
	claim string // the one that is being proved

	at    places            // state at each place of the template
	texts [numPlaces][]byte // a shortest string that leads there
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

// refute returns an error on the claim at hand.
func (c *check) refute(text []byte, format string, args ...any) error {
	return c.refuse(c.claim, text, format, args...)
}

// behind returns a shortest string that leads to p, followed by more.
func (c *check) behind(p place, more ...byte) []byte { return slices.Concat(c.texts[p], more) }
