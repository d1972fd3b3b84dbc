package tables_test

import (
	"fmt"

	"example.org/iri/compile/abnf"
	"example.org/iri/tables"
)

// A program parses a grammar and prints a rule.
func Example() {
	g, err := abnf.Parse([]byte(tables.RFC3987))
	if err != nil {
		panic(err)
	}
	fmt.Println(g.Lookup("port"))
	// Output: port = *DIGIT
}
