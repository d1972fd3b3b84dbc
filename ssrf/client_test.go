package ssrf_test

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"example.org/iri"
	"example.org/iri/ssrf"
)

// fakeDNS replaces the resolver for a test. For any name, the nth question for an IPv4 address gets the nth answer, and
// later questions get the last one.
func fakeDNS(t *testing.T, answers ...string) {
	before := net.DefaultResolver
	t.Cleanup(func() { net.DefaultResolver = before })
	var lookups atomic.Int64
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go serveDNS(server, func() netip.Addr {
			return netip.MustParseAddr(answers[min(int(lookups.Add(1)), len(answers))-1])
		})
		return client, nil
	}}
}

// serveDNS answers questions (RFC 1035, section 4): for IPv4 with the next address, for other types with no address.
func serveDNS(conn net.Conn, next func() netip.Addr) {
	defer conn.Close()
	for {
		var length [2]byte
		if _, err := io.ReadFull(conn, length[:]); err != nil {
			return
		}
		query := make([]byte, binary.BigEndian.Uint16(length[:]))
		if _, err := io.ReadFull(conn, query); err != nil {
			return
		}
		answer := answerDNS(query, next)
		if _, err := conn.Write(binary.BigEndian.AppendUint16(nil, uint16(len(answer)))); err != nil {
			return
		}
		if _, err := conn.Write(answer); err != nil {
			return
		}
	}
}

func answerDNS(query []byte, next func() netip.Addr) []byte {
	const header = 12
	end := header
	for query[end] != 0 { // labels
		end += int(query[end]) + 1
	}
	end += 5 // the root, type and class
	answer := append([]byte{query[0], query[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, query[header:end]...)
	if binary.BigEndian.Uint16(query[end-4:]) != 1 { // type A
		return answer
	}
	answer[7] = 1
	answer = append(answer, 0xc0, header, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4)
	return append(answer, next().AsSlice()...)
}

func serve(t *testing.T, h http.HandlerFunc) uint16 {
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return netip.MustParseAddrPort(s.Listener.Addr().String()).Port()
}

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}

// get fetches from a host and port and returns the body. It dials no other machine, even if the policy allows it.
func get(client *http.Client, host string, port uint16) (string, error) {
	if transport, is := client.Transport.(*http.Transport); is {
		dial := transport.DialContext
		transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			if to, err := netip.ParseAddrPort(address); err == nil && !to.Addr().Unmap().IsLoopback() {
				return nil, errors.New("dialling is blocked")
			}
			return dial(ctx, network, address)
		}
	}
	answer, err := client.Get("http://" + net.JoinHostPort(host, strconv.Itoa(int(port))) + "/")
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return string(body), err
}

// TestRebinding checks a name that has a global address for Check, which accepts it, and 127.0.0.1 for Control, which
// refuses it.
func TestRebinding(t *testing.T) {
	port := serve(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "secret") })
	policy := ssrf.Policy{Ports: []uint16{port}}
	x := iri.MustParse("http://rebind.example.org:" + strconv.Itoa(int(port)) + "/")
	fakeDNS(t, "93.184.216.34", "127.0.0.1")

	addrs, err := net.DefaultResolver.LookupNetIP(t.Context(), "ip4", x.Hostname())
	if err != nil || len(addrs) != 1 || addrs[0] != netip.MustParseAddr("93.184.216.34") {
		t.Fatal(addrs, err)
	}
	if err := policy.Check(x); err != nil {
		t.Fatal(err)
	}
	body, err := get(policy.Client(), x.Hostname(), port)
	if reasonOf(t, err) != ssrf.ReasonAddress || body != "" {
		t.Errorf("%q, %v", body, err)
	}
	// Without a policy, the attack must succeed.
	if body, err := get(http.DefaultClient, x.Hostname(), port); body != "secret" {
		t.Errorf("%q, %v", body, err)
	}
}

// TestDialled checks that Control refuses addresses that bypassed Check.
func TestDialled(t *testing.T) {
	port := serve(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "secret") })
	for _, host := range []string{"127.0.0.1", "localhost", "１２７.0.0.1", "127。0。0。1", "①②⑦.0.0.1", "::ffff:127.0.0.1"} {
		fakeDNS(t, "127.0.0.1")
		strict, wide := ssrf.Policy{Ports: []uint16{port}}, ssrf.Policy{Ports: []uint16{port}, Allow: loopback}
		if body, err := get(strict.Client(), host, port); reasonOf(t, err) != ssrf.ReasonAddress {
			t.Errorf("%s: %q, %v", host, body, err)
		}
		if body, err := get(wide.Client(), host, port); body != "secret" {
			t.Errorf("%s, allowed: %v", host, err)
		}
		if body, err := get(ssrf.Policy{Allow: loopback}.Client(), host, port); reasonOf(t, err) != ssrf.ReasonPort {
			t.Errorf("%s, another port: %q, %v", host, body, err)
		}
	}
}

// TestRedirects redirects from an allowed server on 127.0.0.1.
func TestRedirects(t *testing.T) {
	var location string
	port := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/", "/again":
			w.Header().Set("Location", location)
			w.WriteHeader(http.StatusFound)
		default:
			io.WriteString(w, "there")
		}
	})
	here := "127.0.0.1:" + strconv.Itoa(int(port))
	for _, x := range []struct {
		location string
		want     ssrf.Reason // 0 if the client follows
	}{
		{"/there", 0},
		{"there?q", 0},
		{"http://" + here + "/there", 0},
		{"//" + here + "/there", 0},
		{"/é", 0},

		{"/again", ssrf.ReasonRedirects},
		{"http://10.0.0.1/", ssrf.ReasonAddress},
		{"http://[::1]:" + strconv.Itoa(int(port)) + "/", ssrf.ReasonAddress},
		{"http://169.254.169.254/latest/", ssrf.ReasonAddress},
		{"//localhost/", ssrf.ReasonSpecialName},
		{"http://127.1/", ssrf.ReasonNumber},
		{"http://127.0.0.2:1/", ssrf.ReasonPort},
		{"file:///etc/passwd", ssrf.ReasonScheme},
		{"gopher://" + here + "/", ssrf.ReasonScheme},
		{"http:there", ssrf.ReasonHost},

		// net/url parses a host as a part of the path, or vice versa.
		{"///there", ssrf.ReasonHost},
		{"////there", ssrf.ReasonHost},
		{"/a b", ssrf.ReasonLocation},
		{"\\\\localhost/", ssrf.ReasonLocation},
		{"http://user:secret@" + here + "/there", ssrf.ReasonUserinfo},
	} {
		location = x.location
		policy := ssrf.Policy{Ports: []uint16{port, 80}, Allow: loopback, Redirects: 2}
		body, err := get(policy.Client(), "127.0.0.1", port)
		if got := reasonOf(t, err); got != x.want || (x.want == 0) != (body == "there") {
			t.Errorf("%s: %q, %v, want %v", x.location, body, err, x.want)
		}
		var e *ssrf.Error // the message of net/http has the whole location
		if errors.As(err, &e) && strings.Contains(e.Error(), "secret") {
			t.Errorf("%s: password in %v", x.location, e)
		}
	}
	location = "/there"
	if _, err := get(ssrf.Policy{Ports: []uint16{port}, Allow: loopback}.Client(), "127.0.0.1", port); reasonOf(t, err) != ssrf.ReasonRedirects {
		t.Errorf("a redirect with the zero limit: %v", err)
	}
}

// TestRedirectByHand calls CheckRedirect without a response, and with locations that net/url parses differently.
func TestRedirectByHand(t *testing.T) {
	request := func(location string) *http.Request {
		r, err := http.NewRequest(http.MethodGet, location, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	policy := ssrf.Policy{Redirects: 1}
	from := []*http.Request{request("http://example.org/")}
	if err := policy.CheckRedirect(request("http://example.org/b"), from); err != nil {
		t.Error(err)
	}
	if err := policy.CheckRedirect(request("http://10.0.0.1/b"), from); reasonOf(t, err) != ssrf.ReasonAddress {
		t.Error(err)
	}
	opaque := &http.Request{URL: &url.URL{Scheme: "http", Opaque: "a b"}}
	if err := policy.CheckRedirect(opaque, from); reasonOf(t, err) != ssrf.ReasonLocation {
		t.Error(err)
	}
	other := request("http://other.example.org/b")
	other.Response = &http.Response{Header: http.Header{"Location": {"http://example.org/b"}}}
	if err := policy.CheckRedirect(other, from); reasonOf(t, err) != ssrf.ReasonNetURL {
		t.Error(err)
	}
	other.URL = &url.URL{Scheme: "http", User: url.User("u"), Host: "example.org", Path: "/b"}
	if err := policy.CheckRedirect(other, from); reasonOf(t, err) != ssrf.ReasonNetURL {
		t.Error(err)
	}
	if err := policy.CheckRedirect(other, []*http.Request{opaque}); reasonOf(t, err) != ssrf.ReasonLocation {
		t.Error(err)
	}
}
