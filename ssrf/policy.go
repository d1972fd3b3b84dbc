// Package ssrf keeps services that fetch what untrusted input names out of their own network: link
// previews, webhooks, validators of remote documents (server-side request forgery). A [Policy] says
// what may be fetched. It makes three checks, since an attacker can circumvent each one alone:
//
//   - [Policy.Check] validates the IRI. It knows nothing of the Domain Name System, and a name that is
//     harmless now may stand for 127.0.0.1 a moment later (DNS rebinding).
//   - [Policy.Control] validates the address that is dialled, after a name has been resolved.
//   - [Policy.CheckRedirect] validates the target of a redirect.
//
// [Policy.Client] makes a client that does the second and the third check. The client uses no
// proxy: it would dial the proxy, and the second check would validate the wrong address. The package
// limits neither the time nor the size of answers, nor the credentials that a request carries.
package ssrf

import (
	"net/netip"
	"net/url"
	"slices"
	"strconv"

	"example.org/iri"
	"example.org/iri/internal/uri/normal"
)

// A Policy says what may be fetched. The zero Policy is the strictest that is of use: http and https
// on their own ports, from names of public form and from global addresses, without redirects.
//
// In Allow and Deny, a prefix in ::ffff:0:0/96 stands for the IPv4 addresses that are mapped there.
// The policy also validates what an address embeds: see [Policy.Control].
type Policy struct {
	Schemes []string       // that may be fetched; nil for http and https
	Hosts   []iri.HostKind // kinds of hosts; nil for HostRegName, HostIPv4 and HostIPv6
	Ports   []uint16       // that may be used; nil for those that the schemes have by default

	// Names has names that are allowed, with all names below them, although they are of special use, of
	// a single label, or in the internal set: "internal", "metadata". Their addresses have to pass.
	Names []string

	Allow []netip.Prefix // addresses that are allowed although they are not global
	Deny  []netip.Prefix // addresses that are refused; stronger than Allow

	// NoInternalSet switches off the internal set: what is internal by custom, or at a provider of
	// clouds. It has the addresses 168.63.129.16, fd00:ec2::254, fd00:ec2::23, fd20:ce::254 and those of
	// ISATAP (RFC 5214), all stronger than Allow, and names that end in .internal, .local, .localdomain,
	// .lan, .corp, .home, .home.arpa, .private, .intranet, .consul or .svc.
	NoInternalSet bool

	Redirects int // how many redirects may be followed, one after the other
}

// Check returns nil if the policy allows to fetch x, otherwise an [*Error]. This is not enough: see
// the overview of the package. It refuses, in this order,
//
//   - a scheme that is not in the policy;
//   - a userinfo, which hides the host from readers and gives passwords away (RFC 3986, section 7.5);
//   - a port that is not in the policy; if that has none, a port that is not the scheme's own;
//   - a host that is absent, empty, an IPvFuture, or of a kind that is not in the policy;
//   - an address that is not global, with or without brackets ([Policy.Control] has the list), or in
//     the internal set;
//   - a name with a non-ASCII character. Clients map such names, and net/http makes 127.0.0.1 of
//     fullwidth digits. To fetch from there, map the name first, and give the result to both Check
//     and the client;
//   - a name with a percent-encoded octet, which some clients decode;
//   - a name that ends in a dot, as lists of names do not find it;
//   - a name whose last label is a number, such as 127.1 and 0x7f.1: inet_aton takes it for an address
//     (RFC 3986, section 7.4);
//   - any other name than labels of letters, digits, hyphens and underscores between single dots,
//     of which the last begins with a letter (RFC 1123, section 2.1, and a little more), labels of more
//     than 63 octets and names of more than 253;
//   - a name in the internal set, of special use (RFC 6761: localhost, test ...), or of a single label,
//     unless Names has it;
//   - what net/url refuses, or parses with another scheme, userinfo, host or port, since that is what
//     net/http fetches.
//
// Path, query and fragment are free. Check resolves no names. It takes time linear in the length of x.
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

// checkPort validates the port, or that which the scheme has by default.
func (p Policy) checkPort(x iri.IRI) error {
	text, _ := x.Port()
	port, ok := x.PortNumber()
	isDefault := func(port uint16) bool { return isDefaultPort(x.Scheme(), port) }
	switch {
	case text == "":
		ok = p.Ports == nil || slices.ContainsFunc(p.Ports, isDefault)
	case p.Ports == nil:
		ok = ok && isDefault(port)
	default:
		ok = ok && slices.Contains(p.Ports, port)
	}
	if !ok {
		return &Error{Reason: ReasonPort, Part: text}
	}
	return nil
}

// isDefaultPort reports whether a scheme has a port by default (RFC 3986, section 6.2.3).
func isDefaultPort(scheme string, port uint16) bool {
	return normal.IsDefaultPort(scheme, strconv.Itoa(int(port)))
}

func (p Policy) checkHost(x iri.IRI) error {
	host := x.Hostname()
	kind := x.HostKind()
	if host == "" || !slices.Contains(p.hosts(), kind) {
		return &Error{Reason: ReasonHost, Part: host, Note: kind.String()}
	}
	if addr, is := x.HostAddr(); is {
		return p.checkAddr(addr)
	}
	return p.checkName(host)
}

func (p Policy) hosts() []iri.HostKind {
	if p.Hosts == nil {
		return []iri.HostKind{iri.HostRegName, iri.HostIPv4, iri.HostIPv6}
	}
	return p.Hosts
}

// same reports whether an IRI and a URL have the same scheme, host and port. Neither may have a userinfo.
func same(x iri.IRI, u *url.URL) bool {
	_, userinfo := x.Userinfo()
	port, _ := x.Port()
	return !userinfo && u.User == nil && x.HasScheme(u.Scheme) && u.Hostname() == x.Hostname() && u.Port() == port
}
