package suite_test

import (
	"fmt"
	"log"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/suite"
)

// What decides whether a program knows the texts that consist of zeros.
func ExampleCases() {
	g, err := abnf.Parse([]byte("zeros = *\"0\"\n"))
	if err != nil {
		log.Fatal(err)
	}
	a, err := compile.Compile(g, "zeros", nil)
	if err != nil {
		log.Fatal(err)
	}
	cases, err := suite.Cases(a)
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range cases {
		fmt.Printf("%q %v\n", c.Input, c.Valid)
	}
	// Output:
	// "" true
	// "!" false
	// "0" true
	// "!!" false
	// "!0" false
}
