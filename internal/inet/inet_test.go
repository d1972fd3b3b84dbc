package inet_test

import (
	"fmt"
	"math/big"
	"net/netip"
	"os/exec"
	"strings"
	"testing"

	"example.org/iri/dfa"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/language"
	"example.org/iri/internal/testkit"
)

// whatwgNumber is the IPv4 number parser of the WHATWG URL Standard.
func whatwgNumber(input string) (*big.Int, bool) {
	if input == "" {
		return nil, false
	}
	input = strings.ToLower(input)
	radix := 10
	switch {
	case len(input) >= 2 && input[:2] == "0x":
		input, radix = input[2:], 16
	case len(input) >= 2 && input[0] == '0':
		input, radix = input[1:], 8
	}
	if input == "" {
		return new(big.Int), true
	}
	for _, c := range []byte(input) {
		if digit := strings.IndexByte("0123456789abcdef", c); digit < 0 || digit >= radix {
			return nil, false
		}
	}
	return new(big.Int).SetString(input, radix)
}

// whatwgEndsInNumber is the ends-in-a-number checker of the standard.
func whatwgEndsInNumber(input string) bool {
	parts := strings.Split(input, ".")
	if parts[len(parts)-1] == "" {
		if len(parts) == 1 {
			return false
		}
		parts = parts[:len(parts)-1]
	}
	last := parts[len(parts)-1]
	if last != "" && strings.Trim(last, "0123456789") == "" {
		return true
	}
	_, ok := whatwgNumber(last)
	return ok
}

// whatwgAddr is the IPv4 parser of the standard.
func whatwgAddr(input string) (netip.Addr, bool) {
	parts := strings.Split(input, ".")
	if parts[len(parts)-1] == "" && len(parts) > 1 {
		parts = parts[:len(parts)-1]
	}
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var numbers []*big.Int
	for _, part := range parts {
		n, ok := whatwgNumber(part)
		if !ok {
			return netip.Addr{}, false
		}
		numbers = append(numbers, n)
	}
	addr := numbers[len(numbers)-1]
	if addr.BitLen() > 8*(5-len(numbers)) {
		return netip.Addr{}, false
	}
	for i, n := range numbers[:len(numbers)-1] {
		if n.BitLen() > 8 {
			return netip.Addr{}, false
		}
		addr = new(big.Int).Add(addr, new(big.Int).Lsh(n, uint(8*(3-i))))
	}
	var b [4]byte
	addr.FillBytes(b[:])
	return netip.AddrFrom4(b), true
}

func check(t *testing.T, host string) {
	got, ok := inet.Addr(host)
	if want, is := whatwgAddr(host); got != want || ok != is {
		t.Fatalf("Addr(%q) = %v, %t; the standard has %v, %t", host, got, ok, want, is)
	}
	if got, want := inet.EndsInNumber(host), whatwgEndsInNumber(host); got != want {
		t.Fatalf("EndsInNumber(%q) = %t; the standard has %t", host, got, want)
	}
}

func texts(alphabet string, length int, yield func(string)) {
	yield("")
	for level := []string{""}; length > 0; length-- {
		var next []string
		for _, head := range level {
			for _, c := range alphabet {
				next = append(next, head+string(c))
				yield(head + string(c))
			}
		}
		level = next
	}
}

// TestStandard compares with the algorithms of the standard, for all short strings over one byte of each role, and for
// hosts of up to five numbers at and beyond the limits.
func TestStandard(t *testing.T) {
	length := 5
	if *testkit.Long {
		length = 7
	}
	texts("0178.xXag-", length, func(host string) { check(t, host) })
	numbers := []string{"0", "1", "00", "0x", "0X0", "08", "xyz", ""}
	for _, bits := range []uint{8, 16, 24, 32, 64} {
		limit := new(big.Int).Lsh(big.NewInt(1), bits)
		for _, n := range []*big.Int{new(big.Int).Sub(limit, big.NewInt(1)), limit} {
			numbers = append(numbers, n.String(), "000"+n.Text(8), "0x00"+n.Text(16), "0X"+strings.ToUpper(n.Text(16)))
		}
	}
	for i, a := range numbers {
		check(t, a)
		check(t, a+".")
		check(t, a+"..")
		for _, b := range numbers {
			check(t, a+"."+b)
			for _, c := range []string{numbers[i%8], "255", "256", "0xffff"} {
				check(t, a+"."+c+"."+b)
				check(t, "1."+a+"."+c+"."+b)
				check(t, "1."+c+"."+a+"."+b+".")
				check(t, "1.2."+a+"."+c+"."+b)
			}
		}
	}
}

func FuzzAddr(f *testing.F) {
	for _, host := range []string{"127.1", "0x7f.1", "017700000001", "2130706433", "127.0.0.1.", "0x", "1.2.3.08", "a.0x", "256.256.256.256"} {
		f.Add(host)
	}
	f.Fuzz(func(t *testing.T, host string) { check(t, host) })
}

// TestLibc compares with the C library, by Python, which lacks the two other forms of the standard.
func TestLibc(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil || !*testkit.Long {
		t.Skip("without -long, or without python3")
	}
	var hosts []string
	texts("0178.xf", 6, func(host string) { hosts = append(hosts, host) })
	cmd := exec.Command(python, "-c", `
import socket, sys
for host in sys.stdin.read().split("\n"):
    try: print(socket.inet_ntoa(socket.inet_aton(host)) if host.strip() else "none")
    except OSError: print("none")
`)
	cmd.Stdin = strings.NewReader(strings.Join(hosts, "\n"))
	out, err := cmd.Output()
	if err != nil {
		t.Skip(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(hosts) {
		t.Fatalf("%d answers for %d hosts", len(lines), len(hosts))
	}
	for i, host := range hosts {
		addr, ok := inet.Addr(host)
		only := strings.HasSuffix(host, ".") || strings.Contains(strings.ToLower(host)+".", "0x.")
		if want := lines[i]; ok && fmt.Sprint(addr) != want && !(only && want == "none") || !ok && want != "none" {
			t.Fatalf("Addr(%q) = %v, %t; libc has %s", host, addr, ok, want)
		}
	}
	t.Logf("%d hosts", len(hosts))
}

// TestIsPlainName compares all short names, and long ones, with the languages and lengths that define a plain name.
func TestIsPlainName(t *testing.T) {
	check := func(host string) {
		last := host[strings.LastIndexByte(host, '.')+1:]
		want := last != "" && last[0] >= 'a' && len(host) <= 253 && strings.ToLower(host) == host &&
			dfa.Match(&language.DnsHost, host) && inet.HasShortLabels(host)
		if inet.IsPlainName(host) != want || inet.IsPlainName([]byte(host)) != want {
			t.Errorf("%q: want %t", host, want)
		}
	}
	for n := range 6 {
		texts("a0-.A_é", n, check)
	}
	for n := range 20 {
		for b := range 256 {
			for _, after := range []string{"", ".", "a.b"} {
				check(strings.Repeat("a", n) + string([]byte{byte(b)}) + after)
			}
		}
	}
	for n := 60; n < 70; n++ {
		check(strings.Repeat("a", n))
		check("b." + strings.Repeat("a", n) + ".c")
	}
	for n := 240; n < 260; n++ {
		check(strings.Repeat("a.", n/2) + strings.Repeat("a", 1+n%2))
	}
}
