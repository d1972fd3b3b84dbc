package normal

import (
	"net/netip"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/ref"
)

// hasAddress reports whether the host is an IPv6 address, and step IPv6 applies to it.
func (f *normalForm[B]) hasAddress() bool {
	host, _ := f.Get(uri.ComponentHost)
	if !f.steps.has(IPv6) || len(host) == 0 || host[0] != '[' {
		return false
	}
	return !language.IPvFuture.Begins(host[1])
}

// address returns the host, which hasAddress.
func (f *normalForm[B]) address() netip.Addr {
	host, _ := f.Get(uri.ComponentHost)
	return netip.AddrFrom16(octets(host[1 : len(host)-1]))
}

// hasNormalAddress reports whether step IPv6 leaves the host alone.
func (f *normalForm[B]) hasNormalAddress() bool {
	if !f.hasAddress() {
		return true
	}
	host, _ := f.Get(uri.ComponentHost)
	var buf [64]byte
	return string(appendAddress(buf[:0], f.address())) == string(host)
}

// appendAddress appends an IPv6 address in brackets, as RFC 5952 has it.
func appendAddress(dst []byte, addr netip.Addr) []byte {
	return append(addr.AppendTo(append(dst, '[')), ']')
}

// octets returns those of an IPv6address of RFC 3986. [netip.ParseAddr] returns the same, and allocates
// if it is given bytes.
func octets[B ref.Bytes](text B) (a [16]byte) {
	n, gap, dotted := 0, -1, false // gap is how many octets are before two colons
	for len(text) > 0 {
		if text[0] == ':' {
			if text = text[1:]; len(text) > 0 && text[0] == ':' {
				gap, text = n, text[1:]
			}
			continue
		}
		hex, decimal, width := number(text)
		text = text[width:]
		if dotted = dotted || len(text) > 0 && text[0] == '.'; dotted {
			a[n] = byte(decimal)
			n, text = n+1, text[min(1, len(text)):]
			continue
		}
		a[n], a[n+1] = byte(hex>>8), byte(hex)
		n += 2
	}
	if gap >= 0 {
		end := len(a) - copy(a[len(a)-(n-gap):], a[gap:n])
		clear(a[gap:end])
	}
	return a
}

// number returns the number that a string begins with, as digits of either base, and their length.
func number[B ref.Bytes](text B) (hex, decimal, width int) {
	for ; width < len(text) && text[width] != ':' && text[width] != '.'; width++ {
		digit := int(percent.Digit(text[width]))
		hex, decimal = hex<<4|digit, decimal*10+digit
	}
	return hex, decimal, width
}
