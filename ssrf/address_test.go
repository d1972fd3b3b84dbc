package ssrf

import (
	"errors"
	"math/rand/v2"
	"net/netip"
	"regexp"
	"testing"

	"example.org/iri/internal/inet"
)

var nat64 = netip.MustParsePrefix("64:ff9b::/96")

func refused(addr netip.Addr) bool { return Policy{}.CheckAddr(addr) != nil }

// TestBlocks checks that every block decides about an address.
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

// TestNetip checks that addresses that net/netip does not consider as global unicast are refused, also when embedded.
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
		if mapped := netip.AddrFrom16(embedding); refused(mapped) != refused(v4) {
			t.Errorf("%v is refused: %v, %v: %v", mapped, refused(mapped), v4, refused(v4))
		}
	}
}

// TestEmbedded checks that embedding an address bypasses neither Allow nor Deny.
func TestEmbedded(t *testing.T) {
	prefixes := func(list ...string) (prefixes []netip.Prefix) {
		for _, prefix := range list {
			prefixes = append(prefixes, netip.MustParsePrefix(prefix))
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
		err := Policy{Allow: x.allow, Deny: x.deny}.CheckAddr(netip.MustParseAddr(x.addr))
		if (err != nil) != x.refused {
			t.Errorf("allow %v, deny %v: %s: %v", x.allow, x.deny, x.addr, err)
		}
	}
}

// TestZones checks that a zone does not bypass a prefix.
func TestZones(t *testing.T) {
	local := netip.MustParseAddr("fe80::1%eth0")
	if !refused(local) || !refused(netip.MustParseAddr("::1%lo")) {
		t.Error("not refused")
	}
	if err := (Policy{Allow: []netip.Prefix{netip.MustParsePrefix("fe80::/10")}}).CheckAddr(local); err != nil {
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

// TestHostNames compares all short names over a small alphabet with a regular expression and inet_aton, and checks the
// reasons.
func TestHostNames(t *testing.T) {
	hostName := regexp.MustCompile(`^([A-Za-z0-9_-]+\.)*[A-Za-z][A-Za-z0-9_-]*$`)
	alphabet := []string{"a", "x", "0", "9", "-", "_", ".", "!", "é", "%41"}
	var step func(name string, n int)
	step = func(name string, n int) {
		if name != "" {
			got := nameReason(name)
			if is := hostName.MatchString(name); is != (got == 0) {
				t.Errorf("%q: %v", name, got)
			}
			_, addr := inet.Addr(name)
			if got == 0 && (addr || inet.EndsInNumber(name)) {
				t.Errorf("%q is read as an address", name)
			}
		}
		if n == 0 {
			return
		}
		for _, c := range alphabet {
			step(name+c, n-1)
		}
	}
	step("", 5)
}
