// Expression prints a rule of RFC 3987 as a regular expression for a whole text, in the syntax of
// package regexp. What measures engines in other languages takes it from here.
//
//	go run ./tools/expression IRI
package main

import (
	"fmt"
	"os"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/expression"
	"example.org/iri/tables"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./tools/expression RULE")
		os.Exit(2)
	}
	text, err := of(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "expression:", err)
		os.Exit(1)
	}
	fmt.Println(text)
}

// of returns a rule as an expression.
func of(rule string) (string, error) {
	g, err := abnf.Parse([]byte(tables.RFC3987))
	if err != nil {
		return "", err
	}
	return expression.RE2(g, rule)
}
