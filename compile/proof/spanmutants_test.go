package proof_test

import (
	"iter"
	"slices"

	"example.org/iri/dfa"
	"example.org/iri/internal/abnftest"
)

// scratch is the register that the compiler uses for nothing else.
const scratch = dfa.NumRegisters - 1

// copyTagged returns a copy that can be changed.
func copyTagged(a *dfa.Tagged) *dfa.Tagged {
	b := *a
	b.Automaton.Trans = slices.Clone(a.Automaton.Trans)
	b.Names, b.Does, b.Final = slices.Clone(a.Names), slices.Clone(a.Does), slices.Clone(a.Final)
	b.Programs, b.Places = slices.Clone(a.Programs), slices.Clone(a.Places)
	for i, program := range b.Programs {
		b.Programs[i] = slices.Clone(program)
	}
	for i, places := range b.Places {
		b.Places[i] = slices.Clone(places)
	}
	return &b
}

// registersOf returns the registers of a table and some that it does not use: the
// next one, which holds 0, and the last one.
func registersOf(a *dfa.Tagged) []uint8 {
	most := uint8(2 * len(a.Names))
	for _, program := range a.Programs {
		for _, m := range program {
			if m.To != scratch {
				most = max(most, m.To+1)
			}
		}
	}
	list := []uint8{scratch}
	for r := range most + 1 {
		list = append(list, r)
	}
	return list
}

// spanMutants yields all tables that differ from a in one thing that is no cell.
func spanMutants(a *dfa.Tagged) iter.Seq[*dfa.Tagged] {
	return func(yield func(*dfa.Tagged) bool) {
		_ = programMutants(a, yield) && placeMutants(a, yield) && stateMutants(a, yield)
	}
}

// programMutants yields those with a move that was changed, left out, or done
// before the one before it.
func programMutants(a *dfa.Tagged, yield func(*dfa.Tagged) bool) bool {
	for i, program := range a.Programs {
		for k, was := range program {
			for _, r := range append(registersOf(a), dfa.Now) {
				for _, m := range []dfa.Move{{To: r, From: was.From}, {To: was.To, From: r}} {
					b := copyTagged(a)
					if b.Programs[i][k] = m; m != was && m.To != dfa.Now && !yield(b) {
						return false
					}
				}
			}
			b := copyTagged(a)
			if b.Programs[i] = slices.Delete(b.Programs[i], k, k+1); !yield(b) {
				return false
			}
			if k == 0 {
				continue
			}
			b = copyTagged(a)
			b.Programs[i][k-1], b.Programs[i][k] = was, program[k-1]
			if !yield(b) {
				return false
			}
		}
	}
	return true
}

// placeMutants yields those with another register in Places, and another entry of
// it in Final.
func placeMutants(a *dfa.Tagged, yield func(*dfa.Tagged) bool) bool {
	for i, places := range a.Places {
		for k, was := range places {
			for _, r := range registersOf(a) {
				b := copyTagged(a)
				if b.Places[i][k] = r; r != was && !yield(b) {
					return false
				}
			}
		}
	}
	for s, was := range a.Final {
		for i := range uint16(len(a.Places)) {
			b := copyTagged(a)
			if b.Final[s] = i; i != was && !yield(b) {
				return false
			}
		}
	}
	return true
}

// stateMutants yields those in which a state does something else.
func stateMutants(a *dfa.Tagged, yield func(*dfa.Tagged) bool) bool {
	var all []uint16
	for _, r := range registersOf(a) {
		all = append(all, uint16(r))
	}
	for i := range uint16(len(a.Programs)) {
		all = append(all, dfa.NumRegisters+i)
	}
	for s, was := range a.Does {
		for _, does := range all {
			b := copyTagged(a)
			if b.Does[s] = does; does != was && !yield(b) {
				return false
			}
		}
	}
	return true
}

// cellMutants yields those of the same language in which a cell leads elsewhere.
func cellMutants(a *dfa.Tagged) iter.Seq[*dfa.Tagged] {
	return func(yield func(*dfa.Tagged) bool) {
		for i, was := range a.Automaton.Trans {
			for s := range a.Automaton.States() {
				b := copyTagged(a)
				if b.Automaton.Trans[i] = uint16(s); uint16(s) == was || b.Check() != nil {
					continue
				}
				if _, equal := abnftest.Equivalent(&a.Automaton, &b.Automaton); equal && !yield(b) {
					return
				}
			}
		}
	}
}
