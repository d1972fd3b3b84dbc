package dfa

import (
	"errors"
	"strconv"
)

// Classifier is an automaton for several languages at once, for [Classify]. The output of a state is the set of
// languages that the strings leading to it are in, with bit 1<<i for Names[i].
type Classifier struct {
	Automaton Automaton
	Names     []string
}

// Classify returns the set of languages that text is in, with bit 1<<i for c.Names[i]. It reads each byte once, stops
// where no continuation is in any of the languages, and does not allocate.
func Classify[Bytes ~[]byte | ~string](c *Classifier, text Bytes) uint16 {
	a := &c.Automaton
	return a.Outputs[a.Number(Run(a, a.Start, text))]
}

// Check returns an error that names the first invariant that c violates, or nil. It begins with those of the automaton.
// If it returns nil, Classify does not panic on c.
func (c *Classifier) Check() error {
	a := &c.Automaton
	if err := a.Check(); err != nil {
		return err
	}
	switch {
	case len(c.Names) > 16:
		return errors.New("dfa: " + a.Name + ": more than 16 languages")
	case len(a.Outputs) == 0 || a.Outputs[0] != 0 || len(a.PartNames) != 0:
		return errors.New("dfa: " + a.Name + ": no Outputs, or one for the dead state")
	}
	for s, set := range a.Outputs {
		if set>>len(c.Names) != 0 {
			return errors.New("dfa: " + a.Name + ": state " + strconv.Itoa(s) + " has a language without a name")
		}
	}
	return nil
}
