package standalone

// dfaPrefix returns the length of the longest prefix of text that is in the language of a, -1 if
// there is none.
func dfaPrefix[Bytes ~[]byte | ~string](a *dfaAutomaton, text Bytes) int {
	s, longest := a.Start, -1
	for i := 0; ; i++ {
		if a.Accepts(s) {
			longest = i
		}
		if i == len(text) || s == 0 {
			return longest
		}
		before := s
		s = a.Next(s, text[i])
		if i&7 == 7 && len(text)-i >= 40 && s == before {
			i += dfaLoop(a, s, text[i+1:])
		}
	}
}
