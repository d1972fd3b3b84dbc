package main

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// decoded reports whether percent-decoding brings a character back.
func decoded(r rune) bool { return dfa.Match(&language.Decoded, string(r)) }

// decodedInQuery reports whether it does so only in queries.
func decodedInQuery(r rune) bool {
	return !decoded(r) && dfa.Match(&language.DecodedInQuery, string(r))
}

// ranges returns these characters for C.
func ranges() []byte {
	var b bytes.Buffer
	b.WriteString("/* What percent-decoding brings back (RFC 3987, sections 3.2 and 4.1). */\n")
	writeRanges(&b, "unreserved", decoded)
	b.WriteString("\n/* What it also brings back in queries. */\n")
	writeRanges(&b, "private_use", decodedInQuery)
	return b.Bytes()
}

func writeRanges(b *bytes.Buffer, name string, in func(rune) bool) {
	fmt.Fprintf(b, "static const uint32_t %s[][2] = {\n", name)
	for _, r := range runs(in) {
		fmt.Fprintf(b, "\t{%#x, %#x},\n", r[0], r[1])
	}
	b.WriteString("\t{0, 0}\n};\n")
}

// runs returns the first and the last of each run of characters in a set.
func runs(in func(rune) bool) (list [][2]rune) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) || !in(r) {
			continue
		}
		first := r
		for r < utf8.MaxRune && utf8.ValidRune(r+1) && in(r+1) {
			r++
		}
		list = append(list, [2]rune{first, r})
	}
	return list
}

// The automata of strings such as http:80 and file:localhost.
var ports, hosts = &language.DefaultPort, &language.DefaultHost

// lists returns the default ports and hosts of schemes.
func lists() []byte {
	var b bytes.Buffer
	b.WriteString("\n/* Each scheme with its default after a colon; an empty string ends a list. Case is ignored. */\n")
	writeList(&b, "default_ports", ports)
	writeList(&b, "default_hosts", hosts)
	b.WriteString("\n")
	return b.Bytes()
}

func writeList(b *bytes.Buffer, name string, a *dfa.Automaton) {
	fmt.Fprintf(b, "static const char %s[] =", name)
	for _, s := range strs(a, a.Start, "") {
		fmt.Fprintf(b, "\n\t\"%s\\0\"", s)
	}
	b.WriteString(";\n")
}

// strs returns the strings without upper-case letters that an automaton accepts from a state on, with
// what comes before them. There are finitely many. It panics if case matters to the automaton.
func strs(a *dfa.Automaton, s dfa.State, before string) (list []string) {
	if a.Accepts(s) {
		list = append(list, before)
	}
	for b := range byte(utf8.RuneSelf) {
		if a.Next(s, b) == dfa.Dead {
			continue
		}
		lower := strings.ToLower(string(rune(b)))
		if a.Next(s, b) != a.Next(s, lower[0]) {
			panic("case matters in " + before + string(rune(b)))
		}
		if lower[0] == b {
			list = append(list, strs(a, a.Next(s, b), before+lower)...)
		}
	}
	return list
}
