package ssrf_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"time"

	"example.org/iri"
	"example.org/iri/ssrf"
)

// A program fetches from public hosts, and from one server of its own.
func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://10.0.0.1/admin", http.StatusFound)
	}))
	defer server.Close()
	own := netip.MustParseAddrPort(server.Listener.Addr().String())
	policy := ssrf.Policy{
		Redirects: 3,
		Ports:     []uint16{80, 443, own.Port()},
		Allow:     []netip.Prefix{netip.PrefixFrom(own.Addr(), own.Addr().BitLen())},
	}
	for _, input := range []string{"http://192.168.0.1/", "http://localhost/", server.URL + "/redirect"} {
		x, err := iri.Parse(input)
		if err == nil {
			err = policy.Check(x)
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		client := policy.Client()
		client.Timeout = 10 * time.Second
		answer, err := client.Get(x.String())
		var refused *ssrf.Error
		switch {
		case errors.As(err, &refused): // the address that was dialled, or a redirect
			fmt.Println(refused)
		case err == nil:
			answer.Body.Close()
			fmt.Println(answer.Status)
		}
	}
	// Output:
	// iri: not to be fetched: address "192.168.0.1" (private, RFC 1918)
	// iri: not to be fetched: special name "localhost" (loopback, RFC 6761)
	// iri: not to be fetched: address "10.0.0.1" (private, RFC 1918)
}

func ExamplePolicy_Check() {
	for _, s := range []string{
		"https://example.org/feed",
		"http://169.254.169.254/latest/meta-data/",
		"http://0x7f.1/",
		"http://user:secret@example.org/",
	} {
		fmt.Println((ssrf.Policy{}).Check(iri.MustParse(s)))
	}
	// Output:
	// <nil>
	// iri: not to be fetched: address "169.254.169.254" (link-local, RFC 3927)
	// iri: not to be fetched: number as a name "0x7f.1"
	// iri: not to be fetched: userinfo
}

func ExampleError() {
	err := (ssrf.Policy{}).Check(iri.MustParse("http://metadata.google.internal/"))
	var e *ssrf.Error
	if errors.As(err, &e) && e.Reason == ssrf.ReasonSpecialName {
		fmt.Println(e.Reason, e.Part, e.Note)
	}
	// Output: special name metadata.google.internal private use, ICANN 2024
}

// This policy allows https, three redirects, and one server of the internal network.
func ExamplePolicy() {
	policy := ssrf.Policy{
		Schemes:   []string{"https"},
		Names:     []string{"files.internal"},
		Allow:     []netip.Prefix{netip.MustParsePrefix("10.0.0.7/32")},
		Redirects: 3,
	}
	fmt.Println(policy.Check(iri.MustParse("https://files.internal/a")))
	fmt.Println(policy.Check(iri.MustParse("https://10.0.0.8/a")))
	// Output:
	// <nil>
	// iri: not to be fetched: address "10.0.0.8" (private, RFC 1918)
}

func ExamplePolicy_Client() {
	policy := ssrf.Policy{Redirects: 5}
	x, err := iri.Parse("http://localhost/admin")
	if err == nil {
		err = policy.Check(x)
	}
	fmt.Println(err)
	_, err = policy.Client().Get(x.String()) // the client refuses the IP address
	fmt.Println(err != nil)
	// Output:
	// iri: not to be fetched: special name "localhost" (loopback, RFC 6761)
	// true
}

// A client of your own needs the same two checks.
func ExamplePolicy_Control() {
	policy := ssrf.Policy{Redirects: 5}
	dialer := &net.Dialer{Control: policy.Control}
	client := &http.Client{
		Transport:     &http.Transport{DialContext: dialer.DialContext, Proxy: nil},
		CheckRedirect: policy.CheckRedirect,
	}
	_, err := client.Get("http://127.0.0.1/")
	var e *ssrf.Error
	fmt.Println(errors.As(err, &e), e)
	// Output: true iri: not to be fetched: address "127.0.0.1" (loopback, RFC 1122)
}

func ExamplePolicy_CheckRedirect() {
	policy := ssrf.Policy{Redirects: 1}
	first, _ := http.NewRequest(http.MethodGet, "https://example.org/", nil)
	next, _ := http.NewRequest(http.MethodGet, "https://example.org:22/", nil)
	fmt.Println(policy.CheckRedirect(next, []*http.Request{first}))
	fmt.Println(policy.CheckRedirect(next, []*http.Request{first, first}))
	// Output:
	// iri: not to be fetched: port "22"
	// iri: not to be fetched: redirects (more than 1)
}
