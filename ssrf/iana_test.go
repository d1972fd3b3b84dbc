package ssrf

import (
	"encoding/csv"
	"net/netip"
	"os"
	"strings"
	"testing"
)

// reachable lists the blocks that IANA calls globally reachable, but [Policy.Control] refuses, as its comment explains.
var reachable = strings.Fields(`192.0.0.9/32 192.0.0.10/32 2001:1::1/128 2001:1::2/128 2001:1::3/128 2001:3::/32 2001:4:112::/48 2001:20::/28 2001:30::/28`)

// registry returns the prefixes of the special-purpose registries, and whether each is globally reachable. testdata has
// the registries of 18 July 2026. On 17 September, they had the same blocks.
func registry(t *testing.T) map[netip.Prefix]bool {
	all := make(map[netip.Prefix]bool)
	for _, name := range []string{"iana-ipv4-special-registry-1.csv", "iana-ipv6-special-registry-1.csv"} {
		file, err := os.Open("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		rows, err := csv.NewReader(file).ReadAll()
		if err != nil || rows[0][0] != "Address Block" || rows[0][8] != "Globally Reachable" {
			t.Fatal(name, rows, err)
		}
		for _, row := range rows[1:] {
			for field := range strings.SplitSeq(row[0], ", ") {
				block, _, _ := strings.Cut(field, " ") // a footnote
				all[netip.MustParsePrefix(block)] = row[8] == "True"
			}
		}
	}
	if len(all) != 26+25 {
		t.Fatalf("%d blocks", len(all))
	}
	return all
}

// others are the blocks of the table that are not in the registries, and whether they are global.
var others = map[string]bool{
	"0.0.0.0/0": true, "224.0.0.0/4": false, // multicast
	"2000::/3": true, "::/0": false, // global unicast, and the rest
	"::/96": false, "fec0::/10": false, "ff00::/8": false, // RFC 4291
}

// TestIANA compares the table with the registries, in which the smallest block that contains an address decides: at
// both ends of each block and next to them. Each block of the table must be in the registries or in others.
func TestIANA(t *testing.T) {
	all := registry(t)
	for block, global := range others {
		all[netip.MustParsePrefix(block)] = global
	}
	for _, block := range reachable {
		if !all[netip.MustParsePrefix(block)] {
			t.Errorf("%s is not globally reachable", block)
		}
		all[netip.MustParsePrefix(block)] = false
	}
	n := 0
	for block := range all {
		end := last(block)
		for _, addr := range []netip.Addr{block.Addr(), end, block.Addr().Prev(), end.Next()} {
			if !addr.IsValid() || nat64.Contains(addr) { // the embedded address decides
				continue
			}
			if by := smallest(all, addr); refused(addr) == all[by] {
				t.Errorf("%v of %v, global %v: refused %v", addr, by, all[by], refused(addr))
			}
			n++
		}
	}
	if n < 200 {
		t.Errorf("%d addresses", n)
	}
	for _, b := range blocks {
		if _, listed := all[netip.MustParsePrefix(b.prefix)]; !listed {
			t.Errorf("%s is not in the registries", b.prefix)
		}
	}
}

func last(block netip.Prefix) netip.Addr {
	all := block.Addr().AsSlice()
	for bit := block.Bits(); bit < 8*len(all); bit++ {
		all[bit/8] |= 0x80 >> (bit % 8)
	}
	addr, _ := netip.AddrFromSlice(all)
	return addr
}

func smallest(all map[netip.Prefix]bool, addr netip.Addr) (found netip.Prefix) {
	for block := range all {
		if block.Contains(addr) && (!found.IsValid() || block.Bits() > found.Bits()) {
			found = block
		}
	}
	return found
}
