package main

import (
	"bytes"
	"fmt"
	"slices"
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
	rows   [][numReasons]uint8
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
	for _, l := range list {
		r.states[l] = make(map[dfa.State]uint16)
		for s := range l.States() {
			row := rowOf(l, s)
			i := slices.Index(r.rows, row)
			if i < 0 {
				i = len(r.rows)
				r.rows = append(r.rows, row)
			}
			r.states[l][s] = uint16(i)
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

// c returns the names of the reasons, and the rows.
func (r *reasons) c() []byte {
	var b bytes.Buffer
	b.WriteString("/* The names of reasons. */\nstatic const char *const reason_names[] = {\n")
	for i := fault.Reason(0); i <= fault.NotInRule; i++ {
		fmt.Fprintf(&b, "\t\"%s\",\n", i)
	}
	fmt.Fprintf(&b, "};\n\n/* By row, the reasons for ASCII characters, the end, and formatting, private-use, ucschar and other characters. */\nstatic const uint8_t reasons[][%d] = {\n", numReasons)
	for _, row := range r.rows {
		fmt.Fprintf(&b, "\t{%s},\n", strings.ReplaceAll(target.Numbers(row[:]), ",\n\t", ", "))
	}
	b.WriteString("};\n")
	return b.Bytes()
}
