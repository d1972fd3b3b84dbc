package iri_test

import (
	"fmt"

	"example.org/iri"
)

// Host and Port are as in the string; Hostname, HostAddr and PortNumber are ready to connect to.
func ExampleIRI_Host() {
	for _, s := range []string{"http://user@[2001:db8::1]:080/a?b#c", "http://example.org", "mailto:a@b"} {
		x := iri.MustParse(s)
		host, hasHost := x.Host()
		port, hasPort := x.Port()
		fmt.Printf("%q %v %q %v\n", host, hasHost, port, hasPort)

		addr, isAddr := x.HostAddr()
		number, isNumber := x.PortNumber()
		fmt.Printf("%q %v %v %v %v\n", x.Hostname(), addr, isAddr, number, isNumber)
	}
	// Output:
	// "[2001:db8::1]" true "080" true
	// "2001:db8::1" 2001:db8::1 true 80 true
	// "example.org" true "" false
	// "example.org" invalid IP false 0 false
	// "" false "" false
	// "" invalid IP false 0 false
}

// An empty component is not an absent one.
func ExampleIRI_Query() {
	for _, s := range []string{"http://example.org/?q#top", "http://example.org/?#", "http://example.org/"} {
		x := iri.MustParse(s)
		query, hasQuery := x.Query()
		fragment, hasFragment := x.Fragment()
		fmt.Printf("%s %s %q %v %q %v\n", x.Scheme(), x.Path(), query, hasQuery, fragment, hasFragment)
	}
	// Output:
	// http / "q" true "top" true
	// http / "" true "" true
	// http / "" false "" false
}
