package plan_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
	"example.org/iri/internal/testkit/mutant"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/plan"
)

// TestPlanMutants changes single bits of plans: all in the plan of IRI-reference, some in the others. Each mutant is
// refuted or harmless.
func TestPlanMutants(t *testing.T) {
	for i, a := range allRules {
		every := 8
		if !*testkit.Long {
			every = 128
		} else if a == &language.IRIReference {
			every = 1
		}
		refuted, harmless := make(map[string]int), 0
		for bit, q := range mutant.Plans(a.Plan, i%every, every) {
			err := plan.Verify(a.Automaton, q)
			var e *plan.Error
			if errors.As(err, &e) {
				refuted[e.Claim]++
			} else if why := harm(a, q); why != "" {
				t.Errorf("%s: bit %d changed: %s, but error %v", a.Name, bit, why, err)
			} else {
				harmless++
			}
		}
		bits := harmless
		for _, n := range refuted {
			bits += n
		}
		t.Logf("%s: %d bits: refuted %v, harmless %d", a.Name, bits, refuted, harmless)
	}
}

// harm returns the reason why q may be worse than the plan of a, except more suspect pairs.
func harm(a *uri.Language, q *uri.Plan) string {
	rest := *q
	rest.Pairs = a.Plan.Pairs
	if rest != *a.Plan {
		return "other fields than Pairs differ"
	}
	if suspectsAll(q) {
		return ""
	}
	continuations := false
	for p := range 256 {
		for c := range 256 {
			if suspectPair(a.Plan, byte(p), byte(c)) && !suspectPair(q, byte(p), byte(c)) {
				return "a pair is no longer suspect"
			}
			if (inBoxes(a.Plan, 0, byte(p), byte(c))^inBoxes(q, 0, byte(p), byte(c)))&0x80 != 0 {
				continuations = true
			}
		}
	}
	if continuations { // one may compensate for another
		return fewerSuspects(a, q)
	}
	return ""
}

// suspectsAll reports whether every non-ASCII byte is suspect after ASCII, so that all strings with one are.
func suspectsAll(p *uri.Plan) bool {
	for b := range 0x80 {
		for c := 0x80; c < 256; c++ {
			if !suspectPair(p, byte(b), byte(c)) {
				return false
			}
		}
	}
	return true
}

// fewerSuspects returns a string of four bytes that has another character and no suspect pair.
func fewerSuspects(a *uri.Language, q *uri.Plan) string {
	const alphabet = "a\x80\x9f\xa0\xbe\xbf\xc2\xc3\xe0\xe2\xed\xee\xef\xf0\xf1\xf4"
	var text [4]byte
	for n := range 1 << 16 {
		for i := range text {
			text[i] = alphabet[n>>(4*i)&15]
		}
		if dfa.Run(a.Automaton, a.Plan.Path, text[:]) != a.Plan.Path && !suspect(q, string(text[:])) {
			return fmt.Sprintf("% X is not suspect", text)
		}
	}
	return ""
}

// TestRoleMutants changes the roles of ASCII bytes, with matching Rows, to one in seven of all possible roles.
func TestRoleMutants(t *testing.T) {
	every := 7
	if !*testkit.Long {
		every = 101
	}
	for i, a := range topRules[1:3] {
		refuted := make(map[string]int)
		for b := range 0x80 {
			for role := range 256 {
				if (b+role)%every != i || uint8(role) == a.Plan.Class[b] {
					continue
				}
				q := *a.Plan
				q.Class[b] = uint8(role)
				setRows(&q)
				var e *plan.Error
				if !errors.As(plan.Verify(a.Automaton, &q), &e) && role == uri.Rare && a.Plan.Class[b]&uri.Text != 0 {
					continue // the byte is in no claim
				}
				if e == nil {
					t.Errorf("%s: byte %q with role %#x is not refuted", a.Name, byte(b), role)
					continue
				}
				refuted[e.Claim]++
			}
		}
		t.Logf("%s: refuted %v", a.Name, refuted)
	}
}

func setRows(p *uri.Plan) {
	p.Rows = [uri.NumRows][16]uint8{}
	for b, role := range p.Class[:0x80] {
		for k, in := range [uri.NumRows]bool{
			role&uri.Text != 0 || role == uri.Fragment, role&uri.Scheme != 0, role&uri.Hex != 0, role != 0,
		} {
			if in {
				p.Rows[k][b&15] |= 1 << (b >> 4)
			}
		}
	}
}

// TestAutomatonMutants redirects single transitions that matter to a plan. Verify must refute each mutant.
func TestAutomatonMutants(t *testing.T) {
	for _, a := range []*uri.Language{&language.IRIReference, &language.AbsoluteURI} {
		states, mutants := slices.Collect(a.States()), 0
		jumps := []int{1, len(states) / 2, len(states) - 1}
		for x := range transitions(a) {
			was := a.Next(x.from, x.by)
			for i, jump := range jumps {
				if !*testkit.Long && (int(x.by)+a.Number(x.from)+i)%16 != 0 {
					continue
				}
				to := states[(a.Number(was)+jump)%len(states)]
				m := withoutLoops(a.Automaton)
				m.Trans = slices.Clone(a.Trans)
				m.Trans[int(x.from)+int(a.Classes[x.by])] = uint16(to)
				if plan.Verify(&m, a.Plan) == nil {
					t.Errorf("%s: not refuted: state %d, byte %#x to state %d, not %d", a.Name, a.Number(x.from), x.by, a.Number(to), a.Number(was))
				}
				mutants++
			}
		}
		t.Logf("%s: %d mutants", a.Name, mutants)
	}
}

type transition struct {
	from dfa.State
	by   byte
}

// transitions returns the transitions that strings of a fast path take: from every place by ASCII, percent-encoded
// octets and characters that act as ordinary bytes. Lead bytes are not suspect with any second byte; otherwise a mutant
// could differ in suspect strings only.
func transitions(a *uri.Language) map[transition]bool {
	list := make(map[transition]bool)
	add := func(text string) {
		for _, place := range places {
			s := dfa.Run(a.Automaton, a.Start, place)
			for i := 0; i < len(text) && s != dfa.Dead; i++ {
				list[transition{s, text[i]}] = true
				s = a.Next(s, text[i])
			}
		}
	}
	for b := range byte(0x80) {
		if a.Plan.Class[b] != uri.Rare {
			add(string(rune(b)))
		}
	}
	add("%00")
	add("%4f")
	if len(pairs(a.Plan)) < 0x80 { // some are not suspect
		for _, text := range []string{"\u00e9", "\u07ff", "\u20ac", "\ucfff", "\U00040000", "\U000bcdef"} {
			add(text)
		}
	}
	return list
}

// withoutLoops returns a copy without Loops, which would contradict changed rows.
func withoutLoops(a *dfa.Automaton) dfa.Automaton {
	m := *a
	m.Loops, m.LoopSets = nil, nil
	return m
}

// Mutants of acceptance are refuted.
func TestAcceptance(t *testing.T) {
	for _, a := range topRules {
		for _, rows := range []int{-1, 1} {
			m := *a.Automaton
			m.AcceptMin = dfa.State(int(a.AcceptMin) + rows<<a.Shift)
			if err := plan.Verify(&m, a.Plan); rows > 0 && err == nil {
				t.Errorf("%s: one state less accepts, and no error", a.Name)
			}
		}
		m := *a.Automaton
		m.AcceptMin = dfa.State(1 << a.Shift)
		if plan.Verify(&m, a.Plan) == nil {
			t.Errorf("%s: all states accept, and no error", a.Name)
		}
		m.AcceptMin = dfa.State(len(a.Trans))
		if plan.Verify(&m, a.Plan) == nil {
			t.Errorf("%s: no state accepts, and no error", a.Name)
		}
	}
}

// An automaton with too many states within characters is rejected.
func TestTooManyNodes(t *testing.T) {
	a := &language.IRI
	m := withoutLoops(a.Automaton)
	m.Trans = slices.Clone(a.Trans)
	var inner []dfa.State // states within characters
	for s := range a.States() {
		follow := a.Follow(s)
		if s != dfa.Dead && follow[0]|follow[1] == 0 {
			inner = append(inner, s)
		}
	}
	random := uint32(1)
	for _, s := range inner {
		for b := 0x80; b < 0xC0; b++ {
			random = random*1664525 + 1013904223
			m.Trans[int(s)+int(a.Classes[b])] = uint16(inner[int(random>>8)%len(inner)])
		}
	}
	_, err := plan.New(&m, delimiters)
	expect(t, "many nodes", err, "characters", "")
	expect(t, "many nodes", plan.Verify(&m, a.Plan), "characters", "")
}
