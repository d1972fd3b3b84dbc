package dfa

import (
	"strconv"
	"strings"

	"example.org/iri/internal/char"
)

// SyntaxError reports where and why a string is not in a language. Some string of the language begins with the bytes
// before Offset, and none continues with the byte at Offset. The fields are stable, the text of Error is not.
type SyntaxError struct {
	Rule     string  // name of the automaton
	Offset   int     // of the first byte without a transition; the length of the string if it ends too early
	Byte     int     // the byte at Offset; -1 if the string ends too early
	Rune     rune    // the character that has this byte; -1 at the end, U+FFFD for invalid UTF-8
	Expected ByteSet // the bytes that are valid at Offset
	End      bool    // the string may also end at Offset
	Part     string  // the part of the string that is not valid, "" if unknown

	char char.Char
}

// Diagnose returns nil if text is in the language of a, and a *SyntaxError otherwise. It stops at the error, and
// allocates nothing else.
func Diagnose[Bytes ~[]byte | ~string](a *Automaton, text Bytes) error {
	s, n := Last(a, a.Start, text)
	if n == len(text) && a.Accepts(s) {
		return nil
	}
	c := char.At(text, n)
	e := &SyntaxError{a.Name, n, -1, c.Rune, a.Follow(s), a.Accepts(s), a.Part(s), c}
	if n < len(text) {
		e.Byte = int(text[n])
	}
	return e
}

// Error returns a description of one line, such as
//
//	date: ':' is not allowed in month (byte 5, expected '0'-'1')
func (e *SyntaxError) Error() string {
	var b strings.Builder
	b.WriteString(e.Rule + ": ")
	switch {
	case e.Byte < 0 && e.Offset == 0:
		b.WriteString("the string is empty")
	case e.Byte < 0:
		b.WriteString("the string ends too early")
	default:
		b.WriteString(e.char.String() + " is not allowed")
	}
	if e.Part != "" {
		b.WriteString(" in " + e.Part)
	}
	b.WriteString(" (byte " + strconv.Itoa(e.Offset) + ", expected ")
	list := e.list()
	for i, x := range list {
		if i > 0 && i == len(list)-1 {
			b.WriteString(" or ")
		} else if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(x)
	}
	b.WriteString(")")
	return b.String()
}

func (e *SyntaxError) list() []string {
	var list []string
	for r := range e.Expected.Ranges() {
		list = append(list, r.String())
	}
	if e.End {
		list = append(list, "end")
	}
	if len(list) == 0 {
		return []string{"nothing"}
	}
	return list
}
