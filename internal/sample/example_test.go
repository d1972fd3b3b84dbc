package sample_test

import (
	"fmt"

	"example.org/iri/compile/abnf"
	"example.org/iri/internal/sample"
)

// Texts that go everywhere in a small grammar with recursion.
func Example() {
	g, err := abnf.Parse([]byte("list = \"(\" [ item *( \",\" item ) ] \")\"\nitem = 1*3%x30-39 / list\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := sample.New(g, "list", 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range s.Cover() {
		fmt.Println(text)
	}
	// Output:
	// ()
	// (0)
	// (9,3)
	// (())
	// (80)
	// (908)
}

// A random text.
func ExampleSampler_Random() {
	g, _ := abnf.Parse([]byte("dna = 1*( %s\"A\" / %s\"C\" / %s\"G\" / %s\"T\" )\n"))
	s, err := sample.New(g, "dna", 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Random())
	fmt.Println(s.Random())
	// Output:
	// GAC
	// AT
}

// What can never be used.
func ExampleSampler_LeftOut() {
	g, _ := abnf.Parse([]byte("char = ALPHA / %xD800-DBFF %xDC00-DFFF\n"))
	s, err := sample.New(g, "char", 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, n := range s.LeftOut() {
		fmt.Println(n.Position(), n)
	}
	// Output:
	// 1:16 %xD800-DBFF %xDC00-DFFF
}
