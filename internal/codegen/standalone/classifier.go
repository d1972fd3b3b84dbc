package standalone

// dfaClassifier is an automaton for several languages at once. The output of a state is the set of
// the languages of the strings that lead to it: 1<<i for Names[i].
type dfaClassifier struct {
	Automaton dfaAutomaton
	Names     []string // of the languages, at most 16
}

// dfaClassify returns the set of the languages that text is in.
func dfaClassify[Bytes ~[]byte | ~string](c *dfaClassifier, text Bytes) uint16 {
	a := &c.Automaton
	return a.Outputs[a.number(dfaRun(a, a.Start, text))]
}
