package normal

import (
	"net/netip"

	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/ref"
)

// hasAddress reports whether step IPv6 applies to the host: an IPv6 address in brackets.
func (f *normalForm[B]) hasAddress() bool {
	host, _ := f.Get(uri.ComponentHost)
	if !f.steps.has(IPv6) || len(host) == 0 || host[0] != '[' {
		return false
	}
	return !language.IPvFuture.Begins(host[1])
}

func (f *normalForm[B]) address() netip.Addr {
	host, _ := f.Get(uri.ComponentHost)
	return netip.AddrFrom16(octets(host[1 : len(host)-1]))
}

func (f *normalForm[B]) hasNormalAddress() bool {
	if !f.hasAddress() {
		return true
	}
	host, _ := f.Get(uri.ComponentHost)
	var buf [64]byte
	return string(appendAddress(buf[:0], f.address())) == string(host)
}

func appendAddress(dst []byte, addr netip.Addr) []byte {
	return append(addr.AppendTo(append(dst, '[')), ']')
}

// octets parses an IPv6address of RFC 3986. It returns the same as [netip.ParseAddr], which allocates for byte slices.
func octets[B ref.Bytes](text B) (a [16]byte) {
	n, gap, dotted := 0, -1, false // gap is the number of octets before "::"
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

// number parses the digits before the next colon or dot in both bases, and returns their number.
func number[B ref.Bytes](text B) (hex, decimal, width int) {
	for ; width < len(text) && text[width] != ':' && text[width] != '.'; width++ {
		digit := int(percent.Digit(text[width]))
		hex, decimal = hex<<4|digit, decimal*10+digit
	}
	return hex, decimal, width
}
