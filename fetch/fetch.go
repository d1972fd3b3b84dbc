// Package fetch is for services that fetch what strangers ask them to: link previews, webhooks,
// validators of remote documents. Attackers name addresses in the service's own network
// (server-side request forgery). A [Policy] says what may be fetched. Three checks ask it, since an
// attacker can get round each one alone:
//
//   - [CheckFetch] judges the text. It knows nothing of the Domain Name System, and a name that is
//     harmless now may stand for 127.0.0.1 a moment later (DNS rebinding).
//   - [Policy.Control] judges the address that is dialled, after a name has become one.
//   - [Policy.CheckRedirect] judges where an answer leads to.
//
// [Policy.Client] makes a client that does the second and the third check. The client uses no
// proxy: it would dial the proxy, and the second check would judge the wrong address. The package
// limits neither the time nor the size of answers, nor the credentials that a request carries.
package fetch

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
// What an address embeds is judged as well: see [Policy.Control].
type Policy struct {
	Schemes []string       // that may be fetched; nil for http and https
	Hosts   []iri.HostKind // kinds of hosts; nil for HostRegName, HostIPv4 and HostIPv6
	Ports   []uint16       // that may be used; nil for those that the schemes have by default

	// Names has names that are allowed, with all names below them, although they are of special use or
	// of a single label: "internal", "metadata". Their addresses are judged all the same.
	Names []string

	Allow []netip.Prefix // addresses that are allowed although they are not global
	Deny  []netip.Prefix // addresses that are refused; stronger than Allow

	Redirects int // how many redirects may be followed, one after the other
}

// CheckFetch returns nil if the policy has nothing against x, else an [*Error]. This is not enough:
// see the head of the package. It refuses, in this order,
//
//   - a scheme that is not in the policy;
//   - a userinfo, which hides the host from readers and gives passwords away (RFC 3986, section 7.5);
//   - a port that is not in the policy; if that has none, a port that is not the scheme's own;
//   - a host that is absent, empty, an IPvFuture, or of a kind that is not in the policy;
//   - an address that is not global, with or without brackets ([Policy.Control] has the list);
//   - a name with a character beyond ASCII. Clients map such names, and net/http makes 127.0.0.1 of
//     fullwidth digits. Who wants to fetch from there maps the name first, and gives the result to
//     both CheckFetch and the client;
//   - a name with a percent triple, which some clients decode;
//   - a name that ends in a dot, as it gets past lists of names;
//   - a name whose last label is a number, such as 127.1 and 0x7f.1: inet_aton reads addresses
//     there (RFC 3986, section 7.4);
//   - any other name than labels of letters, digits, hyphens and underscores between single dots,
//     of which the last begins with a letter (RFC 1123, section 2.1, and a little more);
//   - a name of a single label, and one of special use (RFC 6761: localhost, local, internal ...),
//     unless it is in the policy;
//   - what net/url refuses, or reads with another scheme, userinfo, host or port, since that is what
//     net/http fetches.
//
// What comes behind the authority is free. CheckFetch resolves no names. It takes time linear in the
// length of x.
func CheckFetch(x iri.IRI, policy Policy) error {
	if !slices.ContainsFunc(policy.schemes(), x.HasScheme) {
		return &Error{Reason: ReasonScheme, Part: x.Scheme()}
	}
	if _, present := x.Userinfo(); present {
		return &Error{Reason: ReasonUserinfo}
	}
	if err := policy.checkPort(x); err != nil {
		return err
	}
	if err := policy.checkHost(x); err != nil {
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

// checkPort judges the port, or that which the scheme has by default.
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

// same reports whether an IRI and a URL lead to the same place by the same way. Neither may have a
// userinfo.
func same(x iri.IRI, u *url.URL) bool {
	_, userinfo := x.Userinfo()
	port, _ := x.Port()
	return !userinfo && u.User == nil && x.HasScheme(u.Scheme) && u.Hostname() == x.Hostname() && u.Port() == port
}
