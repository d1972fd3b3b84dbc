package dfa

import (
	"errors"
	"strconv"
)

// Classifier is an automaton for several languages at once, for [Classify]. A state says which of
// the languages hold the texts that lead to it. A Classifier is a product of automata, and so too
// large for the form of an Automaton. Its states are plain numbers; 0 is the dead state.
type Classifier struct {
	Names   []string    // of the languages, at most 16
	Start   uint16      // before the first byte
	Shift   uint8       // log2 of the length of a row
	Classes *[256]uint8 // class of each byte
	Trans   []uint16    // Trans[s<<Shift+class] is the state after s
	Sets    []uint16    // by state: the languages, 1<<i for Names[i]
}

// Classify returns the set of the languages that text is in: 1<<i for c.Names[i]. It reads each
// byte once, stops where the text can be in none of them any more, and allocates nothing.
func Classify[Bytes ~[]byte | ~string](c *Classifier, text Bytes) uint16 {
	classes, trans, shift := c.Classes, c.Trans, c.Shift&31
	s := int(c.Start)
	for i := 0; i < len(text); i++ {
		s = int(trans[s<<shift+int(classes[text[i]])])
		if s == 0 {
			return 0
		}
	}
	return c.Sets[s]
}

// numClasses returns the number of byte classes.
func (c *Classifier) numClasses() int {
	n := 0
	for _, class := range c.Classes {
		n = max(n, int(class)+1)
	}
	return n
}

// Check returns an error that names the first broken invariant, if there is one.
// With a Classifier that passes, Classify does not panic.
func (c *Classifier) Check() error {
	if text := c.fault(); text != "" {
		return errors.New("dfa: classifier: " + text)
	}
	return nil
}

func (c *Classifier) fault() string {
	switch {
	case c.Classes == nil:
		return "no byte classes"
	case c.Shift > maxShift:
		return "rows of more than 256 entries"
	case c.numClasses() > 1<<c.Shift:
		return "more byte classes than entries in a row"
	case len(c.Sets) == 0 || c.Sets[0] != 0:
		return "the dead state has a set, or there is none"
	case len(c.Trans) != len(c.Sets)<<c.Shift:
		return "not a row for each state"
	case int(c.Start) >= len(c.Sets):
		return "the start is no state"
	case len(c.Names) > 16:
		return "more than 16 languages"
	}
	for i, t := range c.Trans {
		if int(t) >= len(c.Sets) {
			return "a transition of state " + strconv.Itoa(i>>c.Shift) + " leads to no state"
		}
		if i < 1<<c.Shift && t != 0 {
			return "a transition leads out of the dead state"
		}
	}
	for s, set := range c.Sets {
		if set>>len(c.Names) != 0 {
			return "state " + strconv.Itoa(s) + " has a language without a name"
		}
	}
	return ""
}
