package dfa

import (
	"errors"
	"strconv"
)

// The binary form: magic and version, then the fields of Automaton in their
// order. Numbers are little-endian: counts of bytes, states and table entries
// take four bytes, entries of Trans two, of MarkSlots eight, all others one. Lists and
// texts stand behind their length.
const (
	magic   = "\x7fDFA"
	version = 1
)

// AppendBinary appends the binary form of a to b. It is the same on every platform.
// The error is always that of Check. It implements encoding.BinaryAppender.
func (a *Automaton) AppendBinary(b []byte) ([]byte, error) {
	if err := a.Check(); err != nil {
		return b, err
	}
	b = append(append(b, magic...), version)
	b = appendText(b, a.Name)
	b = append32(b, int(a.Start))
	b = append32(b, int(a.AcceptMin))
	b = append(b, a.Shift)
	b = append(b, a.Classes[:]...)
	b = append16s(b, a.Trans)
	b = appendText(b, a.Slots)
	b = append32(b, len(a.MarkSlots))
	for _, slots := range a.MarkSlots {
		b = append32(append32(b, int(uint32(slots))), int(slots>>32))
	}
	b = appendTexts(b, a.MarkNames)
	b = appendText(b, a.Parts)
	return appendTexts(b, a.PartNames), nil
}

// MarshalBinary returns the binary form of a. It implements encoding.BinaryMarshaler.
func (a *Automaton) MarshalBinary() ([]byte, error) { return a.AppendBinary(nil) }

func append32(b []byte, n int) []byte {
	return append(b, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

func append16s(b []byte, list []uint16) []byte {
	b = append32(b, len(list))
	for _, v := range list {
		b = append(b, byte(v), byte(v>>8))
	}
	return b
}

func appendText[Bytes ~[]byte | ~string](b []byte, text Bytes) []byte {
	return append(append32(b, len(text)), text...)
}

func appendTexts(b []byte, list []string) []byte {
	b = append32(b, len(list))
	for _, text := range list {
		b = appendText(b, text)
	}
	return b
}

// UnmarshalBinary sets a to the automaton that data is the binary form of. Data
// may come from anywhere: whatever is not such a form, whole and without
// anything behind it, or would not pass Check, is an error, and a is untouched.
// Nothing in a shares memory with data. It implements
// encoding.BinaryUnmarshaler.
func (a *Automaton) UnmarshalBinary(data []byte) error {
	r := reader{rest: data}
	if string(r.bytes(len(magic))) != magic {
		return errors.New("dfa: not an automaton: the first bytes are not its magic")
	}
	if v := r.uint8(); v != version && !r.short {
		return errors.New("dfa: automaton of version " + strconv.Itoa(int(v)) + ", this package reads version " + strconv.Itoa(version))
	}
	var u Automaton
	u.Name = string(r.text())
	u.Start = State(r.uint32())
	u.AcceptMin = State(r.uint32())
	u.Shift = r.uint8()
	u.Classes = new([256]uint8)
	copy(u.Classes[:], r.bytes(256))
	u.Trans = r.uint16s()
	u.Slots = append(u.Slots, r.text()...)
	for range r.count(8) {
		u.MarkSlots = append(u.MarkSlots, uint64(r.uint32())|uint64(r.uint32())<<32)
	}
	u.MarkNames = r.texts()
	u.Parts = append(u.Parts, r.text()...)
	u.PartNames = r.texts()
	if r.short {
		return errors.New("dfa: automaton cut off after " + strconv.Itoa(len(data)) + " bytes")
	}
	if len(r.rest) != 0 {
		return errors.New("dfa: " + strconv.Itoa(len(r.rest)) + " bytes behind the automaton")
	}
	if err := u.Check(); err != nil {
		return err
	}
	*a = u
	return nil
}

// reader takes values off the front of rest. Once rest is too short for what is
// asked, short is set and every value is empty.
type reader struct {
	rest  []byte
	short bool
}

// bytes returns the next n bytes. It is where all lengths are checked, before
// anything is allocated for them.
func (r *reader) bytes(n int) []byte {
	if r.short || n < 0 || n > len(r.rest) {
		r.short = true
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) uint8() uint8 {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uint32() uint32 {
	if b := r.bytes(4); b != nil {
		return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
	}
	return 0
}

// count returns the length of a list whose entries take at least size bytes.
func (r *reader) count(size int) int {
	n := uint64(r.uint32())
	if n*uint64(size) > uint64(len(r.rest)) {
		r.short = true
		return 0
	}
	return int(n)
}

func (r *reader) text() []byte { return r.bytes(r.count(1)) }

func (r *reader) texts() []string {
	var list []string
	for range r.count(4) {
		list = append(list, string(r.text()))
	}
	return list
}

func (r *reader) uint16s() []uint16 {
	n := r.count(2)
	b := r.bytes(2 * n)
	if len(b) == 0 {
		return nil
	}
	list := make([]uint16, n)
	for i := range list {
		list[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
	}
	return list
}
