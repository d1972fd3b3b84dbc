package ssrf

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"syscall"
	"time"

	"example.org/iri"
)

// Control validates the IP address and port that are about to be dialled. It is for field Control of a [net.Dialer].
// The error is an [*Error]; [net.Dialer.DialContext] wraps it.
//
// Control refuses addresses that are not global according to the special-purpose registries of IANA (RFC 6890): private
// networks, loopback, link-local, documentation, tests, protocols, future use. It also refuses multicast, and IPv6
// addresses that are not global unicast, or are IPv4-mapped, IPv4-compatible, 6to4 or Teredo. The registries list some
// addresses as globally reachable that no web server has. Control refuses these, too: 192.0.0.9, 192.0.0.10, 2001:1::1
// to 2001:1::3 (anycast of PCP, TURN and DNS-SD), 2001:3::/32 (AMT), 2001:4:112::/48 (AS112), 2001:20::/28 (ORCHIDv2)
// and 2001:30::/28 (drone identifiers).
//
// An IPv6 address that embeds an IPv4 address passes only if the IPv4 address passes, too, even if Allow contains the
// IPv6 address. This applies to NAT64, ISATAP, 6to4, Teredo (server and client), and to IPv4-mapped, IPv4-compatible
// and IPv4-translated addresses. The NAT64 prefixes are 64:ff9b::/96 (RFC 6052), and those of at least 96 bits that
// Allow has in 64:ff9b:1::/48 (RFC 8215); shorter ones have no effect there. Add to Deny all other NAT64 prefixes of
// your network, and global addresses that are reachable only from your network.
func (p Policy) Control(network, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return &Error{Reason: ReasonAddress, Part: address, Note: network}
	}
	if !p.hasPort(to.Port()) {
		return &Error{Reason: ReasonPort, Part: strconv.Itoa(int(to.Port()))}
	}
	return p.CheckAddr(to.Addr())
}

func (p Policy) hasPort(port uint16) bool {
	switch {
	case p.AnyPort:
		return true
	case p.Ports != nil:
		return slices.Contains(p.Ports, port)
	}
	return slices.ContainsFunc(p.schemes(), func(scheme string) bool {
		standard, has := iri.DefaultPort(scheme)
		return has && port == standard
	})
}

// CheckRedirect validates the target of a redirect. It is for field CheckRedirect of an [http.Client]. The error is an
// [*Error]. The client wraps it in a *url.Error, whose message quotes the location, including any password.
//
// The location must be an IRI reference (RFC 3987), and its target (RFC 3986, section 5.2) must pass [Policy.Check].
// The URL that net/http would fetch must have the same scheme, host and port. Because CheckRedirect does not convert an
// IDN to Punycode, it refuses a location with a non-ASCII host.
func (p Policy) CheckRedirect(req *http.Request, via []*http.Request) error {
	if len(via) > p.Redirects {
		return &Error{Reason: ReasonRedirects, Note: "more than " + strconv.Itoa(p.Redirects)}
	}
	target, err := target(req, via)
	if err != nil {
		return &Error{Reason: ReasonLocation, Note: err.Error()}
	}
	if err := p.Check(target); err != nil {
		return err
	}
	if !same(target, req.URL) {
		return &Error{Reason: ReasonNetURL, Part: target.Hostname()}
	}
	return nil
}

// target returns the target of a redirect or, if no client has followed one, the URL of the request.
func target(req *http.Request, via []*http.Request) (iri.IRI, error) {
	if req.Response == nil || len(via) == 0 {
		return iri.Parse(req.URL.String())
	}
	base, err := iri.Parse(via[len(via)-1].URL.String())
	if err != nil {
		return iri.IRI{}, err
	}
	ref, err := iri.ParseReference(req.Response.Header.Get("Location"))
	if err != nil {
		return iri.IRI{}, err
	}
	return base.Resolve(ref), nil
}

// Client returns a new client that follows the policy and uses no proxy. Call [Policy.Check] before each fetch, and set
// the Timeout of the client.
func (p Policy) Client() *http.Client {
	dialer := &net.Dialer{Timeout: 30 * time.Second, Control: p.Control}
	return &http.Client{
		Transport: &http.Transport{
			DialContext:           dialer.DialContext,
			ForceAttemptHTTP2:     true,
			MaxIdleConns:          100,
			IdleConnTimeout:       90 * time.Second,
			TLSHandshakeTimeout:   10 * time.Second,
			ExpectContinueTimeout: time.Second,
		},
		CheckRedirect: p.CheckRedirect,
	}
}
