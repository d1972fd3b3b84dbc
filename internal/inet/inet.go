// Package inet parses hosts as inet_aton does. In RFC 3986, 127.1, 0x7f000001 and 017700000001 are registered names,
// but many programs connect to the address 127.0.0.1 (RFC 3986, section 7.4).
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

// Addr returns the IPv4 address for which inet_aton accepts host, and whether it accepts it. A host is one to four
// numbers, decimal, octal after 0, or hexadecimal after 0x. Each is a byte of the address, except the last, which is
// all remaining bytes: 127.1 is 127.0.0.1. IPv4address of RFC 3986 is a special case.
//
// Like the IPv4 parser of the WHATWG URL Standard, Addr also accepts 0x without digits, which is 0, and a dot after the
// last number. Programs differ on digits 8 and 9 in octal numbers; here, as in most, they are not digits. Nothing is
// decoded. Addr takes time linear in the length of host; it allocates only if a number is too large.
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

// parse returns the value of an inet-number, and whether it fits into the given number of bits.
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

// EndsInNumber reports whether the last label of host is a number (ends-in-a-number checker of the WHATWG URL
// Standard). Browsers refuse such a host unless [Addr] accepts it. EndsInNumber allocates nothing.
func EndsInNumber(host string) bool { return dfa.Match(&language.EndsInNumber, host) }

// Port returns the number of a port, and whether it is below 65536. Leading zeros are allowed; an empty port is 0.
func Port[Bytes ~[]byte | ~string](digits Bytes) (port uint16, ok bool) {
	n := 0
	for i := 0; i < len(digits) && n <= math.MaxUint16; i++ {
		n = 10*n + int(digits[i]-'0')
	}
	return uint16(n), n <= math.MaxUint16
}

// Maximum lengths of names, in text form, and labels (RFC 1035, section 2.3.4).
const (
	MaxName  = 253
	maxLabel = 63
)

// IsPlainName reports whether a host is a lower-case domain name without a final dot, with a letter after its last dot.
func IsPlainName[Bytes ~[]byte | ~string](host Bytes) bool {
	n := len(host)
	if n == 0 || n > MaxName || n > maxLabel && !HasShortLabels(host) || isMark(host[0]) || isMark(host[n-1]) || !hasPlainPairs(host) {
		return false
	}
	last := n - 1 // the beginning of the last label
	for last > 0 && host[last-1] != '.' {
		last--
	}
	return host[last] >= 'a'
}

func isMark(b byte) bool { return b < '0' }

// hasPlainPairs reports whether a host has only lower-case letters, digits, hyphens and dots, and no dot beside a
// hyphen or dot. It reads words of eight bytes that overlap by one, so that each pair of bytes is in a word.
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

// from sets the highest bit of each lane of ASCII that is at least b.
func from(word uint64, b byte) uint64 { return word + char.Lanes*uint64(0x80-b) }

// HasShortLabels reports whether the labels of a name have at most 63 octets (RFC 1035, section 2.3.4).
func HasShortLabels[Bytes ~[]byte | ~string](name Bytes) bool {
	length := 0 // of the current label
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
