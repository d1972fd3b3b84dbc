package ssrf

import (
	"encoding/binary"
	"net/netip"
	"slices"
)

type block struct {
	prefix string
	note   string // the use, with an RFC; "" if the block is global
}

// blocks decides about an address by the first block that contains it. The list has the entries of the IANA IPv4 and
// IPv6 Special-Purpose Address Registries (RFC 6890, RFC 8190) except global ones with ordinary servers, and also
// multicast and the forms that embed IPv4 addresses. A test compares it with the registries.
var blocks = [...]block{
	{"0.0.0.0/8", "this network, RFC 1122"},
	{"10.0.0.0/8", "private, RFC 1918"},
	{"100.64.0.0/10", "shared by carriers, RFC 6598"},
	{"127.0.0.0/8", "loopback, RFC 1122"},
	{"169.254.0.0/16", "link-local, RFC 3927"},
	{"172.16.0.0/12", "private, RFC 1918"},
	{"192.0.0.0/24", "protocol assignments, RFC 6890"},
	{"192.0.2.0/24", "documentation, RFC 5737"},
	{"192.88.99.0/24", "6to4 relays, RFC 7526"},
	{"192.168.0.0/16", "private, RFC 1918"},
	{"198.18.0.0/15", "benchmarking, RFC 2544"},
	{"198.51.100.0/24", "documentation, RFC 5737"},
	{"203.0.113.0/24", "documentation, RFC 5737"},
	{"224.0.0.0/4", "multicast, RFC 5771"},
	{"255.255.255.255/32", "broadcast, RFC 919"},
	{"240.0.0.0/4", "reserved, RFC 1112"},
	{"0.0.0.0/0", ""},

	{"::/128", "unspecified, RFC 4291"},
	{"::1/128", "loopback, RFC 4291"},
	{"::/96", "IPv4-compatible, RFC 4291"},
	{"::ffff:0:0/96", "IPv4-mapped, RFC 4291"},
	{"64:ff9b::/96", ""}, // the embedded address decides
	{"64:ff9b:1::/48", "local-use NAT64, RFC 8215"},
	{"100::/64", "discard only, RFC 6666"},
	{"100:0:0:1::/64", "dummy, RFC 9780"},
	{"2001::/32", "Teredo, RFC 4380"},
	{"2001::/23", "protocol assignments, RFC 2928"},
	{"2001:db8::/32", "documentation, RFC 3849"},
	{"2002::/16", "6to4, RFC 3056"},
	{"3fff::/20", "documentation, RFC 9637"},
	{"5f00::/16", "segment routing, RFC 9602"},
	{"fc00::/7", "unique local, RFC 4193"},
	{"fe80::/10", "link-local, RFC 4291"},
	{"fec0::/10", "site-local, RFC 3879"},
	{"ff00::/8", "multicast, RFC 4291"},
	{"2000::/3", ""},
	{"::/0", "not global unicast, RFC 4291"},
}

// embeddings lists the prefixes of IPv6 addresses that embed an IPv4 address, and the offset of its first byte.
var embeddings = [...]struct {
	prefix   string
	first    int
	inverted bool // the bits of the IPv4 address are inverted
}{
	{"::/96", 12, false},           // IPv4-compatible
	{"::ffff:0:0/96", 12, false},   // IPv4-mapped
	{"::ffff:0:0:0/96", 12, false}, // IPv4-translated
	{"64:ff9b::/96", 12, false},    // NAT64
	{localNAT64, 12, false},        // for the prefixes that Policy.allows accepts
	{"2001::/32", 4, false},        // Teredo server
	{"2001::/32", 12, true},        // Teredo client
	{"2002::/16", 2, false},        // 6to4
}

// localNAT64 is the prefix that RFC 8215 reserves. A network uses a longer prefix in it, whose length determines the
// offset of the IPv4 address (RFC 6052, section 2.2). The offset is 12 from 96 bits on.
const localNAT64 = "64:ff9b:1::/48"

func embedded(addr netip.Addr) (list []netip.Addr) {
	if addr.Is4() || addr == netip.IPv6Unspecified() || addr == netip.IPv6Loopback() { // the latter two are in ::/96
		return nil
	}
	all := addr.As16()
	for _, e := range embeddings {
		if !netip.MustParsePrefix(e.prefix).Contains(addr) {
			continue
		}
		octets := [4]byte(all[e.first:])
		if e.inverted {
			binary.BigEndian.PutUint32(octets[:], ^binary.BigEndian.Uint32(octets[:]))
		}
		list = append(list, netip.AddrFrom4(octets))
	}
	if isISATAP(addr) {
		list = append(list, netip.AddrFrom4([4]byte(all[12:])))
	}
	return list
}

// internalAddrs lists addresses of the internal set. blocks cannot refuse them: some are global, and Allow may contain
// the network of the others.
var internalAddrs = [...]block{
	{"168.63.129.16/32", "platform of Azure"},
	{"fd00:ec2::254/128", "instance metadata of AWS"},
	{"fd00:ec2::23/128", "credentials of pods at AWS"},
	{"fd20:ce::254/128", "instance metadata of Google Cloud"},
}

// isISATAP reports whether an address embeds an IPv4 address by ISATAP (RFC 5214, section 6.1), in any network.
func isISATAP(addr netip.Addr) bool {
	const identifier = 0x00005EFE
	all := addr.As16()
	return addr.Is6() && binary.BigEndian.Uint32(all[8:])&^0x02000000 == identifier
}

func internalUse(addr netip.Addr) string {
	if isISATAP(addr) {
		return "ISATAP, RFC 5214"
	}
	return useIn(internalAddrs[:], addr)
}

// CheckAddr returns nil if the policy allows connecting to an IP address, otherwise an [*Error]: see [Policy.Control].
// It is for clients that dial without a [net.Dialer]. The zone of an address is ignored.
func (p Policy) CheckAddr(addr netip.Addr) error {
	// Prefixes are parsed for each address. That takes microseconds, little beside a fetch, and keeps the tables readable.
	bare := addr.WithZone("") // prefixes contain no address with a zone
	if contains(p.Deny, bare) {
		return &Error{Reason: ReasonAddress, Part: addr.String(), Note: "denied"}
	}
	if use := internalUse(bare); use != "" && !p.NoInternalSet {
		return &Error{Reason: ReasonAddress, Part: addr.String(), Note: use}
	}
	for _, inner := range embedded(bare) {
		if err := p.CheckAddr(inner); err != nil {
			return err
		}
	}
	if p.allows(bare) {
		return nil
	}
	if note := specialUse(bare); note != "" {
		return &Error{Reason: ReasonAddress, Part: addr.String(), Note: note}
	}
	return nil
}

// allows reports whether Allow contains an address. In localNAT64, only prefixes of at least 96 bits have an effect.
func (p Policy) allows(addr netip.Addr) bool {
	list := p.Allow
	if local := netip.MustParsePrefix(localNAT64); local.Contains(addr) {
		list = slices.DeleteFunc(slices.Clone(list), func(prefix netip.Prefix) bool { return prefix.Bits() < 96 })
	}
	return contains(list, addr)
}

func specialUse(addr netip.Addr) string {
	if !addr.IsValid() {
		return "not an address"
	}
	return useIn(blocks[:], addr)
}

func useIn(list []block, addr netip.Addr) string {
	for _, b := range list {
		if netip.MustParsePrefix(b.prefix).Contains(addr) {
			return b.note
		}
	}
	return ""
}

// contains reports whether a prefix contains an address. Prefixes of IPv4-mapped addresses are treated as IPv4.
func contains(list []netip.Prefix, addr netip.Addr) bool {
	for _, prefix := range list {
		if prefix.Addr().Is4In6() && prefix.Bits() >= 96 {
			prefix = netip.PrefixFrom(prefix.Addr().Unmap(), prefix.Bits()-96)
		}
		if prefix.Contains(addr) {
			return true
		}
	}
	return false
}
