package lint

import (
	"strings"
	"unicode/utf8"

	"example.org/iri"
	"example.org/iri/dfa"
	"example.org/iri/internal/char"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/normal"
	"example.org/iri/internal/uri/percent"
)

func (l *linter) userinfo() {
	s, ok := l.parts.Userinfo()
	if !ok {
		return
	}
	user, pass, _ := strings.Cut(l.in(s), ":")
	example := l.isExampleLogin(user, pass)
	switch {
	case l.isWeb() && !example:
		l.report(httpUserinfo, s, "a userinfo, which http and https do not allow")
	case !l.hasLogin():
		l.report(userinfo, s, "a userinfo that may be mistaken for the host")
	}
	if pass != "" {
		l.units(iri.Span{Start: s.Start, End: s.Start + len(user)}, inUserinfo)
		s.Start += len(user) + 1
		l.password(s, example)
	}
	l.units(s, inUserinfo)
}

func (l *linter) password(s iri.Span, example bool) {
	if example {
		l.report(exampleLogin, s, "a password that seems to be an example")
		return
	}
	l.report(password, s, "a password in clear text")
}

// hasLogin reports whether people write login names as userinfo in IRIs of the scheme.
func (l *linter) hasLogin() bool {
	scheme := strings.ToLower(l.x.Scheme())
	return strings.HasSuffix(scheme, "ssh") || scheme == "svn" || scheme == "sftp"
}

// host reports findings about the host as a whole, then about its characters.
func (l *linter) host() {
	s, _ := l.parts.Host()
	host := l.in(s)
	if inet.IsPlainName(host) {
		return
	}
	l.lowersHost = becomesASCII(host)
	l.hostCase(s)
	switch l.x.HostKind() {
	case iri.HostIPv6:
		if addr, ok := l.x.HostAddr(); ok && addr.Is4In6() {
			l.report(hostMapped, s, "an IPv4-mapped IPv6 address, that of "+addr.Unmap().String())
		}
	case iri.HostIPvFuture:
		l.report(hostFuture, s, "an IP address of an undefined version")
	case iri.HostRegName:
		if host == "" {
			l.noHost(s.Start)
			return
		}
		l.name(s, host)
		l.units(s, inHost)
	}
}

// hostCase reports upper-case letters, except in percent-encoded octets, if the host should be in lower case.
func (l *linter) hostCase(s iri.Span) {
	if !l.lowersHost {
		return
	}
	host := l.in(s)
	var edits []Edit
	for i := 0; i < len(host); i++ {
		n := 0
		for i+n < len(host) && isUpper(host[i+n]) {
			n++
		}
		switch {
		case n > 0:
			edits = append(edits, Edit{iri.Span{Start: s.Start + i, End: s.Start + i + n}, strings.ToLower(host[i : i+n])})
			i += n - 1
		case host[i] == '%':
			i += percent.Size - 1
		}
	}
	if edits != nil {
		l.report(hostUpperCase, s, "upper-case letters in the host", edits...)
	}
}

func isUpper(b byte) bool { return char.Lower(b) != b }

// becomesASCII reports whether a host has no non-ASCII characters except bidirectional ones, which Repair encodes.
func becomesASCII(host string) bool {
	return !strings.ContainsFunc(host, func(c rune) bool {
		s := string(c)
		return c >= utf8.RuneSelf && !dfa.Match(&language.Formatting, s) && !dfa.Match(&language.BidiIsolate, s)
	})
}

// name reports findings about a registered name as a DNS name.
func (l *linter) name(s iri.Span, host string) {
	if inet.EndsInNumber(host) {
		l.number(s, host)
	} else if char.IsASCII(host) && !dfa.Match(&language.DnsHost, host) {
		l.report(hostNotDNS, s, "a host that is not a DNS host name (letters, digits, inner hyphens, dots)")
	}
	if char.IsASCII(host) {
		if !inet.HasShortLabels(host) {
			l.report(hostLabelLength, s, "a host with a label of more than 63 octets")
		}
		if len(strings.TrimSuffix(host, ".")) > inet.MaxName {
			l.report(hostLength, s, "a host of more than 253 octets")
		}
	}
	if host[len(host)-1] == '.' {
		l.report(hostTrailingDot, s, "a host with a trailing dot, which some programs treat as another host")
	}
}

// number reports a host that may be parsed as an address. Outside network protocols, as in names of container images,
// such hosts are versions.
func (l *linter) number(s iri.Span, host string) {
	if !l.isNetwork() {
		return
	}
	if addr, ok := inet.Addr(host); ok {
		l.report(hostAddress, s, "a host that many programs parse as "+addr.String())
		return
	}
	l.report(hostNumber, s, "a host that ends in a number, which browsers refuse")
}

// isNetwork reports whether the scheme belongs to a network protocol, or is missing.
func (l subject) isNetwork() bool {
	scheme := strings.ToLower(l.x.Scheme())
	return knows(networkSchemes, scheme[strings.LastIndexByte(scheme, '+')+1:])
}

func (l *linter) port() {
	s, ok := l.parts.Port()
	if !ok {
		return
	}
	whole := iri.Span{Start: s.Start - 1, End: s.End} // including the colon
	port := l.in(s)
	switch {
	case port == "" && l.x.IsAbs():
		k := portEmpty
		if _, second := l.schemeHost(); second { // scheme-second reports the cause
			k.severity = Note
		}
		l.report(k, whole, "an empty port", remove(whole))
		return
	case port == "": // no repair, since Normalize does not know the scheme
		l.report(portEmpty, whole, "an empty port")
		return
	case normal.IsDefaultPort(l.x.Scheme(), port):
		l.report(portDefault, whole, "the default port of the scheme", remove(whole))
		return
	}
	switch number, small := inet.Port(port); {
	case !small:
		l.report(portTooLarge, s, "a port above 65535")
	case number == 0:
		l.report(portZero, s, "port 0, which cannot be connected to")
	}
	if len(port) > 1 && port[0] == '0' {
		l.report(portPadded, s, "a port with leading zeros")
	}
}
