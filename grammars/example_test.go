package grammars_test

import (
	"fmt"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/dfa"
	"example.org/iri/grammars"
)

// A program compiles one of the grammars.
func Example() {
	text, err := grammars.Files.ReadFile("date-time.abnf")
	if err != nil {
		panic(err)
	}
	g, err := abnf.Parse(text)
	if err != nil {
		panic(err)
	}
	date, err := compile.Compile(g, "full-date", nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(dfa.Match(date, "2025-02-28"), dfa.Match(date, "2025-02-30"))
	// Output: true true
}
