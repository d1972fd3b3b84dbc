package unicodeclass_test

import (
	"fmt"

	"example.org/iri/internal/unicodeclass"
)

func Example() {
	latin := unicodeclass.New(unicodeclass.Range{Lo: 'a', Hi: 'z'}, unicodeclass.Range{Lo: 'A', Hi: 'Z'})
	greek := unicodeclass.New(unicodeclass.Range{Lo: 'α', Hi: 'ω'})
	letters := latin.Union(greek)
	fmt.Println(letters, letters.Len(), letters.Contains('λ'))
	for _, q := range letters.Sequences() {
		fmt.Printf("%X\n", q)
	}
	// Output:
	// U+0041-005A U+0061-007A U+03B1-03C9 77 true
	// [{41 5A}]
	// [{61 7A}]
	// [{CE CE} {B1 BF}]
	// [{CF CF} {80 89}]
}

// The first range of ucschar in RFC 3987.
func ExampleSet_Sequences() {
	s := unicodeclass.New(unicodeclass.Range{Lo: 0xA0, Hi: 0xD7FF})
	for _, q := range s.Sequences() {
		fmt.Printf("%X\n", q)
	}
	// Output:
	// [{C2 C2} {A0 BF}]
	// [{C3 DF} {80 BF}]
	// [{E0 E0} {A0 BF} {80 BF}]
	// [{E1 EC} {80 BF} {80 BF}]
	// [{ED ED} {80 9F} {80 BF}]
}
