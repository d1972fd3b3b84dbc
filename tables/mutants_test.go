package tables_test

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"example.org/iri/compile/proof"
	"example.org/iri/dfa"
)

var (
	long    = flag.Bool("long", false, "walk everything, not a sample")
	mutants = flag.Int("mutants", 4000, "judge one in `N` mutants of each kind; 400 with -long, 1 is all of them")
)

// TestMutants spoils the shipped marked tables, one entry at a time: each
// transition, what each state says of acceptance and slot, the class of each
// byte, each slot of each mark. Check or a proof must refute every mutant. All of
// them take an hour:
//
//	go test ./tables -run TestMutants -timeout 3h -v -args -long -mutants 1
func TestMutants(t *testing.T) {
	every := *mutants
	if *long {
		every = min(every, 400)
	}
	for _, d := range wholes(t) {
		if !*long && d.Recipe.Name != "IRI-reference" {
			continue
		}
		t.Run(d.Recipe.Name, func(t *testing.T) {
			j := judge{prover: d.prover(t), good: d.Language.Automaton, every: every, by: make(map[string]int)}
			j.run(t)
			t.Logf("%d of %d mutants refuted: by Check %d, language %d, marks %d, fires %d",
				j.judged-j.by["nothing"], j.judged, j.by["check"], j.by["language"], j.by["marks"], j.by["fires"])
		})
	}
}

// judge has the mutants of a table refuted.
type judge struct {
	prover *proof.Prover
	good   *dfa.Automaton
	every  int
	count  int
	judged int
	by     map[string]int
}

func (j *judge) run(t *testing.T) {
	if what, err := j.refute(unpack(j.good).pack()); err != nil {
		t.Fatalf("%s: refuted as it is, by %s: %v", j.good.Name, what, err)
	}
	for name, mutate := range mutations(j.good) {
		j.count++
		if j.count%j.every != 0 {
			continue
		}
		m := unpack(j.good)
		mutate(m)
		what, err := j.refute(m.pack())
		if err == nil {
			t.Errorf("%s: not refuted: %s", j.good.Name, name)
		}
		j.by[what]++
		j.judged++
	}
}

func (j *judge) refute(a *dfa.Automaton) (by string, err error) {
	if err := a.Check(); err != nil {
		return "check", err
	}
	if _, err := j.prover.Language(a, proof.Classes); err != nil {
		return "language", err
	}
	if _, err := j.prover.Marks(a); err != nil {
		return "marks", err
	}
	if _, err := j.prover.Fires(a); err != nil {
		return "fires", err
	}
	return "nothing", nil
}

// mutations yields a mutation of every entry.
func mutations(a *dfa.Automaton) func(func(string, func(*machine)) bool) {
	return func(yield func(string, func(*machine)) bool) {
		m := unpack(a)
		n, classes, slots := len(m.next), a.NumClasses(), 1+int(slices.Max(m.slots))
		for s := range n {
			for c := range classes {
				// One other target a cell, and not the same one for all of a row.
				to := (m.next[s][c] + 1 + (s+c)%(n-1)) % n
				if !yield(fmt.Sprintf("state %d, class %d leads to %d", s, c, to), func(m *machine) { m.next[s][c] = to }) {
					return
				}
			}
			if !yield(fmt.Sprintf("state %d accepts or not", s), func(m *machine) { m.accepts[s] = !m.accepts[s] }) ||
				!yield(fmt.Sprintf("state %d has another slot", s), func(m *machine) { m.slots[s] = uint8((int(m.slots[s]) + 1 + s%(slots-1)) % slots) }) {
				return
			}
		}
		for b := range 256 {
			if !yield(fmt.Sprintf("byte %#x has another class", b), func(m *machine) { m.classes[b] = uint8((int(m.classes[b]) + 1 + b%(classes-1)) % classes) }) {
				return
			}
		}
		for k := range a.MarkNames {
			for slot := 1; slot < slots; slot++ {
				if !yield(fmt.Sprintf("mark %d fires in slot %d or not", k, slot), func(m *machine) { m.toggle(k, uint64(slot)) }) {
					return
				}
			}
		}
	}
}

// machine is an automaton without its layout, so that a state can change sides.
type machine struct {
	*dfa.Automaton
	next      [][]int // state after a state and a class, by number
	accepts   []bool
	slots     []uint8
	classes   [256]uint8
	markSlots []uint64
}

func unpack(a *dfa.Automaton) *machine {
	m := &machine{Automaton: a, slots: slices.Clone(a.Slots), classes: *a.Classes, markSlots: slices.Clone(a.MarkSlots)}
	for s := range a.States() {
		row := make([]int, a.NumClasses())
		for b := range 256 {
			row[a.Classes[b]] = a.Number(a.Next(s, byte(b)))
		}
		m.next = append(m.next, row)
		m.accepts = append(m.accepts, a.Accepts(s))
	}
	return m
}

// toggle makes mark k fire in a slot, or no longer.
func (m *machine) toggle(k int, slot uint64) {
	var kept uint64
	found := false
	for slots := m.markSlots[k]; slots != 0; slots >>= 4 {
		if slots&15 == slot {
			found = true
		} else {
			kept = kept<<4 | slots&15
		}
	}
	if !found {
		kept = kept<<4 | slot
	}
	m.markSlots[k] = kept
}

// pack lays the machine out: states that do not accept first, then those that do.
func (m *machine) pack() *dfa.Automaton {
	var order []int
	for _, accepting := range []bool{false, true} {
		for s := range m.next {
			if m.accepts[s] == accepting {
				order = append(order, s)
			}
		}
	}
	a := *m.Automaton
	a.Classes, a.MarkSlots = &m.classes, m.markSlots
	a.Trans, a.Slots = make([]uint16, len(m.Trans)), nil
	index := make([]int, len(order))
	for i, s := range order {
		index[s] = i<<a.Shift + int(m.slots[s])
		a.Slots = append(a.Slots, m.slots[s])
	}
	firstAccepting := slices.IndexFunc(order, func(s int) bool { return m.accepts[s] })
	a.Start, a.AcceptMin = dfa.State(index[m.Number(m.Start)]), dfa.State(firstAccepting<<a.Shift)
	for s, row := range m.next {
		for c, t := range row {
			a.Trans[index[s]+c] = uint16(index[t])
		}
	}
	return &a
}
