package iri

import (
	"net/netip"
	"strconv"

	"example.org/iri/internal/inet"
	"example.org/iri/internal/language"
)

// HostKind is the form of a host.
type HostKind uint8

// These are the forms that RFC 3986, section 3.2.2, distinguishes. A host that is an IPv4address is
// not a registered name: 1.2.3.4 is an IPv4address, 256.1.1.1 a registered name.
const (
	NoHost        = HostKind(0)              // there is no authority
	HostRegName   = HostKind(inet.RegName)   // a registered name, maybe empty
	HostIPv4      = HostKind(inet.IPv4)      // IPv4address, such as 192.0.2.1
	HostIPv6      = HostKind(inet.IPv6)      // IPv6address in brackets
	HostIPvFuture = HostKind(inet.IPvFuture) // IPvFuture in brackets
)

// String returns "none" or the name of the rule: "reg-name", "IPv4address", "IPv6address",
// "IPvFuture".
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

// HostKind returns the form of the host. It takes time linear in the length of the host.
func (x value) HostKind() HostKind {
	host, ok := x.Host()
	if !ok {
		return NoHost
	}
	return HostKind(inet.KindOf(host))
}

// Hostname returns the host without the brackets of an IP literal, "" if there is none.
// Nothing is decoded.
func (x value) Hostname() string {
	host, _ := x.Host()
	if kind := x.HostKind(); kind == HostIPv6 || kind == HostIPvFuture {
		return host[1 : len(host)-1]
	}
	return host
}

// HostAddr returns the address that the host is, and whether it is an IPv4address or an
// IPv6address.
func (x value) HostAddr() (netip.Addr, bool) {
	if kind := x.HostKind(); kind != HostIPv4 && kind != HostIPv6 {
		return netip.Addr{}, false
	}
	addr, err := netip.ParseAddr(x.Hostname())
	return addr, err == nil
}

// PortNumber returns the port as a number, and whether this is possible. It is not for three reasons:
// the port is absent, empty, or above 65535. RFC 3986 allows all three; Port returns what is there.
func (x value) PortNumber() (uint16, bool) {
	port, _ := x.Port()
	if n, ok := inet.Port(port); ok && port != "" {
		return n, true
	}
	return 0, false
}
