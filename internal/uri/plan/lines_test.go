package plan

import (
	"testing"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/batch"
)

// proofOf returns the proof of a copy of a plan, up to the claims for batches.
func proofOf(t *testing.T, l *uri.Language) *check {
	t.Helper()
	m, err := newMachine(l.Automaton)
	if err != nil {
		t.Fatal(err)
	}
	p := *l.Plan
	c := &check{machine: m, plan: &p}
	if err := c.prove(skeletonClaims); err != nil {
		t.Fatal(err)
	}
	return c
}

// No ASCII byte may have another code, except undecided ones.
func TestLinesWithOtherCodes(t *testing.T) {
	for _, l := range []*uri.Language{&language.IRIReference, &language.RelativeRef} {
		c, mutants := proofOf(t, l), 0
		for b, was := range l.Plan.Codes {
			for code := range uint8(uri.NumCodes) {
				switch {
				case code == was, was == uri.CodeRare, code == uri.CodeRare, b == batch.LineFeed, b == batch.CarriageReturn:
					continue
				case code == uri.CodeEnd, code == uri.CodeReturn: // not followed: what ends lines is no byte of one
					continue
				}
				mutants++
				c.plan.Codes[b] = code
				if err := c.lines(); (err == nil) != harmless(l.Plan, was, code) {
					t.Errorf("%s: byte %q with code %d, not %d: error %v", l.Name, b, code, was, err)
				}
			}
			c.plan.Codes[b] = was
		}
		t.Logf("%s: %d mutants", l.Name, mutants)
	}
}

// harmless reports whether two codes are equivalent in a language without schemes.
func harmless(p *uri.Plan, a, b uint8) bool {
	same := func(x, y uint8) bool { return a == x && b == y || a == y && b == x }
	return !p.Schemes && (same(uri.CodeText, uri.CodeScheme) || same(uri.CodeText, uri.CodeFirst) || same(uri.CodeScheme, uri.CodeFirst))
}

// Wrong flags are refuted by claim lines, too.
func TestLinesWithOtherFlags(t *testing.T) {
	for _, l := range []*uri.Language{&language.IRI, &language.IRIReference, &language.RelativeRef} {
		c := proofOf(t, l)
		for name, flag := range map[string]*bool{"Relative": &c.plan.Relative, "Schemes": &c.plan.Schemes} {
			*flag = !*flag
			if c.lines() == nil {
				t.Errorf("%s: %s is %t, and no error", l.Name, name, *flag)
			}
			*flag = !*flag
		}
		if err := c.lines(); err != nil {
			t.Error(err)
		}
	}
}

// Plans with fewer suspect pairs of a line feed are refuted.
func TestNeighbours(t *testing.T) {
	for _, l := range []*uri.Language{&language.IRI, &language.LEIRI} {
		c := proofOf(t, l)
		for k := range c.plan.Pairs {
			was := c.plan.Pairs[k]
			c.plan.Pairs[k][batch.LineFeed&15], c.plan.Pairs[k][batch.LineFeed>>4] = 0, 0
			if k%4 >= 2 && k < 4 && c.neighbours() == nil {
				t.Errorf("%s: no pair with a line feed after, by table %d, is suspect, and no error", l.Name, k)
			}
			c.plan.Pairs[k] = was
		}
		if err := c.neighbours(); err != nil {
			t.Error(err)
		}
	}
}
