// Package inet reads hosts as inet_aton does: 127.1, 0x7f000001 and 017700000001 are registered
// names in RFC 3986, and the address 127.0.0.1 for many a program that connects to them (RFC 3986,
// section 7.4).
package inet

import (
	"encoding/binary"
	"math"
	"net/netip"
	"strconv"
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/language"
)

// Addr returns the IPv4 address that inet_aton reads host as, and whether it reads one. Of one to
// four numbers all but the last are bytes of the address, and the last is the rest of it: 127.1 is
// 127.0.0.1. A number is decimal, octal after 0, or hexadecimal after 0x. An IPv4address of RFC
// 3986 is such a host.
//
// The WHATWG URL Standard's IPv4 parser reads two forms more, which are read here too: 0x without
// digits, which is 0, and a dot after the last number. Programs differ on digits 8 and 9 in octal
// numbers; here, as in most, they are not digits. Nothing is decoded. Addr takes time linear in the length
// of host; it allocates only if a number is too large.
func Addr(host string) (netip.Addr, bool) {
	if !dfa.Match(&language.InetAddress, host) {
		return netip.Addr{}, false
	}
	var addr uint64
	unknown := 32 // bits
	for {
		n := dfa.Prefix(&language.InetNumber, host)
		number, rest := host[:n], host[min(n+1, len(host)):]
		bits := 8
		if rest == "" {
			bits = unknown
		}
		value, ok := parse(number, bits)
		if !ok {
			return netip.Addr{}, false
		}
		unknown -= bits
		addr |= value << unknown
		if rest == "" {
			return address(addr), true
		}
		host = rest
	}
}

// parse returns the value of an inet-number, and whether a number of bits can hold it.
func parse(number string, bits int) (uint64, bool) {
	if strings.EqualFold(number, "0x") {
		return 0, true
	}
	n, err := strconv.ParseUint(number, 0, bits)
	return n, err == nil
}

func address(addr uint64) netip.Addr {
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], uint32(addr))
	return netip.AddrFrom4(b)
}

// EndsInNumber reports whether the last label of host is a number (WHATWG URL Standard,
// ends-in-a-number checker). Browsers refuse such a host unless [Addr] reads it. It takes time
// linear in the length of host and allocates nothing.
func EndsInNumber(host string) bool { return dfa.Match(&language.EndsInNumber, host) }

// Port returns the number of a port, which may begin with zeros, and reports whether it is below 65536.
// That of an empty port is 0.
func Port[Bytes ~[]byte | ~string](digits Bytes) (port uint16, ok bool) {
	n := 0
	for i := 0; i < len(digits) && n <= math.MaxUint16; i++ {
		n = 10*n + int(digits[i]-'0')
	}
	return uint16(n), n <= math.MaxUint16
}

// The lengths that names and labels have at most (RFC 1035, section 2.3.4), without the octets that only
// messages have.
const (
	MaxName  = 253
	maxLabel = 63
)

// IsPlainName reports whether a host is a name in lower case that DNS can have, without a dot at its end, and
// the last label begins with a letter.
func IsPlainName[Bytes ~[]byte | ~string](host Bytes) bool {
	n := len(host)
	if n == 0 || n > MaxName || n > maxLabel && !HasShortLabels(host) || isMark(host[0]) || isMark(host[n-1]) || !hasPlainPairs(host) {
		return false
	}
	last := n - 1 // where the last label begins
	for last > 0 && host[last-1] != '.' {
		last--
	}
	return host[last] >= 'a'
}

// isMark reports whether a byte of a name is a hyphen or a dot.
func isMark(b byte) bool { return b < '0' }

// hasPlainPairs reports whether a host has only lower-case letters, digits, hyphens and dots, and no dot beside a hyphen
// or a dot. It looks at eight bytes at a time, the first of which was the last before.
func hasPlainPairs[Bytes ~[]byte | ~string](host Bytes) bool {
	const high = char.Lanes << 7
	plain, last := uint64(high), len(host)-8
	for i := 0; ; i += 7 {
		var word uint64
		if last < 0 {
			word = char.LoadShort(host) | char.Lanes*'a'<<(8*len(host))
		} else {
			word = char.Load(host[min(i, last):])
		}
		above := from(word, '.'+1)
		marks, dots := from(word, '-')&^above, from(word, '.')&^above
		plain &= (marks | from(word, '0')&^from(word, '9'+1) | from(word, 'a')&^from(word, 'z'+1)) &^ word
		plain &^= marks & (marks >> 8) & (dots | dots>>8)
		if i >= last {
			return plain == high
		}
	}
}

// from has the highest bit of each lane of ASCII that is b or more.
func from(word uint64, b byte) uint64 { return word + char.Lanes*uint64(0x80-b) }

// HasShortLabels reports whether the labels of a name, between its dots, have no more octets than DNS
// takes (RFC 1035, section 2.3.4).
func HasShortLabels[Bytes ~[]byte | ~string](name Bytes) bool {
	length := 0 // of the label so far
	for i := range len(name) {
		length++
		if name[i] == '.' {
			length = 0
		}
		if length > maxLabel {
			return false
		}
	}
	return true
}
