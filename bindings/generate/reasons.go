package main

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/codegen/target"
	"example.org/iri/internal/fault"
	"example.org/iri/internal/uri"
)

// reasons are the reasons for which strings do not match. Each state has a row with a reason for each ASCII character, and
// for each kind of other characters. The reason for ill-formed UTF-8 is the same in all states.
type reasons struct {
	rows   []uint8                                // numReasons each
	states map[*uri.Language]map[dfa.State]uint16 // the number of the row of each state
}

// The kinds, which follow ASCII in a row.
const (
	atEnd = utf8.RuneSelf + iota
	formatting
	privateUse
	ucschar
	otherNonASCII
	numReasons
)

// characters are examples of the kinds.
var characters = map[int]string{atEnd: "", formatting: "\u202e", privateUse: "\ue000", ucschar: "é", otherNonASCII: "\ufffe"}

func newReasons(list []*uri.Language) *reasons {
	r := &reasons{states: make(map[*uri.Language]map[dfa.State]uint16)}
	numbers := make(map[[numReasons]uint8]uint16)
	for _, l := range list {
		r.states[l] = make(map[dfa.State]uint16)
		for s := range l.States() {
			row := rowOf(l, s)
			if _, ok := numbers[row]; !ok {
				numbers[row] = uint16(len(numbers))
				r.rows = append(r.rows, row[:]...)
			}
			r.states[l][s] = numbers[row]
		}
	}
	return r
}

// rowOf returns the row of a state. Allowed characters have reason 0.
func rowOf(l *uri.Language, s dfa.State) (row [numReasons]uint8) {
	if s == dfa.Dead {
		return row
	}
	for i := range row {
		text := string(rune(i))
		if i >= utf8.RuneSelf {
			text = characters[i]
		}
		if next := dfa.Run(l.Automaton, s, []byte(text)); next != dfa.Dead && (text != "" || l.Accepts(s)) {
			continue
		}
		reason, _, _ := fault.InPieces(new(fault.Fault), l, s, s, 0, []byte(text), len(text))
		row[i] = uint8(reason)
	}
	return row
}

// names returns the names of all reasons.
func names() (list []string) {
	for i := fault.Reason(0); i <= fault.NotInRule; i++ {
		list = append(list, i.String())
	}
	return list
}

// c returns the names of the reasons, and the rows.
func (r *reasons) c() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "/* The names of reasons. */\nstatic const char *const reason_names[] = {\n\t\"%s\"\n};\n", strings.Join(names(), "\",\n\t\""))
	fmt.Fprintf(&b, "\n/* In each row the reasons for ASCII characters, the end, and formatting, private-use, ucschar and other characters. */\nenum { REASONS = %d };\n", numReasons)
	writeArray(&b, "uint8_t", "reasons", r.rows)
	return b.Bytes()
}

// javaScript returns the names of the reasons, and the rows.
func (r *reasons) javaScript() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "import { unpack } from \"./engine.mjs\";\n\nexport const names = %q.split(\"|\"), illFormed = %d;\n", strings.Join(names(), "|"), fault.IllFormed)
	fmt.Fprintf(&b, "\n// In each row the reasons for the characters of ASCII, and for:\nexport const AT_END = %d, FORMATTING = %d, PRIVATE_USE = %d, UCSCHAR = %d, OTHER = %d, width = %d;\n", atEnd, formatting, privateUse, ucschar, otherNonASCII, numReasons)
	fmt.Fprintf(&b, "export const rows = unpack(%q, new Uint8Array(%d));\n", target.Packed(r.rows), len(r.rows))
	return b.Bytes()
}
