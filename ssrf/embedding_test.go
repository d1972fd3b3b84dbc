package ssrf

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"

	"example.org/iri/internal/testkit"
)

// forms lists the ways to embed an IPv4 address in an IPv6 address, with verbs for its octets. By default, an address
// passes if its IPv4 address passes and Allow contains it.
var forms = []struct {
	name, format string
	global       bool   // passes without Allow
	within       string // in Allow, only prefixes within this one count
	internal     bool   // passes only with NoInternalSet
	inverted     bool   // the octets are inverted
}{
	{name: "IPv4-mapped, RFC 4291", format: "::ffff:%02x%02x:%02x%02x"},
	{name: "IPv4-compatible, RFC 4291", format: "::%02x%02x:%02x%02x"},
	{name: "IPv4-translated, RFC 2765", format: "::ffff:0:%02x%02x:%02x%02x"},
	{name: "NAT64, RFC 6052", format: "64:ff9b::%02x%02x:%02x%02x", global: true},
	{name: "local-use NAT64, RFC 8215", format: "64:ff9b:1::%02x%02x:%02x%02x", within: "64:ff9b:1::/96"},
	{name: "local-use NAT64, RFC 8215", format: "64:ff9b:1:a:b:c:%02x%02x:%02x%02x", within: "64:ff9b:1:a:b:c::/96"},
	{name: "6to4, RFC 3056", format: "2002:%02x%02x:%02x%02x::1"},
	{name: "server of Teredo, RFC 4380", format: "2001:0:%02x%02x:%02x%02x:8000:63bf:fefe:fefe"},
	{name: "client of Teredo, RFC 4380", format: "2001:0:101:101:8000:63bf:%02x%02x:%02x%02x", inverted: true},
	{name: "ISATAP, RFC 5214", format: "2607:f8b0::5efe:%02x%02x:%02x%02x", global: true, internal: true},
	{name: "ISATAP, RFC 5214", format: "2607:f8b0::200:5efe:%02x%02x:%02x%02x", global: true, internal: true},
	{name: "ISATAP, RFC 5214", format: "fe80::5efe:%02x%02x:%02x%02x", internal: true},
	{name: "ISATAP in 6to4", format: "2002:101:101::5efe:%02x%02x:%02x%02x", internal: true},
}

// TestForms checks that no form of a refused IPv4 address passes, for any Allow and Deny, and that a form of an accepted
// one passes if the policy allows the form. The registries of IANA are the oracle.
func TestForms(t *testing.T) {
	rnd := rand.New(rand.NewPCG(uint64(testkit.Seed(1)), 2))
	n := 4000
	if *testkit.Long {
		n = 100_000
	}
	all := registry(t)
	for block, global := range others {
		all[netip.MustParsePrefix(block)] = global
	}
	for _, block := range reachable {
		all[netip.MustParsePrefix(block)] = false
	}
	seen := make(map[string]int)
	for range n {
		p, v4 := randomPolicy(rnd), randomIPv4(rnd)
		refusedV4 := slowRefused(all, p, v4)
		if got := p.CheckAddr(v4); (got != nil) != refusedV4 {
			t.Fatalf("%+v: %v: %v", p, v4, got)
		}
		for _, f := range forms {
			octets := v4.As4()
			if f.inverted {
				for i := range octets {
					octets[i] ^= 0xff
				}
			}
			addr := netip.MustParseAddr(fmt.Sprintf(f.format, octets[0], octets[1], octets[2], octets[3]))
			if addr == netip.IPv6Loopback() || addr == netip.IPv6Unspecified() {
				continue // these are not IPv4 addresses
			}
			want := refusedV4 || f.internal && !p.NoInternalSet || !f.global && !slowAllows(p.Allow, addr, f.within)
			for _, addr := range []netip.Addr{addr, addr.WithZone("eth0")} {
				if got := p.CheckAddr(addr); (got != nil) != want {
					t.Errorf("%s: allow %v, deny %v, no internal set %v: %v (%v): %v, want refused: %v",
						f.name, p.Allow, p.Deny, p.NoInternalSet, addr, v4, got, want)
				}
			}
			seen[fmt.Sprint(f.format, refusedV4, want)]++
		}
	}
	if want := 3*len(forms) - 1; len(seen) != want { // Allow has no effect on NAT64, so one case is missing
		t.Errorf("%d of %d cases", len(seen), want)
	}
}

// randomPolicy generates policies of prefixes at or near the addresses of forms and randomIPv4.
func randomPolicy(rnd *rand.Rand) Policy {
	some := func(n int, list ...string) (prefixes []netip.Prefix) {
		for _, prefix := range list {
			if rnd.IntN(n) == 0 {
				prefixes = append(prefixes, netip.MustParsePrefix(prefix))
			}
		}
		return prefixes
	}
	return Policy{
		Allow: some(4, "::/0", "::/1", "0.0.0.0/0", "::/96", "::ffff:0:0/96", "::ffff:0:0/90", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b::/32",
			"64:ff9b:1::/48", "64:ff9b:1::/64", "64:ff9b:1::/96", "64:ff9b:1:a:b:c::/96", "64:ff9b:1:a:b:c:7f00:0/104", "2002::/16", "2001::/32", "2002:7f00::/24",
			"fe80::/10", "2000::/3", "127.0.0.0/8", "::ffff:10.0.0.0/104", "::ffff:127.0.0.1/128"),
		Deny:          some(3, "127.0.0.0/8", "::ffff:10.0.0.0/104", "8.8.8.8/32", "::ffff:8.8.4.4/128"),
		NoInternalSet: rnd.IntN(2) == 0,
	}
}

func randomIPv4(rnd *rand.Rand) netip.Addr {
	list := []string{"127.0.0.1", "10.1.2.3", "8.8.8.8", "8.8.4.4", "1.2.3.4", "0.0.0.0", "0.0.0.1", "169.254.169.254", "168.63.129.16",
		"192.88.99.1", "255.255.255.255", "224.0.0.1"}
	if i := rnd.IntN(2 * len(list)); i < len(list) {
		return netip.MustParseAddr(list[i])
	}
	return netip.AddrFrom4([4]byte{byte(rnd.Uint32()), byte(rnd.Uint32()), byte(rnd.Uint32()), byte(rnd.Uint32())})
}

func slowRefused(all map[netip.Prefix]bool, p Policy, v4 netip.Addr) bool {
	mapped := netip.AddrFrom16(v4.As16())
	has := func(list []netip.Prefix) bool {
		return slices.ContainsFunc(list, func(prefix netip.Prefix) bool {
			return prefix.Contains(v4) || prefix.Bits() >= 96 && prefix.Contains(mapped)
		})
	}
	azure := v4 == netip.MustParseAddr("168.63.129.16") && !p.NoInternalSet
	return has(p.Deny) || azure || !has(p.Allow) && !all[smallest(all, v4)]
}

// slowAllows reports whether a prefix in list contains an IPv6 address. If within is not "", only prefixes within it
// count. Prefixes of IPv4-mapped addresses do not count.
func slowAllows(list []netip.Prefix, addr netip.Addr, within string) bool {
	return slices.ContainsFunc(list, func(prefix netip.Prefix) bool {
		mapped := netip.MustParsePrefix("::ffff:0:0/96")
		if !prefix.Contains(addr) || mapped.Contains(prefix.Addr()) && prefix.Bits() >= mapped.Bits() {
			return false
		}
		outer, err := netip.ParsePrefix(within)
		return err != nil || outer.Contains(prefix.Addr()) && prefix.Bits() >= outer.Bits()
	})
}
