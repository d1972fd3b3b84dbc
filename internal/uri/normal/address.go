package normal

import (
	"net/netip"

	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/ref"
)

// mayHaveAddress reports whether the host of a reference, which has one, begins with a bracket.
func mayHaveAddress[B ref.Bytes](r *ref.Ref[B]) bool {
	i := int(r.Cut.Host())
	return i < len(r.Text) && r.Text[i] == language.Open
}

// address returns the host if it is an IPv6 address that step IPv6 applies to, and whether it is.
func (f *normalForm[B]) address() (netip.Addr, bool) {
	host, ok := f.Host()
	if !ok || !f.steps.has(IPv6) || !mayHaveAddress(&f.Ref) {
		return netip.Addr{}, false
	}
	if a := &language.IPvFuture; a.Next(a.Start, host[1]) != dfa.Dead {
		return netip.Addr{}, false
	}
	return netip.AddrFrom16(octets(host[1 : len(host)-1])), true
}

// hasNormalAddress reports whether step IPv6 leaves the host alone.
func (f *normalForm[B]) hasNormalAddress() bool {
	addr, ok := f.address()
	if !ok {
		return true
	}
	host, _ := f.Host()
	var buf [64]byte
	return string(appendAddress(buf[:0], addr)) == string(host)
}

// appendAddress appends an IPv6 address in brackets, as RFC 5952 has it.
func appendAddress(dst []byte, addr netip.Addr) []byte {
	return append(addr.AppendTo(append(dst, language.Open)), language.Shut)
}

// octets returns those of an IPv6address of RFC 3986. [netip.ParseAddr] returns the same, and allocates
// if it is given bytes.
func octets[B ref.Bytes](text B) (a [16]byte) {
	n, gap, dotted := 0, -1, false // gap is how many octets are before two colons
	for len(text) > 0 {
		if text[0] == language.Colon {
			if text = text[1:]; len(text) > 0 && text[0] == language.Colon {
				gap, text = n, text[1:]
			}
			continue
		}
		hex, decimal, width := number(text)
		text = text[width:]
		if dotted = dotted || len(text) > 0 && text[0] == language.Dot; dotted {
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
	for ; width < len(text) && text[width] != language.Colon && text[width] != language.Dot; width++ {
		digit := int(percent.Digit(text[width]))
		hex, decimal = hex<<4|digit, decimal*10+digit
	}
	return hex, decimal, width
}
