package fetch_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"

	"example.org/iri"
	"example.org/iri/fetch"
)

func ExampleCheckFetch() {
	for _, text := range []string{
		"https://example.org/feed",
		"http://169.254.169.254/latest/meta-data/",
		"http://0x7f.1/",
		"http://user:secret@example.org/",
	} {
		fmt.Println(fetch.CheckFetch(iri.MustParse(text), fetch.Policy{}))
	}
	// Output:
	// <nil>
	// iri: not to be fetched: address "169.254.169.254" (link-local, RFC 3927)
	// iri: not to be fetched: number as a name "0x7f.1"
	// iri: not to be fetched: userinfo
}

func ExampleError() {
	err := fetch.CheckFetch(iri.MustParse("http://metadata.google.internal/"), fetch.Policy{})
	var e *fetch.Error
	if errors.As(err, &e) && e.Reason == fetch.ReasonSpecialName {
		fmt.Println(e.Reason, e.Part, e.Note)
	}
	// Output: special name metadata.google.internal private use, ICANN 2024
}

// Only over https, with a few redirects, and from one machine of the own network.
func ExamplePolicy() {
	policy := fetch.Policy{
		Schemes:   []string{"https"},
		Names:     []string{"files.internal"},
		Allow:     []netip.Prefix{netip.MustParsePrefix("10.0.0.7/32")},
		Redirects: 3,
	}
	fmt.Println(fetch.CheckFetch(iri.MustParse("https://files.internal/a"), policy))
	fmt.Println(fetch.CheckFetch(iri.MustParse("https://10.0.0.8/a"), policy))
	// Output:
	// <nil>
	// iri: not to be fetched: address "10.0.0.8" (private, RFC 1918)
}

func ExamplePolicy_Client() {
	policy := fetch.Policy{Redirects: 5}
	x, err := iri.Parse("http://localhost/admin")
	if err == nil {
		err = fetch.CheckFetch(x, policy)
	}
	fmt.Println(err)
	_, err = policy.Client().Get(x.String()) // whoever forgets to ask gets no further
	fmt.Println(err != nil)
	// Output:
	// iri: not to be fetched: special name "localhost" (loopback, RFC 6761)
	// true
}

// A client of one's own asks at the same two places.
func ExamplePolicy_Control() {
	policy := fetch.Policy{Redirects: 5}
	dialer := &net.Dialer{Control: policy.Control}
	client := &http.Client{
		Transport:     &http.Transport{DialContext: dialer.DialContext, Proxy: nil},
		CheckRedirect: policy.CheckRedirect,
	}
	_, err := client.Get("http://127.0.0.1/")
	var e *fetch.Error
	fmt.Println(errors.As(err, &e), e)
	// Output: true iri: not to be fetched: address "127.0.0.1" (loopback, RFC 1122)
}

func ExamplePolicy_CheckRedirect() {
	policy := fetch.Policy{Redirects: 1}
	first, _ := http.NewRequest(http.MethodGet, "https://example.org/", nil)
	next, _ := http.NewRequest(http.MethodGet, "https://example.org:22/", nil)
	fmt.Println(policy.CheckRedirect(next, []*http.Request{first}))
	fmt.Println(policy.CheckRedirect(next, []*http.Request{first, first}))
	// Output:
	// iri: not to be fetched: port "22"
	// iri: not to be fetched: redirects (more than 1)
}
