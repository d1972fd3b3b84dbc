package plan

import (
	"fmt"
	"slices"

	"example.org/iri/dfa"
)

// A machine is an automaton to be compared with the template.
type machine struct{ *dfa.Automaton }

func newMachine(a *dfa.Automaton) (*machine, error) {
	m := &machine{a}
	if err := a.Check(); err != nil {
		return nil, m.refuse("automaton", nil, "%v", err)
	}
	return m, nil
}

func (m *machine) neverOccurs(b byte) bool {
	for s := range m.States() {
		if m.Next(s, b) != dfa.Dead {
			return false
		}
	}
	return true
}

// text returns a shortest string that leads to s, followed by more; nil for the dead state.
func (m *machine) text(s dfa.State, more ...byte) []byte {
	if s == dfa.Dead {
		return nil
	}
	return slices.Concat(m.AccessTexts()[m.Number(s)], more)
}

func (m *machine) refuse(claim string, text []byte, format string, args ...any) error {
	return &Error{Rule: m.Name, Claim: claim, Why: fmt.Sprintf(format, args...), Text: text}
}
