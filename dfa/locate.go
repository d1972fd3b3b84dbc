package dfa

import "math/bits"

// Marks holds an offset for each mark of an automaton, in the order of
// MarkNames: how many bytes precede the last beginning of the mark's rule. Zero
// means that the text has no such rule; no mark can fire at offset 0.
type Marks [16]uint32

// Locate reports whether text is in the language of a, as [Match] does, and if
// so sets m to where the marked rules begin; m is untouched otherwise. Texts
// longer than 1<<32-1 bytes are not for Locate: offsets would wrap.
//
// Every state entered writes its offset to the register of its slot, and the
// last write wins. Slot 0, that of the states without marks, is scrap: a store
// nobody reads costs less than a branch nobody can predict. The compiler has
// proved for every automaton with marks that the registers decode to the
// offsets of the one reading that an accepted text has.
func Locate[Bytes ~[]byte | ~string](a *Automaton, text Bytes, m *Marks) bool {
	if len(a.Slots) == 0 {
		if !Match(a, text) {
			return false
		}
		*m = Marks{}
		return true
	}
	var at Marks
	classes, trans, slots, shift := a.Classes, a.Trans, a.Slots, a.Shift&31
	s := a.Start
	for i := 0; i < len(text); i++ {
		s = State(trans[int(s)+int(classes[text[i]])])
		at[slots[s>>shift]&15] = uint32(i) + 1
	}
	if s < a.AcceptMin {
		return false
	}
	a.decode(&at, m)
	return true
}

// decode turns registers by slot into offsets by mark. A mark lies where the
// last of its slots was written. If a mark earlier in the list was set after
// that, it is stale: in //user:pw@host the colon looked like that of a port
// until the @ came.
func (a *Automaton) decode(at, m *Marks) {
	var last Marks
	for slot, set := range a.SlotMarks {
		offset := at[slot&15]
		for ; set != 0; set &= set - 1 {
			k := bits.TrailingZeros16(set) & 15
			last[k] = max(last[k], offset)
		}
	}
	newest := uint32(0)
	for k, offset := range last {
		if offset < newest {
			offset = 0
		}
		newest = max(newest, offset)
		m[k] = offset
	}
}
