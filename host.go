package iri

import (
	"net/netip"
	"strconv"

	"example.org/iri/internal/char"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/normal"
)

// HostKind is the form of a host.
type HostKind uint8

// The forms of hosts (RFC 3986, section 3.2.2). An IPv4address is not a registered name, but 256.1.1.1 is.
const (
	NoHost        HostKind = iota // no authority
	HostRegName                   // registered name, maybe empty
	HostIPv4                      // IPv4address, such as 192.0.2.1
	HostIPv6                      // IPv6address in brackets
	HostIPvFuture                 // IPvFuture in brackets
)

// String returns "none", "reg-name", "IPv4address", "IPv6address" or "IPvFuture".
func (k HostKind) String() string {
	switch k {
	case NoHost:
		return "none"
	case HostRegName:
		return language.RegName.Name
	case HostIPv4:
		return language.IPv4Address.Name
	case HostIPv6:
		return language.IPv6Address.Name
	case HostIPvFuture:
		return language.IPvFuture.Name
	}
	return "HostKind(" + strconv.Itoa(int(k)) + ")"
}

// HostKind returns the form of the host.
func (x value) HostKind() HostKind {
	host, ok := x.Host()
	if !ok {
		return NoHost
	}
	return HostKind(inet.KindOf(host))
}

// Hostname returns the host without the brackets of an IP literal, "" if there is no host. It decodes nothing.
func (x value) Hostname() string {
	host, _ := x.Host()
	if kind := x.HostKind(); kind == HostIPv6 || kind == HostIPvFuture {
		return host[1 : len(host)-1]
	}
	return host
}

// HostAddr returns the host as an IP address, and false if it is neither an IPv4address nor an IPv6address.
func (x value) HostAddr() (netip.Addr, bool) {
	if kind := x.HostKind(); kind != HostIPv4 && kind != HostIPv6 {
		return netip.Addr{}, false
	}
	addr, err := netip.ParseAddr(x.Hostname())
	return addr, err == nil
}

// PortNumber returns the port as a number, and false if it is absent, empty, or above 65535, all of which RFC 3986
// allows: see [IRI.Port]. It does not return default ports: see [DefaultPort].
func (x value) PortNumber() (uint16, bool) {
	port, _ := x.Port()
	if n, ok := inet.Port(port); ok && port != "" {
		return n, true
	}
	return 0, false
}

// DefaultPort returns the default port of a scheme, ignoring ASCII case, and whether it has one. Its table, which
// [SchemeRules] also uses, has the schemes with an authority whose RFC names a port.
func DefaultPort(scheme string) (uint16, bool) { return normal.DefaultPort(scheme) }

// Origin returns the origin of x (RFC 6454), such as https://example.org:8443: the scheme and the host in lower case,
// and the port unless it is the default. Two IRIs have the same origin if the strings are equal and Origin returns
// true.
//
// Origin returns false for an opaque origin, which equals no other origin: if the host is absent or empty, if the
// scheme is file, or if the port is above 65535. For browsers, most schemes other than http, https, ws, wss and ftp
// also have opaque origins. A non-ASCII host stays: convert it with module example.org/iri/intl first.
func (x IRI) Origin() (string, bool) {
	host, _ := x.Host()
	if host == "" || x.HasScheme("file") {
		return "", false
	}
	port, _ := x.Port()
	number, ok := x.PortNumber()
	if !ok && port != "" {
		return "", false
	}
	var buf [256]byte
	origin := append(append(append(buf[:0], x.Scheme()...), "://"...), host...)
	for i, b := range origin {
		origin[i] = char.Lower(b)
	}
	if standard, has := DefaultPort(x.Scheme()); ok && !(has && number == standard) {
		origin = strconv.AppendUint(append(origin, ':'), uint64(number), 10)
	}
	return string(origin), true
}
