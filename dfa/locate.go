package dfa

// Marks holds the offset of each mark of an automaton, in the order of MarkNames: where the mark's
// rule begins last. Zero means that the text has no such rule; no mark can fire at offset 0.
type Marks [16]uint32

// Locate reports whether text is in the language of a, as [Match] does. If so, it sets m to the
// byte offsets where the marked rules begin; otherwise m is untouched. Locate is not for texts
// longer than 1<<32-1 bytes: their offsets would wrap. It reads each byte once and allocates
// nothing.
func Locate[Bytes ~[]byte | ~string](a *Automaton, text Bytes, m *Marks) bool {
	s, n := Walk(a, a.Start, text, m)
	return n == len(text) && a.Accepts(s)
}

// Walk does what [Locate] and [Last] do, in one pass. Like Last, it walks to the first byte without
// a transition, and returns the state there and the number of bytes before it. If it has read all
// of text and the state accepts, it sets m to the offsets of the marks that fire on the way.
//
// Every state entered writes the offset to the register of its slot, and the last write wins. Slot
// 0, that of the states without marks, is scrap: a store nobody reads costs less than a branch
// nobody can predict. The compiler has proved for every automaton with marks that the registers
// decode to the offsets of the one reading that an accepted text has.
func Walk[Bytes ~[]byte | ~string](a *Automaton, from State, text Bytes, m *Marks) (last State, n int) {
	var at Marks
	classes, trans := a.Classes, a.Trans
	slot := (1<<(a.Shift&31) - 1) & 15 // mask of a state's bits that are its slot
	s, i := int(from), 0
	for ; len(trans) > 0 && i+8 <= len(text); i += 8 { // as in Run
		t, n, before := text[i:i+8], uint32(i), s
		s = int(trans[s+int(classes[t[0]])])
		at[s&slot&15] = n + 1
		s = int(trans[s+int(classes[t[1]])])
		at[s&slot&15] = n + 2
		s = int(trans[s+int(classes[t[2]])])
		at[s&slot&15] = n + 3
		s = int(trans[s+int(classes[t[3]])])
		at[s&slot&15] = n + 4
		s = int(trans[s+int(classes[t[4]])])
		at[s&slot&15] = n + 5
		s = int(trans[s+int(classes[t[5]])])
		at[s&slot&15] = n + 6
		s = int(trans[s+int(classes[t[6]])])
		at[s&slot&15] = n + 7
		s = int(trans[s+int(classes[t[7]])])
		at[s&slot&15] = n + 8
		if s == int(Dead) {
			last, n := Last(a, State(before), text[i:i+8])
			return last, i + n
		}
	}
	for ; i < len(text); i++ {
		next := int(a.Next(State(s), text[i]))
		if next == int(Dead) {
			return State(s), i
		}
		s = next
		at[s&slot&15] = uint32(i) + 1
	}
	if a.Accepts(State(s)) {
		at[0] = 0
		a.decode(&at, m)
	}
	return State(s), len(text)
}

// decode turns registers by slot into offsets by mark. A mark lies where the
// last of its slots was written. If a mark earlier in the list was set after
// that, it is stale: in //user:pw@host the colon looked like that of a port
// until the @ came.
func (a *Automaton) decode(at, m *Marks) {
	*m = Marks{}
	newest := uint32(0)
	for k, slots := range a.MarkSlots {
		last := uint32(0)
		for ; slots != 0; slots >>= 4 {
			last = max(last, at[slots&15])
		}
		offset := last
		if last < newest { // without a branch, which would be mispredicted
			offset = 0
		}
		m[k&15] = offset
		newest = max(newest, last)
	}
}
