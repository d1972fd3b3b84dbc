package suite_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"regexp"

	"example.org/iri/compile"
	"example.org/iri/compile/abnf"
	"example.org/iri/compile/suite"
)

// A suite decides whether a program accepts exactly the strings of zeros.
func Example() {
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

// A program in any language reads a suite, and tests whether its own expression agrees with the grammar.
func ExampleWrite() {
	a := compile.MustCompile("number = \"0\" / %x31-39 *DIGIT\n", "number")
	var file bytes.Buffer
	if err := suite.Write(&file, a); err != nil {
		log.Fatal(err)
	}
	ours := regexp.MustCompile("^[0-9]+$")
	for lines := json.NewDecoder(&file); lines.More(); {
		var c suite.Case
		if err := lines.Decode(&c); err != nil {
			log.Fatal(err)
		}
		if ours.Match(c.Input) != c.Valid {
			fmt.Printf("%q should be %t\n", c.Input, c.Valid)
		}
	}
	// Output:
	// "00" should be false
	// "01" should be false
	// "000" should be false
	// "010" should be false
}
