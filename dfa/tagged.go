package dfa

import (
	"errors"
	"strconv"
)

// Tagged is an automaton that also tells where rules begin and end in the texts it accepts, by
// registers (Ville Laurikari, NFAs with Tagged Transitions, SPIRE 2000). Marks of an Automaton are
// faster, but registers can be copied. So a Tagged locates every rule whose place the grammar
// determines. Package compile makes a Tagged only if the grammar does so.
//
// Registers 2k and 2k+1 are not set to begin with, for every rule k. Whenever a state is entered,
// the start included, it sets a register to the offset or runs a program. The fields are exported
// for generated literals; call Check on a Tagged that was filled in by hand.
type Tagged struct {
	Automaton Automaton // without marks
	Names     []string  // of the rules
	Does      []uint16  // by number of the state: the register it sets; NumRegisters+p for program p
	Programs  [][]Move  // moves, done one after the other
	Final     []uint16  // by number of an accepting state: the entry of Places that holds; else 0
	Places    [][]uint8 // which registers hold beginning and end of each rule in the end
}

// Move sets register To to the value of register From, or to the offset if that is Now.
type Move struct{ To, From uint8 }

const (
	// NumRegisters is the number of registers of a Tagged.
	NumRegisters = 64

	// Now stands for the number of bytes read.
	Now = 0xFF
)

// Find reports whether text is in the language of t. If so, it returns which of t.Names the text
// has, as a set with 1<<k for the k-th name, and sets spans to where these rules lie, by byte
// offsets. If a rule occurs several times, its span is that of the last occurrence. The span of a
// rule that the text does not have is the zero [Span]. Without a match the set is empty and spans
// is untouched.
//
// The k-th of spans belongs to the k-th of t.Names. Find panics if there are more spans than names.
// It reads each byte once and allocates nothing.
func Find[Bytes ~[]byte | ~string](t *Tagged, text Bytes, spans []Span) (present uint64, ok bool) {
	const unset = -1
	var registers [NumRegisters]int
	for i := range 2 * len(t.Names) {
		registers[i%NumRegisters] = unset
	}
	a := &t.Automaton
	does, shift := t.Does, a.Shift&31
	s := int(a.Start)
	t.enter(int(does[s>>shift]), &registers, 0)
	for i := 0; i < len(text); i++ {
		s = int(a.Next(State(s), text[i]))
		if s == int(Dead) {
			return 0, false
		}
		if d := int(does[s>>shift]); d < NumRegisters {
			registers[d] = i + 1
		} else {
			t.enter(d, &registers, i+1)
		}
	}
	if !a.Accepts(State(s)) {
		return 0, false
	}
	places := t.Places[t.Final[s>>shift]]
	for k := range spans {
		start, end := registers[places[2*k]%NumRegisters], registers[places[2*k+1]%NumRegisters]
		spans[k] = Span{}
		if start != unset || end != unset { // in a table that is right, both are set or none
			spans[k] = Span{start, end}
			present |= 1 << k
		}
	}
	return present, true
}

// enter does what an entry of Does says.
func (t *Tagged) enter(does int, registers *[NumRegisters]int, now int) {
	if does < NumRegisters {
		registers[does] = now
		return
	}
	for _, m := range t.Programs[does-NumRegisters] {
		value := now
		if m.From != Now {
			value = registers[m.From%NumRegisters]
		}
		registers[m.To%NumRegisters] = value
	}
}

// Check returns an error that names the first broken invariant, if there is one;
// those of the automaton come first. On a Tagged that passes, Find does not panic
// if spans is not longer than Names.
func (t *Tagged) Check() error {
	if err := t.Automaton.Check(); err != nil {
		return err
	}
	if text := t.fault(); text != "" {
		return errors.New("dfa: " + t.Automaton.Name + ": " + text)
	}
	return nil
}

func (t *Tagged) fault() string {
	a := &t.Automaton
	switch states := a.NumStates(); {
	case len(a.Slots) != 0:
		return "registers and marks"
	case len(t.Does) != states || len(t.Final) != states:
		return "not a program and places for each state"
	case 2*len(t.Names) > NumRegisters:
		return "more rules than registers"
	}
	for n, p := range t.Does {
		if int(p) >= NumRegisters+len(t.Programs) || int(t.Final[n]) >= max(len(t.Places), 1) {
			return "state " + strconv.Itoa(n) + " has no program or no places"
		}
		if a.Accepts(a.state(n)) && len(t.Places) == 0 {
			return "no places"
		}
	}
	return t.registerFault()
}

func (t *Tagged) registerFault() string {
	for _, program := range t.Programs {
		for _, m := range program {
			if m.To >= NumRegisters || m.From >= NumRegisters && m.From != Now {
				return "a move of a register that is not there"
			}
		}
	}
	for _, places := range t.Places {
		if len(places) != 2*len(t.Names) {
			return "not two registers for each rule"
		}
		for _, r := range places {
			if r >= NumRegisters {
				return "a place in a register that is not there"
			}
		}
	}
	return ""
}
