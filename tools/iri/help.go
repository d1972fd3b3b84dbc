package main

import (
	"fmt"
	"strings"

	"example.org/iri/rule"
)

// help explains the program and lists the commands.
func help() string {
	var list strings.Builder
	for _, c := range commands() {
		fmt.Fprintf(&list, "  iri %-12s %s\n", c.name, c.does)
	}
	return fmt.Sprintf(helpText, list.String())
}

const helpText = `iri works on lists of IRIs (RFC 3987) and URIs (RFC 3986).

usage: iri COMMAND [FLAG...] [FILE...]

%s  iri help COMMAND explain a command, with examples

Each line of the files is a text; without a FILE, or for the FILE -, standard
input is read. Flags may follow files; after -- all is files. -rule and --rule
are the same. A line ends in LF or CR LF, the last one may end with the file;
with -0, it ends in NUL. What is printed ends in LF, with -0 in NUL where lines
become lines.
Valid means what the RFC's grammar says, no more: a valid IRI need not be safe.

exit status: 0 all is well, 1 some lines are wrong, 2 wrong usage or I/O error
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
