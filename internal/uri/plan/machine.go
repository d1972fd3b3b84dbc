package plan

import (
	"fmt"
	"slices"
	"strings"

	"example.org/iri/dfa"
)

// marks is a set of marks, by their place in MarkNames.
type marks uint8

const (
	hierMark marks = 1 << iota
	authorityMark
	hostMark
	portMark
	pathMark
	queryMark
	fragmentMark
	numMarks = iota
)

// machine is an automaton with marks as sets.
type machine struct {
	*dfa.Automaton
	bySlot [16]marks
}

// newMachine refuses automata that are broken or have other than seven marks.
func newMachine(a *dfa.Automaton) (*machine, error) {
	m := &machine{Automaton: a}
	if err := a.Check(); err != nil {
		return nil, m.refuse("automaton", nil, "%v", err)
	}
	if len(a.MarkNames) != numMarks {
		return nil, m.refuse("marks", nil, "there are %d, not %d", len(a.MarkNames), numMarks)
	}
	for k, slots := range a.MarkSlots {
		for ; slots != 0; slots >>= 4 {
			m.bySlot[slots&15] |= 1 << k
		}
	}
	m.bySlot[0] = 0 // the scrap register
	return m, nil
}

// fires returns the marks that fire in s.
func (m *machine) fires(s dfa.State) marks { return m.bySlot[m.Slots[m.Number(s)]] }

// never reports whether a byte is in no text of the language.
func (m *machine) never(b byte) bool {
	for s := range m.States() {
		if m.Next(s, b) != dfa.Dead {
			return false
		}
	}
	return true
}

// text returns a shortest text that leads to s, and more behind it; nil for the
// dead state.
func (m *machine) text(s dfa.State, more ...byte) []byte {
	if s == dfa.Dead {
		return nil
	}
	return slices.Concat(m.AccessTexts()[m.Number(s)], more)
}

// names lists marks by the names that the grammar has for them.
func (m *machine) names(set marks) string {
	var list []string
	for k, name := range m.MarkNames {
		if set>>k&1 != 0 {
			list = append(list, name)
		}
	}
	return strings.Join(list, " ")
}

func (m *machine) refuse(claim string, text []byte, format string, args ...any) error {
	return &Error{Rule: m.Name, Claim: claim, Why: fmt.Sprintf(format, args...), Text: text}
}
