package main

import (
	"strings"

	"example.org/iri/rule"
)

const help = `iri checks and parses lists of IRIs (RFC 3987) and URIs (RFC 3986).

usage:
  iri check [-rule NAME] [-0] [FILE...]    say where lines go wrong
  iri parse [-rule NAME] [-0] [FILE...]    print components as JSON
  iri help COMMAND                         explain a command, with examples

Each line of the files is a text; without a FILE, or for the FILE -, standard
input is read. Flags may follow files; after -- all is files. A line ends in LF
or CR LF, the last one may end with the file.
Valid means what the RFC's grammar says, no more: a valid IRI need not be safe.

exit status: 0 all valid, 1 some invalid, 2 wrong usage or I/O error
`

const checkHelp = `usage: iri check [-rule NAME] [-0] [FILE...]

Check prints where lines go wrong:

  list.txt:3:9: ' ' is not allowed in an authority
      http://a b/
              ^

The column counts bytes from 1. What cannot be seen is shown as an escape such
as \x1b or \u202e, a long line by the part around the mistake. A summary goes to
standard error. A line may have any length; memory use is constant.

  -rule NAME    match lines against this rule of RFC 3987 or RFC 3986; default IRI
  -0            lines end in NUL instead of LF

examples:
  iri check list.txt
  iri check -rule IRI-reference links.txt
  echo 2001:db8::1 | iri check -rule IPv6address
  find . -print0 | iri check -0 -rule irelative-ref

rules:
`

const parseHelp = `usage: iri parse [-rule NAME] [-0] [FILE...]

Parse prints a JSON object for each line, on one line:

  {"iri":"data:,a?","scheme":"data","path":",a","query":""}

Members are iri, scheme, authority, userinfo, host, hostKind (reg-name,
IPv4address, IPv6address or IPvFuture), port, path, query and fragment. A component
that is not there is left out, so that it differs from an empty one. A line that
is not valid gives

  {"error":"' ' is not allowed in an authority","reason":"not allowed in
   authority","byte":8,"text":"http://a b"}

on one line, where byte counts from 0, and base64 replaces text if that is not
UTF-8. A line of 4 GiB or more gives an error alone. Each line is held in memory.

  -rule NAME    IRI (the default), IRI-reference, URI, URI-reference or another
                rule of whole references
  -0            lines end in NUL instead of LF

examples:
  iri parse list.txt
  iri parse list.txt | jq -r 'select(.port) | .host + ":" + .port'
  echo ../b?c | iri parse -rule IRI-reference
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
