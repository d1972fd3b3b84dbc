package neturl_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"example.org/iri"
	"example.org/iri/neturl"
)

func ExampleURL() {
	u, err := neturl.URL(iri.MustParseReference("HTTP://bücher.example/é?ü#ß"))
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

func ExampleError() {
	_, err := neturl.URL(iri.MustParseReference("http://example.org/#"))
	var e *neturl.Error
	if errors.As(err, &e) {
		fmt.Println(e.Component)
	}
	fmt.Println(err)
	_, err = neturl.URL(iri.MustParseReference("http://user:secret@%65xample.org/"))
	fmt.Println(err)
	// Output:
	// fragment
	// iri: net/url reads another fragment
	// iri: net/url refuses: invalid URL escape "%65"
}

// A request that fetches just what was checked.
func ExampleReference() {
	u := &url.URL{Scheme: "https", Host: "example.org", Path: "/a b"}
	ref, err := neturl.Reference(u)
	if err != nil {
		fmt.Println(err)
		return
	}
	x, _ := ref.IRI()
	request := &http.Request{Method: http.MethodGet, URL: u}
	fmt.Println(x.Hostname() == request.URL.Hostname(), x)
	_, err = neturl.Reference(&url.URL{Scheme: "https", Host: "example.org", Path: "a"})
	fmt.Println(err)
	// Output:
	// true https://example.org/a%20b
	// iri: net/url reads another path
}
