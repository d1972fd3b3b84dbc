package dfa_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	. "example.org/iri/dfa"
	"example.org/iri/internal/testkit"
)

// clone returns a deep copy of a.
func clone(a *Automaton) *Automaton {
	c := *a
	classes := *a.Classes
	c.Classes = &classes
	c.Trans = slices.Clone(a.Trans)
	c.Outputs = slices.Clone(a.Outputs)
	c.PartNames = slices.Clone(a.PartNames)
	c.Loops, c.LoopSets = slices.Clone(a.Loops), slices.Clone(a.LoopSets)
	return &c
}

// Each case violates one invariant of a valid automaton.
func TestCheck(t *testing.T) {
	tests := []struct {
		text  string // of the error
		spoil func(a *Automaton)
	}{
		{"no byte classes", func(a *Automaton) { a.Classes = nil }},
		{"rows of more than 256 entries", func(a *Automaton) { a.Shift = 9 }},
		{"rows of more than 256 entries", func(a *Automaton) { a.Shift = 255 }},
		{"no states", func(a *Automaton) { a.Trans = nil }},
		{"more than 16777216 transitions", func(a *Automaton) { a.Trans = make([]uint16, 1<<24+8) }},
		{"more than 65536 states", func(a *Automaton) { a.Trans = make([]uint16, 1<<19+8) }},
		{"the last row is not whole", func(a *Automaton) { a.Trans = append(a.Trans, 0) }},
		{"the last row is not whole", func(a *Automaton) { a.Shift = 4 }},

		{"class 8 does not fit into a row", func(a *Automaton) { a.Classes['x'] = 8 }},
		{"class 4 does not fit into a row", func(a *Automaton) { a.Shift = 2 }},
		{"no byte has class 3", func(a *Automaton) { a.Classes[':'] = 2 }},
		{"no byte has class 5", func(a *Automaton) { a.Classes['x'] = 6 }},

		{"state 1, class 1: leads to 25, which is not a state", func(a *Automaton) { a.Trans[8+1]++ }},
		{"state 1, class 1: leads to 23, which is not a state", func(a *Automaton) { a.Trans[8+1]-- }},
		{"state 1, class 1: leads to 88, which is not a state", func(a *Automaton) { a.Trans[8+1] = 88 }},
		{"state 1, class 0: leads to 65535, which is not a state", func(a *Automaton) { a.Trans[8] = 65535 }},
		{"state 1, class 5: there is no such class", func(a *Automaton) { a.Trans[8+5] = 8 }},
		{"state 3, class 5: there is no such class", func(a *Automaton) { *a = *linkEvents(); a.Trans[3*8+1+5] = 8 }},
		{"state 3, class -1: there is no such class", func(a *Automaton) { *a = *linkEvents(); a.Trans[3*8] = 8 }},
		{"state 0, class 0: leads out of the dead state", func(a *Automaton) { a.Trans[0] = 8 }},
		{"state 0, class 4: leads out of the dead state", func(a *Automaton) { a.Trans[4] = 80 }},

		{"the start is not a state", func(a *Automaton) { a.Start++ }},
		{"the start is not a state", func(a *Automaton) { *a = *linkEvents(); a.Start = 24 }},
		{"the start is not a state", func(a *Automaton) { a.Start = 88 }},
		{"the start is not a state", func(a *Automaton) { a.Start = 1<<32 - 8 }},
		{"the dead state accepts", func(a *Automaton) { a.AcceptMin = 0 }},
		{"the first accepting row is not a row", func(a *Automaton) { a.AcceptMin++ }},
		{"the first accepting row is not a row", func(a *Automaton) { a.AcceptMin = 96 }},
		{"the first accepting row is not a row", func(a *Automaton) { a.AcceptMin = 1<<32 - 8 }},

		{"no Outputs, but PartNames or InState", func(a *Automaton) { a.Outputs = nil }},
		{"no Outputs, but PartNames or InState", func(a *Automaton) { *a = *decOctet(); a.Name, a.InState = "link", true }},
		{"not every state has an output", func(a *Automaton) { a.Outputs = a.Outputs[:10] }},
		{"not every state has an output", func(a *Automaton) { a.Outputs = append(a.Outputs, 0) }},
		{"part 0 is not the empty one", func(a *Automaton) { a.PartNames[0] = "x" }},
		{"part 0 is not the empty one", func(a *Automaton) { a.PartNames = make([]string, 257) }},
		{"state 10 has a part without a name", func(a *Automaton) { a.PartNames = a.PartNames[:3] }},
		{"state 4 has a part without a name", func(a *Automaton) { a.Outputs[4] = 255 }},

		{"state 4 has an output that does not fit into its row", func(a *Automaton) { *a = *linkEvents(); a.Outputs[4] = 4 }},
		{"state 10 has an output that does not fit into its row", func(a *Automaton) { *a = *linkEvents(); a.Outputs[10] = 16 }},
		{"state 2 has an output that does not fit into its row", func(a *Automaton) {
			*a = Automaton{Name: "link", Start: 32, AcceptMin: 64, Shift: 5, Classes: star().Classes, Trans: make([]uint16, 96)}
			a.Outputs, a.InState = []uint16{0, 0, 16}, true // fits the row, but not four bits
		}},
		{"the dead state has an output", func(a *Automaton) { *a = *linkEvents(); a.Outputs[0] = 1 }},
		{"outputs in the states of a large table", func(a *Automaton) { *a = *enlarged(a); a.InState = true }},

		// The output is part of the state, so Outputs must agree with the rows.
		{"state 3, class 2: leads to 32, which is not a state", func(a *Automaton) { *a = *linkEvents(); a.Outputs[4] = 1 }},
		{"state 1, class 1: leads to 25, which is not a state", func(a *Automaton) { *a = *linkEvents(); a.Outputs, a.InState = nil, false }},
	}
	for _, test := range tests {
		a := link()
		test.spoil(a)
		if err, want := a.Check(), "dfa: link: "+test.text; err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestCheckLimits(t *testing.T) {
	tests := map[string]func(a *Automaton){
		"no accepting state": func(a *Automaton) { a.AcceptMin = 88 },
		"no outputs":         func(a *Automaton) { a.Outputs, a.PartNames = nil, nil },
		"events":             func(a *Automaton) { *a = *linkEvents() },
		"256 parts":          func(a *Automaton) { a.PartNames = append(a.PartNames, make([]string, 252)...) },
		"65536 transitions": func(a *Automaton) {
			a.Trans = append(a.Trans, make([]uint16, 1<<16-len(a.Trans))...)
			a.Outputs = append(a.Outputs, make([]uint16, 1<<13-len(a.Outputs))...)
		},
	}
	for name, change := range tests {
		a := link()
		if change(a); a.Check() != nil {
			t.Errorf("%s: %v", name, a.Check())
		}
		exercise(t, a, random(t))
	}
}

func TestCheckOfZeroValue(t *testing.T) {
	if err := new(Automaton).Check(); err == nil || err.Error() != "dfa: : no byte classes" {
		t.Errorf("error %v", err)
	}
}

// mutate changes one field of a, or one entry of it.
func mutate(a *Automaton, rnd *rand.Rand) {
	word := func(old int, mask uint64) uint64 {
		near := []int{0, 1, old + 1, old - 1, old ^ 1<<rnd.IntN(20), len(a.Trans), len(a.Trans) + 8, -1, 8 * rnd.IntN(12), rnd.Int()}
		return uint64(near[rnd.IntN(len(near))]) & mask
	}
	outputs := func(list []uint16) []uint16 {
		switch i := rnd.IntN(len(list)); rnd.IntN(6) {
		case 0:
			return slices.Delete(list, i, i+1)
		case 1:
			return slices.Insert(list, i, uint16(rnd.IntN(256)))
		default:
			list[i] = uint16(word(int(list[i]), 0xFF))
		}
		return list
	}
	switch rnd.IntN(9) {
	case 0:
		a.Start = State(word(int(a.Start), 1<<32-1))
	case 1:
		a.AcceptMin = State(word(int(a.AcceptMin), 1<<32-1))
	case 2:
		a.Shift = uint8(word(int(a.Shift), 0xFF))
	case 3:
		i := rnd.IntN(256)
		a.Classes[i] = uint8(word(int(a.Classes[i]), 0xFF))
	case 4:
		a.Trans = a.Trans[:len(a.Trans)-rnd.IntN(9)]
	case 5:
		a.Outputs = outputs(a.Outputs)
	case 6:
		a.PartNames = a.PartNames[:rnd.IntN(len(a.PartNames)+1)]
	case 7:
		a.InState = !a.InState
	default:
		i := rnd.IntN(len(a.Trans))
		a.Trans[i] = uint16(word(int(a.Trans[i]), 0xFFFF))
	}
}

// Check is complete: either it reports a mutation, or nothing panics.
func TestCheckIsComplete(t *testing.T) {
	rnd := random(t)
	n := 8_000
	if !*testkit.Long {
		n = 500
	}
	refused := 0
	for range n {
		a := clone([]*Automaton{link(), linkEvents()}[rnd.IntN(2)])
		if rnd.IntN(8) == 0 && !a.InState {
			a = enlarged(a)
		}
		mutate(a, rnd)
		if a.Check() != nil {
			refused++
			continue
		}
		exercise(t, a, rnd)
	}
	t.Logf("%d of %d mutants were refused", refused, n)
	if refused < n/5 || refused > n*9/10 {
		t.Errorf("%d of %d mutants were refused: the mutations are of one kind only", refused, n)
	}
}

// exercise calls all functions with all strings of one byte, many of two, and random ones. Nothing may panic, and
// results must be consistent.
func exercise(t testing.TB, a *Automaton, rnd *rand.Rand) {
	t.Helper()
	try := func(text []byte) {
		matched, n := Match(a, text), Prefix(a, text)
		if n < -1 || n > len(text) || matched != (n == len(text)) {
			t.Fatalf("%q: Match %t, Prefix %d\n%v", text, matched, n, a)
		}
		s, at := Last(a, a.Start, text)
		if at > len(text) || at == len(text) && s != Run(a, a.Start, text) {
			t.Fatalf("%q: Last is %d, %d\n%v", text, s, at, a)
		}
		_, _ = a.Part(s), a.Follow(s)
	}
	try(nil)
	for b := range 256 {
		try([]byte{byte(b)})
	}
	for _, b := range "/1:@x" {
		for c := range 256 {
			try([]byte{byte(b), byte(c)})
		}
	}
	for range 4 {
		text := make([]byte, rnd.IntN(200))
		for i := range text {
			text[i] = "/11111::@@x"[rnd.IntN(11)]
		}
		try(text)
	}
	if a.NumStates() > 1000 {
		return // listings of mutated tables can be long
	}
	for s := range a.States() {
		_, _, _ = a.Part(s), a.Follow(s), a.Accepts(s)
	}
	if list := a.String(); strings.Count(list, "\n") != a.NumStates()+1+strings.Count(a.Name, "\n") {
		t.Fatalf("%d states are listed as\n%s", a.NumStates(), list)
	}
}

// All strings of two bytes, for the tables themselves.
func TestNoTextPanics(t *testing.T) {
	rnd := random(t)
	for _, a := range automata() {
		exercise(t, a, rnd)
		for i := range 1 << 16 {
			text := [2]byte{byte(i), byte(i >> 8)}
			if s, n := Last(a, a.Start, text[:]); Match(a, text[:]) != (n == 2 && a.Accepts(s)) {
				t.Fatalf("%s: Match and Last differ over %q", a.Name, text[:])
			}
		}
	}
}

func TestCheckOfLarge(t *testing.T) {
	for want, spoil := range map[string]func(a *Automaton){
		"the last row is not whole":                                 func(a *Automaton) { a.Trans = append(a.Trans, 0) },
		"state 1, class 0: leads to 16776960, which is not a state": func(a *Automaton) { a.Trans[256] = 1<<16 - 1 },
		"state 0, class 4: leads out of the dead state":             func(a *Automaton) { a.Trans[4] = 80 },
		"the start is not a state":                                  func(a *Automaton) { a.Start++ },
	} {
		a := enlarged(link())
		spoil(a)
		if err := a.Check(); err == nil || !strings.HasSuffix(err.Error(), "link: "+want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
