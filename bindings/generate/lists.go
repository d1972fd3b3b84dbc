package main

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
)

// sets are sets of characters, as rules: those that percent-decoding yields (RFC 3987, sections 3.2 and 4.1), also in
// queries, and ucschar.
var sets = []*uri.Language{plain("decoded", &language.Decoded), plain("decodedInQuery", &language.DecodedInQuery), plain("ucschar", language.UCSChar.Automaton)}

// plain returns a language without components.
func plain(name string, a *dfa.Automaton) *uri.Language {
	renamed := *a
	renamed.Name = name
	return &uri.Language{Automaton: &renamed}
}

// They accept strings such as http:80 and file:localhost.
var ports, hosts = &language.DefaultPort, &language.DefaultHost

// lists returns the default ports and hosts of schemes.
func lists() []byte {
	var b bytes.Buffer
	b.WriteString("\n/* Schemes in lower case, each with a default after a colon. An empty string ends a list. */\n")
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

// strs returns the strings in lower case, with a prefix, that a finite automaton accepts from a state on. It panics if the
// automaton does not ignore case.
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
