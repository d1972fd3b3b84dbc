package standalone

// dfaClassifier is an automaton for several languages at once. State 0 is the dead state.
type dfaClassifier struct {
	Names   []string    // of the languages, at most 16
	Start   uint16      // before the first byte
	Shift   uint8       // log2 of the length of a row
	Classes *[256]uint8 // class of each byte
	Trans   []uint16    // Trans[s<<Shift+class] is the state after s
	Sets    []uint16    // by state: the languages, 1<<i for Names[i]
}

// dfaClassify returns the set of the languages that text is in.
func dfaClassify[Bytes ~[]byte | ~string](c *dfaClassifier, text Bytes) uint16 {
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
