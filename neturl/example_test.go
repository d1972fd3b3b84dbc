package neturl_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"example.org/iri"
	"example.org/iri/fix"
	"example.org/iri/neturl"
)

// An IRI is converted for net/http, and a URL of net/http to an IRI.
func Example() {
	x := iri.MustParse("https://example.org/a/é")
	u, err := neturl.URL(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	request := &http.Request{Method: http.MethodGet, URL: u}
	fmt.Println(neturl.IRI(request.URL.JoinPath("b")))
	_, err = neturl.IRI(&url.URL{Path: "/a"}) // without a scheme
	fmt.Println(err != nil)
	// Output:
	// https://example.org/a/%C3%A9/b <nil>
	// true
}

// net/url keeps spaces in queries, which an IRI cannot have. Package fix encodes them.
func ExampleIRI() {
	u, err := url.Parse("http://example.org/a b?c d")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = neturl.IRI(u)
	fmt.Println(err != nil)
	x, _, err := fix.Fixer{}.Fix(u.String())
	fmt.Println(x, err)
	// Output:
	// true
	// http://example.org/a%20b?c%20d <nil>
}

func ExampleURL() {
	u, err := neturl.URL(iri.MustParse("HTTP://bücher.example/é?ü#ß"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(u)
	fmt.Println(u.Host)
	// Output:
	// http://b%C3%BCcher.example/%C3%A9?%C3%BC#%C3%9F
	// bücher.example
}

func ExampleURL_componentError() {
	_, err := neturl.URL(iri.MustParse("http://example.org/#"))
	var e *iri.ComponentError
	if errors.As(err, &e) {
		fmt.Println(e.Component)
	}
	fmt.Println(err)
	_, err = neturl.URL(iri.MustParse("http://user:secret@%65xample.org/"))
	fmt.Println(err)
	// Output:
	// fragment
	// iri: fragment: net/url parses it differently
	// iri: net/url rejects the string: invalid URL escape "%65"
}

// A request fetches exactly the validated reference.
func ExampleReference() {
	u := &url.URL{Scheme: "https", Host: "example.org", Path: "/a b"}
	x, err := neturl.Reference(u)
	if err != nil {
		fmt.Println(err)
		return
	}
	request := &http.Request{Method: http.MethodGet, URL: u}
	fmt.Println(x.Hostname() == request.URL.Hostname(), x)
	_, err = neturl.Reference(&url.URL{Scheme: "https", Host: "example.org", Path: "a"})
	fmt.Println(err)
	// Output:
	// true https://example.org/a%20b
	// iri: path: net/url parses it differently
}
