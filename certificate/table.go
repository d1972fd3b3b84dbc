package main

import (
	"fmt"
	"io"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// shipped lists the tables of the rules of both RFCs, which precede the derived languages in language.All.
func shipped() (list []*dfa.Automaton) {
	for _, l := range language.All() {
		if l == &language.IRIStrict {
			break
		}
		list = append(list, l.Automaton)
	}
	return list
}

// table is an automaton with numbered states, as Coq gets it.
type table struct {
	start   int
	next    [][256]int // number of the state after each state and byte
	accepts []bool
}

// read reads a shipped automaton by its methods alone. After Check, the number of a state identifies it.
func read(a *dfa.Automaton) (*table, error) {
	if err := a.Check(); err != nil {
		return nil, err
	}
	t := &table{start: a.Number(a.Start)}
	for s := range a.States() {
		var next [256]int
		for b := range next {
			next[b] = a.Number(a.Next(s, byte(b)))
		}
		t.next = append(t.next, next)
		t.accepts = append(t.accepts, a.Accepts(s))
	}
	return t, nil
}

// mutate changes one transition or the acceptance of one state, and returns a description. n chooses the place;
// neighbouring numbers choose distant places.
func (t *table) mutate(n int) string {
	const row = 256 + 1 // the last column is acceptance
	place := n * 7919 % (len(t.next) * row)
	state, b := place/row, place%row
	if b == 256 {
		t.accepts[state] = !t.accepts[state]
		return fmt.Sprintf("state %d accepts: %v", state, t.accepts[state])
	}
	t.next[state][b] = (t.next[state][b] + 1) % len(t.next)
	return fmt.Sprintf("state %d, byte 0x%X: %d", state, b, t.next[state][b])
}

// print writes the table as a Coq definition, with a line for each state. Neighbouring bytes with the same target are
// one edge; transitions to state 0 are omitted.
func (t *table) print(w io.Writer, name string) {
	fmt.Fprintf(w, "\nDefinition %s : table := Table %d [\n", name, t.start)
	for state, next := range t.next {
		if state > 0 {
			fmt.Fprint(w, ";\n")
		}
		fmt.Fprintf(w, "  (%v, [", t.accepts[state])
		separator := ""
		for lo := 0; lo < 256; {
			hi := lo
			for hi < 255 && next[hi+1] == next[lo] {
				hi++
			}
			if next[lo] != 0 {
				fmt.Fprintf(w, "%s(0x%X, 0x%X, %d)", separator, lo, hi, next[lo])
				separator = "; "
			}
			lo = hi + 1
		}
		fmt.Fprint(w, "])")
	}
	fmt.Fprint(w, "].\n")
}
