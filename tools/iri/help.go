package main

import (
	"strings"

	"example.org/iri/rule"
)

const rootHelp = `iri works on lists of IRIs (RFC 3987) and URIs (RFC 3986).

Each line of the files is a text. Only check, split and lint also read other
formats, and what is compressed. Without a FILE, or for the FILE -, standard input is read.
Flags may follow files; after -- all is files. A line ends in LF or CR LF, the last
one may end with the file; with --null, it ends in NUL. What is printed ends in LF,
with --null in NUL where texts become lines. "iri help COMMAND" explains a command,
with examples.

Valid means what the RFC's grammar says, no more: a valid IRI need not be safe.

The exit status is 0 if all is well, 1 if some texts are wrong, 2 if the usage is
wrong or something could not be read or written, 130 after an interrupt.
`

// ruleNames lists all rules in lines of at most 80 columns.
func ruleNames() string {
	var b strings.Builder
	column := 0
	for r := range rule.All() {
		name := r.String()
		if column > 0 && column+1+len(name) > 80 {
			b.WriteByte('\n')
			column = 0
		}
		if column == 0 {
			b.WriteByte(' ')
			column = 1
		}
		b.WriteString(" " + name)
		column += 1 + len(name)
	}
	return b.String() + "\n"
}
