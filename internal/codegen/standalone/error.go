package standalone

// SyntaxError is where a string goes wrong: from Offset on, no continuation is in the language. Its
// fields are stable, the words of Error are not.
type SyntaxError struct {
	Rule     string  // name of the rule
	Offset   int     // of the first byte without a transition; the length of a string that ends too early
	Byte     int     // that byte; -1 if the string ends too early
	Rune     rune    // the character that this byte is in; -1 at the end, U+FFFD for bytes that are not UTF-8
	Expected ByteSet // the bytes with a transition there
	End      bool    // the string may also end there
	Part     string  // the part of the string that is invalid; may be empty

	illFormed bool // the byte is not in a character
}

// dfaDiagnose returns nil if text is in the language of a, and otherwise a *SyntaxError.
func dfaDiagnose[Bytes ~[]byte | ~string](a *dfaAutomaton, text Bytes) error {
	s, n := dfaLast(a, a.Start, text)
	if n == len(text) && a.Accepts(s) {
		return nil
	}
	e := &SyntaxError{Rule: a.Name, Offset: n, Byte: -1, Rune: -1, Expected: dfaFollow(a, s), End: a.Accepts(s)}
	if n < len(text) {
		e.Byte = int(text[n])
		e.Rune, e.illFormed = dfaRuneAt(text, n)
	}
	if len(a.PartNames) > 0 {
		e.Part = a.PartNames[a.Outputs[a.number(s)]]
	}
	return e
}

// dfaFollow returns the bytes that do not lead from s to the dead state.
func dfaFollow(a *dfaAutomaton, s dfaState) (set ByteSet) {
	var live [256]uint8 // 1 for a class that goes on; the last row of the table may be short
	for class := range min(1<<(a.Shift&31), len(live), len(a.Trans)-int(s)) {
		if a.entry(int(s)+class) != 0 {
			live[class] = 1
		}
	}
	for w := range set {
		word := uint64(0)
		for _, class := range a.Classes[64*w : 64*w+64] {
			word = word>>1 | uint64(live[class])<<63
		}
		set[w] = word
	}
	return set
}

// dfaRuneAt returns the character that holds the byte at an offset, or U+FFFD and true.
func dfaRuneAt[Bytes ~[]byte | ~string](text Bytes, offset int) (c rune, illFormed bool) {
	for start := max(offset-3, 0); start <= offset; start++ {
		begin := string(text[start:min(start+4, len(text))])
		c := []rune(begin)[0]
		if size := len(string(c)); start+size > offset && size <= len(begin) && begin[:size] == string(c) {
			return c, false
		}
	}
	return '\uFFFD', true
}

// Error returns a line such as
//
//	date: ':' is not allowed in month (byte 5, expected '0'-'1')
func (e *SyntaxError) Error() string {
	text := e.Rule + ": "
	switch {
	case e.Byte < 0 && e.Offset == 0:
		text += "the string is empty"
	case e.Byte < 0:
		text += "the string ends too early"
	default:
		text += e.character() + " is not allowed"
	}
	if e.Part != "" {
		text += " in " + e.Part
	}
	digits := ""
	for n := e.Offset; n > 0 || digits == ""; n /= 10 {
		digits = string(rune('0'+n%10)) + digits
	}
	return text + " (byte " + digits + ", expected " + e.expected() + ")"
}

// character names what is invalid: 'a', U+00E9, or 0xE9 for a byte that is not in a character.
func (e *SyntaxError) character() string {
	switch {
	case e.illFormed:
		return "0x" + dfaHex(rune(e.Byte), 2)
	case ' ' <= e.Rune && e.Rune <= '~':
		return "'" + string(e.Rune) + "'"
	}
	return "U+" + dfaHex(e.Rune, 4)
}

// dfaHex returns a number in hexadecimal, with some digits at least.
func dfaHex(n rune, digits int) (text string) {
	for ; n > 0 || len(text) < digits; n >>= 4 {
		text = "0123456789ABCDEF"[n&15:n&15+1] + text
	}
	return text
}

// expected lists what is valid at the offset.
func (e *SyntaxError) expected() (text string) {
	list := e.Expected.names()
	if e.End {
		list = append(list, "end")
	}
	if len(list) == 0 {
		return "nothing" // no string is in the language
	}
	for i, name := range list {
		switch i {
		case 0:
		case len(list) - 1:
			text += " or "
		default:
			text += ", "
		}
		text += name
	}
	return text
}

// ByteSet is a set of bytes; the zero value is empty. It is comparable.
type ByteSet [4]uint64

// Has reports whether b is in the set.
func (s ByteSet) Has(b byte) bool { return s[b>>6]>>(b&63)&1 != 0 }

// String lists the bytes as '0'-'9' for a range and '0' for a single one, those that are not
// printable ASCII in hexadecimal: 0x80-0xBF.
func (s ByteSet) String() (text string) {
	for i, name := range s.names() {
		if i > 0 {
			text += " "
		}
		text += name
	}
	return text
}

// names lists the maximal ranges of the set in increasing order.
func (s ByteSet) names() (list []string) {
	for lo, hi := 0, 0; lo < 256; lo = hi + 1 {
		for hi = lo; hi < 256 && s.Has(byte(hi)); hi++ {
		}
		switch {
		case hi > lo+1:
			list = append(list, dfaByteName(lo)+"-"+dfaByteName(hi-1))
		case hi > lo:
			list = append(list, dfaByteName(lo))
		}
	}
	return list
}

func dfaByteName(b int) string {
	if ' ' < b && b <= '~' {
		return "'" + string(rune(b)) + "'"
	}
	return "0x" + dfaHex(rune(b), 2)
}
