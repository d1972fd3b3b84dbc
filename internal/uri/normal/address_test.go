package normal

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
)

// spellings yields ways to write an IPv6 address: with and without leading zeros, in upper case, with "::" for each run
// of zeros, with the last two groups in dotted form.
func spellings(groups [8]uint16, yield func(string)) {
	last := fmt.Sprintf("%d.%d.%d.%d", groups[6]>>8, groups[6]&0xFF, groups[7]>>8, groups[7]&0xFF)
	for _, form := range []string{"%x", "%04X"} {
		var list []string
		for _, g := range groups {
			list = append(list, fmt.Sprintf(form, g))
		}
		for _, list := range [][]string{list, append(list[:6:6], last)} {
			yield(strings.Join(list, ":"))
			for from := range list {
				for to := from; to < len(list) && groups[to] == 0 && list[to] != last; to++ {
					yield(strings.Join(list[:from], ":") + "::" + strings.Join(list[to+1:], ":"))
				}
			}
		}
	}
}

// TestOctets compares octets with package netip for addresses of all combinations of some groups, and measures Growth.
func TestOctets(t *testing.T) {
	values := [...]uint16{0, 0x64, 0xFFFF}
	most := 0
	for n := range 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 {
		var groups [8]uint16
		for i := range groups {
			groups[i] = values[n%3]
			n /= 3
		}
		spellings(groups, func(text string) {
			want := netip.MustParseAddr(text)
			if got := netip.AddrFrom16(octets(text)); got != want || octets([]byte(text)) != octets(text) {
				t.Errorf("%s: %v, want %v", text, got, want)
			}
			most = max(most, len(want.String())-len(text))
		})
	}
	for g := range 1 << 16 { // the last two groups grow independently
		text := fmt.Sprintf("::ffff:%x:1", g)
		most = max(most, 2*(len(netip.AddrFrom16(octets(text)).String())-len("::ffff:.0.1")-len(text)+len("::ffff::1")))
	}
	if most != Growth-1 {
		t.Errorf("an address grows by %d bytes", most)
	}
}
