// Package ssrf fetches URLs from untrusted input without reaching your own network. It protects link previews, webhooks
// and loaders of remote documents against server-side request forgery (SSRF).
//
// Check the IRI with a [Policy], then fetch it with the client of the same policy:
//
//	policy := ssrf.Policy{Redirects: 3}
//	if err := policy.Check(x); err != nil {
//		return err // an *ssrf.Error
//	}
//	client := policy.Client()
//	client.Timeout = 10 * time.Second
//	answer, err := client.Get(x.String())
//
// Both steps are necessary. [Policy.Check] does not resolve names, and a harmless name may resolve to 127.0.0.1 a
// moment later (DNS rebinding). So the client validates the IP address that it dials, with [Policy.Control], and the
// target of each redirect, with [Policy.CheckRedirect]. For a client of your own, set these two functions yourself. It
// must not use a proxy, because Control would validate the address of the proxy. The package does not limit time, size
// or credentials.
package ssrf

import (
	"net/netip"
	"net/url"
	"slices"

	"example.org/iri"
)

// A Policy decides which URLs may be fetched. The zero Policy is the strictest useful one: http and https on their
// default ports, from public hostnames and global IP addresses, without redirects. In Allow and Deny, a prefix in
// ::ffff:0:0/96 is a prefix of IPv4 addresses.
type Policy struct {
	Schemes []string       // nil for http and https
	Hosts   []iri.HostKind // nil for HostRegName, HostIPv4 and HostIPv6
	Ports   []uint16       // nil for the default ports of the schemes
	AnyPort bool           // allows all ports, regardless of Ports

	// Names lists special names, single-label names and names of the internal set that are allowed, such as
	// "files.internal", with all names below them. Their IP addresses must still pass.
	Names []string

	Allow []netip.Prefix // IP addresses that are allowed although they are not global; embedded IPv4 addresses must pass, too
	Deny  []netip.Prefix // IP addresses that are refused even if Allow contains them

	// NoInternalSet makes a policy less strict: it does not refuse the internal set, which are names and addresses that
	// clouds and offices use internally. Private addresses are still refused unless Allow contains them. The addresses
	// of the set, which are refused even if Allow contains them, are 168.63.129.16 (Azure), fd00:ec2::254 and
	// fd00:ec2::23 (AWS), fd20:ce::254 (Google Cloud) and those of ISATAP (RFC 5214). The names end in .internal,
	// .local, .localdomain, .lan, .corp, .home, .home.arpa, .private, .intranet, .consul or .svc.
	NoInternalSet bool

	Redirects int // maximum number of redirects that are followed
}

// Check returns nil if the policy allows fetching x, otherwise an [*Error]. Fetch x only with a client that also has
// [Policy.Control] and [Policy.CheckRedirect], such as [Policy.Client]. Check refuses, in this order:
//
//   - a scheme that is not in the policy;
//   - userinfo: it hides the host from readers, and sends a password (RFC 3986, sections 7.6 and 7.5);
//   - a port that is not in the policy;
//   - a host that is absent, empty, an IPvFuture, or of a kind that is not in the policy;
//   - an IP address that is not global, or in the internal set: see [Policy.Control];
//   - a hostname with a non-ASCII character. Clients map it, and net/http maps fullwidth digits to 127.0.0.1. To fetch
//     from an IDN, convert it to Punycode with module iri/intl, and pass the result to both Check and the client;
//   - a hostname with a percent-encoded octet, which some clients decode;
//   - a hostname that ends in a dot, because it would not be found in lists of hosts, which have no such dot;
//   - a hostname whose last label is a number, such as 127.1 and 0x7f.1: many programs parse it as an IP address (RFC
//     3986, section 7.4);
//   - a hostname of more than 253 octets, or with an empty label, a label of more than 63 octets, a label with other
//     characters than letters, digits, hyphens and underscores, or a last label that does not begin with a letter (RFC
//     1123, section 2.1);
//   - a hostname in the internal set, a special name (RFC 6761: localhost, test ...) or a single label, unless Names
//     has it;
//   - a URL that net/url rejects, or whose scheme, userinfo, host or port it parses differently, because net/http
//     fetches the URL as parsed by net/url.
//
// Path, query and fragment are not restricted. Check does not resolve names. It takes time linear in the length of x.
func (p Policy) Check(x iri.IRI) error {
	if !slices.ContainsFunc(p.schemes(), x.HasScheme) {
		return &Error{Reason: ReasonScheme, Part: x.Scheme()}
	}
	if _, present := x.Userinfo(); present {
		return &Error{Reason: ReasonUserinfo}
	}
	if err := p.checkPort(x); err != nil {
		return err
	}
	if err := p.checkHost(x); err != nil {
		return err
	}
	if u, err := url.Parse(x.String()); err != nil || !same(x, u) {
		return &Error{Reason: ReasonNetURL, Part: x.Hostname()}
	}
	return nil
}

func (p Policy) schemes() []string {
	if p.Schemes == nil {
		return []string{"http", "https"}
	}
	return p.Schemes
}

func (p Policy) checkPort(x iri.IRI) error {
	digits, _ := x.Port()
	port, ok := x.PortNumber()
	standard, hasStandard := iri.DefaultPort(x.Scheme())
	if digits == "" {
		if p.AnyPort || p.Ports == nil {
			return nil
		}
		port, ok = standard, hasStandard
	}
	allowed := p.AnyPort || slices.Contains(p.Ports, port) || p.Ports == nil && hasStandard && port == standard
	if !ok || !allowed {
		return &Error{Reason: ReasonPort, Part: digits}
	}
	return nil
}

func (p Policy) checkHost(x iri.IRI) error {
	host := x.Hostname()
	kind := x.HostKind()
	if host == "" || !slices.Contains(p.hosts(), kind) {
		return &Error{Reason: ReasonHost, Part: host, Note: kind.String()}
	}
	if addr, is := x.HostAddr(); is {
		return p.CheckAddr(addr)
	}
	return p.checkName(host)
}

func (p Policy) hosts() []iri.HostKind {
	if p.Hosts == nil {
		return []iri.HostKind{iri.HostRegName, iri.HostIPv4, iri.HostIPv6}
	}
	return p.Hosts
}

// same reports whether an IRI and a URL have the same scheme, host and port, and no userinfo.
func same(x iri.IRI, u *url.URL) bool {
	_, userinfo := x.Userinfo()
	port, _ := x.Port()
	return !userinfo && u.User == nil && x.HasScheme(u.Scheme) && u.Hostname() == x.Hostname() && u.Port() == port
}
