package intl_test

import (
	"fmt"

	"example.org/iri"
	"example.org/iri/intl"
	"example.org/iri/ssrf"
)

// A service that fetches from non-ASCII hosts first converts them, then validates and fetches the result: fullwidth
// and other digits may have become an IP address.
func ExampleProfile_ssrf() {
	for _, text := range []string{
		"https://bücher.example.org/", "http://１２７.0.0.1/", "http://127。0。0。1/", "http://①②⑦.1/", "http://%EF%BC%91.1.1.1/",
	} {
		x, err := intl.UTS46.ToASCII(iri.MustParse(text))
		if err == nil {
			err = (ssrf.Policy{}).Check(x)
		}
		fmt.Println(x, err)
	}
	// Output:
	// https://xn--bcher-kva.example.org/ <nil>
	// http://127.0.0.1/ iri: not to be fetched: address "127.0.0.1" (loopback, RFC 1122)
	// http://127.0.0.1/ iri: not to be fetched: address "127.0.0.1" (loopback, RFC 1122)
	// http://127.1/ iri: not to be fetched: number as a name "127.1"
	// http://1.1.1.1/ <nil>
}
