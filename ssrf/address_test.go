package ssrf

import (
	"errors"
	"math/rand/v2"
	"net/netip"
	"testing"
)

// ranges is the first and the last address of every range that is refused, and in which nothing is
// allowed: IPv4, then IPv6 within 2000::/3.
var ranges = [][2]string{
	{"0.0.0.0", "0.255.255.255"},
	{"10.0.0.0", "10.255.255.255"},
	{"100.64.0.0", "100.127.255.255"},
	{"127.0.0.0", "127.255.255.255"},
	{"169.254.0.0", "169.254.255.255"},
	{"172.16.0.0", "172.31.255.255"},
	{"192.0.0.0", "192.0.0.255"},
	{"192.0.2.0", "192.0.2.255"},
	{"192.88.99.0", "192.88.99.255"},
	{"192.168.0.0", "192.168.255.255"},
	{"198.18.0.0", "198.19.255.255"},
	{"198.51.100.0", "198.51.100.255"},
	{"203.0.113.0", "203.0.113.255"},
	{"224.0.0.0", "255.255.255.255"},

	{"::", "64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff"},
	{"64:ff9b::1:0:0", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
	{"2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"},
	{"2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"},
	{"2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
	{"3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"},
	{"4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
}

var nat64 = netip.MustParsePrefix("64:ff9b::/96")

func refused(addr netip.Addr) bool { return Policy{}.checkAddr(addr) != nil }

// TestRanges: both ends of every range are refused, and what lies beside them is not.
func TestRanges(t *testing.T) {
	inside := make(map[netip.Addr]bool)
	for _, r := range ranges {
		for _, end := range r {
			inside[netip.MustParseAddr(end)] = true
		}
	}
	for _, r := range ranges {
		first, last := netip.MustParseAddr(r[0]), netip.MustParseAddr(r[1])
		if !refused(first) || !refused(last) {
			t.Errorf("%v: not refused at both ends", r)
		}
		for _, beside := range []netip.Addr{first.Prev(), last.Next()} {
			nat64 := nat64.Contains(beside) // embeds an address at the end of a range
			if beside.IsValid() && refused(beside) != (inside[beside] || nat64) {
				t.Errorf("%v is beside %v and refused: %v", beside, r, refused(beside))
			}
		}
	}
}

// TestBlocks: every block decides about an address of its own.
func TestBlocks(t *testing.T) {
	own := map[string]string{ // of blocks that begin with a smaller one
		"0.0.0.0/0": "1.0.0.0", "::/96": "::2", "2001::/23": "2001:1::", "2000::/3": "2000::", "::/0": "4000::",
	}
	for _, b := range blocks {
		prefix, err := netip.ParsePrefix(b.prefix)
		if err != nil || prefix.Masked() != prefix {
			t.Errorf("%s: %v", b.prefix, err)
			continue
		}
		addr, ok := own[b.prefix]
		if !ok {
			addr = prefix.Addr().String()
		}
		if got := specialUse(netip.MustParseAddr(addr)); got != b.note {
			t.Errorf("%s: %v is %q, want %q", b.prefix, addr, got, b.note)
		}
	}
	if specialUse(netip.Addr{}) == "" {
		t.Error("the zero Addr is global")
	}
}

// TestNetip: whatever net/netip tells from global unicast is refused, whichever address it is, and
// whichever it embeds.
func TestNetip(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		b := [16]byte{}
		for i := range b {
			b[i] = byte(rnd.Uint32())
		}
		b[0] = []byte{b[0], 0, 0x20, 0xfc, 0xfe, 0xff}[rnd.IntN(6)]
		v4 := netip.AddrFrom4([4]byte(b[4:8]))
		for _, addr := range []netip.Addr{netip.AddrFrom16(b), v4} {
			local := !addr.IsGlobalUnicast() || addr.IsPrivate() || addr.Is4In6()
			if local && !refused(addr) {
				t.Errorf("%v is not refused", addr)
			}
		}
		embedding := nat64.Addr().As16()
		copy(embedding[12:], b[4:8])
		if behind := netip.AddrFrom16(embedding); refused(behind) != refused(v4) {
			t.Errorf("%v is refused: %v, %v: %v", behind, refused(behind), v4, refused(v4))
		}
	}
}

// TestEmbedded: an address gets by neither Allow nor Deny inside another one.
func TestEmbedded(t *testing.T) {
	prefixes := func(list ...string) (prefixes []netip.Prefix) {
		for _, text := range list {
			prefixes = append(prefixes, netip.MustParsePrefix(text))
		}
		return prefixes
	}
	for _, x := range []struct {
		allow, deny []netip.Prefix
		addr        string
		refused     bool
	}{
		{prefixes("64:ff9b::/96"), prefixes("10.0.0.0/8"), "64:ff9b::10.0.0.1", true},
		{prefixes("64:ff9b::/96"), nil, "64:ff9b::10.0.0.1", true},
		{prefixes("64:ff9b::/96", "10.0.0.0/8"), nil, "64:ff9b::10.0.0.1", false},
		{prefixes("10.0.0.0/8"), nil, "64:ff9b::10.0.0.1", false},
		{prefixes("::/0"), nil, "::ffff:10.0.0.1", true},
		{prefixes("::/0"), nil, "::10.0.0.1", true},
		{prefixes("::/0"), nil, "2002:a00:1::", true},
		{prefixes("::/0"), nil, "2002:808:808::", false},
		{prefixes("::/0"), nil, "::1", false},
		{prefixes("::/0"), nil, "10.0.0.1", true},
		{nil, prefixes("8.8.8.8/32"), "64:ff9b::8.8.8.8", true},
		{nil, prefixes("::ffff:8.8.8.8/128"), "8.8.8.8", true},
		{nil, prefixes("::/0"), "8.8.8.8", false},
		{prefixes("::ffff:127.0.0.0/104"), nil, "127.0.0.1", false},
	} {
		err := Policy{Allow: x.allow, Deny: x.deny}.checkAddr(netip.MustParseAddr(x.addr))
		if (err != nil) != x.refused {
			t.Errorf("allow %v, deny %v: %s: %v", x.allow, x.deny, x.addr, err)
		}
	}
}

// TestZones: a zone is no way round a prefix.
func TestZones(t *testing.T) {
	local := netip.MustParseAddr("fe80::1%eth0")
	if !refused(local) || !refused(netip.MustParseAddr("::1%lo")) {
		t.Error("not refused")
	}
	if err := (Policy{Allow: []netip.Prefix{netip.MustParsePrefix("fe80::/10")}}).checkAddr(local); err != nil {
		t.Error(err)
	}
}

func TestControl(t *testing.T) {
	for _, x := range []struct {
		network, address string
		want             Reason
	}{
		{"tcp4", "8.8.8.8:80", 0},
		{"tcp6", "[2606:4700:4700::1111]:443", 0},
		{"tcp4", "127.0.0.1:80", ReasonAddress},
		{"tcp6", "[::1]:80", ReasonAddress},
		{"tcp6", "[fe80::1%eth0]:80", ReasonAddress},
		{"tcp6", "[::ffff:8.8.8.8]:80", ReasonAddress},
		{"tcp4", "8.8.8.8:22", ReasonPort},
		{"unix", "/run/docker.sock", ReasonAddress},
		{"ip4:icmp", "8.8.8.8", ReasonAddress},
	} {
		err := Policy{}.Control(x.network, x.address, nil)
		var e *Error
		switch {
		case x.want == 0 && err != nil, x.want != 0 && (!errors.As(err, &e) || e.Reason != x.want):
			t.Errorf("%s %s: %v, want %v", x.network, x.address, err, x.want)
		}
	}
	if err := (Policy{Schemes: []string{"https"}}).Control("tcp4", "8.8.8.8:80", nil); err == nil {
		t.Error("port 80 for https only")
	}
}
