package lint

import (
	"strings"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/normal"
)

// userinfo reports that there is one, and a password in it.
func (l *linter) userinfo() {
	s, ok := l.parts.Userinfo()
	if !ok {
		return
	}
	if l.isWeb() {
		l.report(httpUserinfo, s, "a userinfo, which http and https must not have")
	} else {
		l.report(userinfo, s, "a userinfo, which may be taken for a host")
	}
	if n := strings.IndexByte(l.in(s), language.Colon); n >= 0 && s.Start+n+1 < s.End {
		l.units(iri.Span{Start: s.Start, End: s.Start + n}, inUserinfo)
		s.Start += n + 1
		l.report(password, s, "a password in clear text")
	}
	l.units(s, inUserinfo)
}

// maxName is how long a name may be (RFC 1035, section 2.3.4), without the octets that only messages
// have.
const maxName = 253

// host reports what is wrong with a host as a whole, and then with its characters.
func (l *linter) host() {
	s, _ := l.parts.Host()
	host := l.in(s)
	if dfa.Match(&language.PlainName, host) && len(host) <= maxName {
		return
	}
	l.small = dfa.Match(&language.AsciiHost, host)
	l.hostCase(s)
	switch l.x.HostKind() {
	case iri.HostIPv6:
		if addr, ok := l.x.HostAddr(); ok && addr.Is4In6() {
			l.report(hostMapped, s, "the IPv6 address of the IPv4 address "+addr.Unmap().String())
		}
	case iri.HostIPvFuture:
		l.report(hostFuture, s, "an address of a version of IP that does not exist")
	case iri.HostRegName:
		if host == "" {
			l.noHost(s.Start)
			return
		}
		l.name(s, host)
		l.units(s, inHost)
	}
}

// hostCase reports upper-case letters, save those of percent triples, in hosts that should have
// small ones.
func (l *linter) hostCase(s iri.Span) {
	host := l.in(s)
	if !l.small || dfa.Match(&language.NoUpperCase, host) {
		return
	}
	var edits []Edit
	for i := 0; ; {
		i += dfa.Prefix(&language.NoUpperCase, host[i:])
		if i == len(host) {
			break
		}
		n := dfa.Prefix(&language.UpperCase, host[i:])
		edits = append(edits, Edit{iri.Span{Start: s.Start + i, End: s.Start + i + n}, strings.ToLower(host[i : i+n])})
		i += n
	}
	l.report(hostUpperCase, s, "a host with upper-case letters", edits...)
}

// name reports what is wrong with a registered name as a name of the Domain Name System.
func (l *linter) name(s iri.Span, host string) {
	if addr, ok := inet.Addr(host); ok {
		l.report(hostAddress, s, "a registered name that many a program reads as the address "+addr.String())
	} else if inet.EndsInNumber(host) {
		l.report(hostNumber, s, "a registered name that ends in a number, which browsers refuse")
	} else if dfa.Match(&language.Ascii, host) && !dfa.Match(&language.DnsHost, host) {
		l.report(hostNotDNS, s, "not a host name of letters, digits, inner hyphens and dots")
	}
	if dfa.Match(&language.Ascii, host) {
		if !dfa.Match(&language.ShortLabels, host) {
			l.report(hostLabelLength, s, "a host name with a label of more than 63 octets")
		}
		if len(strings.TrimSuffix(host, string(language.Dot))) > maxName {
			l.report(hostLength, s, "a host name of more than 253 octets")
		}
	}
	if host[len(host)-1] == language.Dot {
		l.report(hostTrailingDot, s, "a host that ends in a dot, and so differs from the one without for some programs")
	}
}

// port reports what is wrong with a port.
func (l *linter) port() {
	s, ok := l.parts.Port()
	if !ok {
		return
	}
	whole := iri.Span{Start: s.Start - 1, End: s.End} // with the delimiter
	port := l.in(s)
	switch {
	case port == "" && l.x.IsAbs():
		l.report(portEmpty, whole, "an empty port", remove(whole))
		return
	case port == "": // Normalize changes no relative reference because of its scheme
		l.report(portEmpty, whole, "an empty port")
		return
	case normal.IsDefaultPort(l.x.Scheme(), port):
		l.report(portDefault, whole, "the default port of the scheme", remove(whole))
		return
	case !dfa.Match(&language.SmallPort, port):
		l.report(portTooLarge, s, "a port above 65535")
	case dfa.Match(&language.ZeroPort, port):
		l.report(portZero, s, "port 0, to which nothing connects")
	}
	if dfa.Match(&language.PaddedPort, port) {
		l.report(portPadded, s, "a port with leading zeros")
	}
}
