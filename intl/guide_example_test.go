package intl_test

import (
	"fmt"

	"example.org/iri"
	"example.org/iri/intl"
)

// docs/guide/hosts.md has the bodies of these examples.

// A host with non-ASCII characters is converted to Punycode for DNS, and back.
func Example() {
	x := iri.MustParse("https://BÜCHER.example/größe")
	uri, err := intl.UTS46.ToURI(x)
	fmt.Println(uri, err)
	fmt.Println(intl.UTS46.ToUnicode(uri))
	_, err = intl.IDNA2008.ToURI(x)
	fmt.Println(err)
	// Output:
	// https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe <nil>
	// https://bücher.example/gr%C3%B6%C3%9Fe
	// iri: cannot convert host "B\u00dcCHER.example" to ASCII by IDNA2008: idna: disallowed rune U+0042
}
