package iri_test

import (
	"encoding/json"
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

// Of several parameters of one name, QueryValue returns the first.
func ExampleIRI_QueryValue() {
	x := iri.MustParse("http://example.org/?q=caf%C3%A9+au+lait&page=2&page=3")
	fmt.Println(x.QueryValue("q"))
	fmt.Println(x.QueryValue("page"))
	fmt.Println(x.QueryValue("lang"))
	// Output:
	// café au lait true
	// 2 true
	//  false
}

func ExampleBuilder_AddPair() {
	x := iri.MustParse("https://example.org/search?lang=en")
	fmt.Println(x.With().AddPair("q", "a&b c").AddPair("page", "2").IRI())
	// Output: https://example.org/search?lang=en&q=a%26b%20c&page=2 <nil>
}

func ExampleBuilder_AddSegments() {
	x := iri.MustParse("https://example.org/files")
	fmt.Println(x.With().AddSegments("2026", "a/b c.txt").IRI())
	// Output: https://example.org/files/2026/a%2Fb%20c.txt <nil>
}

// An IRI is a string in JSON, and has to be valid there. The option omitzero leaves an absent one out.
func ExampleIRI_MarshalText() {
	type page struct {
		ID   iri.IRI       `json:"id"`
		Next iri.Reference `json:"next,omitzero"`
	}
	var p page
	fmt.Println(json.Unmarshal([]byte(`{"id": "http://example.org/1", "next": "2"}`), &p))
	p.Next = iri.Reference{}
	text, err := json.Marshal(p)
	fmt.Println(string(text), err)
	fmt.Println(json.Unmarshal([]byte(`{"id": "example.org"}`), &p))
	// Output:
	// <nil>
	// {"id":"http://example.org/1"} <nil>
	// iri: no scheme: "example.org" has no ':' (IRI, byte 11, expected ALPHA, DIGIT, "+", ":", "-" or "."); rule IRI-reference takes strings without a scheme
}

// An IRI is a string in a database, and the zero IRI is NULL.
func ExampleIRI_Value() {
	fmt.Println(iri.MustParse("http://example.org/").Value())
	fmt.Println(iri.IRI{}.Value())
	// Output:
	// http://example.org/ <nil>
	// <nil> <nil>
}
