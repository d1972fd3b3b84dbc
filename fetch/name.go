package fetch

import (
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

// specialNames is the names, with all below them, that are not looked up in the public Domain Name
// System, or lead nowhere there, and who set them aside.
var specialNames = [...]struct{ name, by string }{
	{"localhost", "loopback, RFC 6761"},
	{"local", "multicast DNS, RFC 6762"},
	{"internal", "private use, ICANN 2024"},
	{"arpa", "infrastructure, RFC 3172"}, // with home.arpa, RFC 8375
	{"localdomain", "loopback in many a hosts file"},
	{"localdomain6", "loopback in many a hosts file"},
	{"onion", "Tor, RFC 7686"},
	{"alt", "other name systems, RFC 9476"},
	{"test", "tests, RFC 6761"},
	{"example", "documentation, RFC 6761"},
	{"invalid", "never a name, RFC 6761"},
}

// checkName judges a registered name.
func (p Policy) checkName(name string) error {
	if reason := nameReason(name); reason != 0 {
		return &Error{Reason: reason, Part: name}
	}
	for _, allowed := range p.Names {
		if isBelow(name, allowed) {
			return nil
		}
	}
	for _, special := range specialNames {
		if isBelow(name, special.name) {
			return &Error{Reason: ReasonSpecialName, Part: name, Note: special.by}
		}
	}
	if strings.IndexByte(name, '.') < 0 {
		return &Error{Reason: ReasonSpecialName, Part: name, Note: "single label"}
	}
	return nil
}

// nameReason returns what is wrong with the form of a name, 0 if nothing is. No other name than a
// host name passes, whose last label begins with a letter. The other reasons say more of what is
// refused. inet_aton reads no host name.
func nameReason(name string) Reason {
	switch {
	case dfa.Match(&language.HostName, name):
		return 0
	case percent.BeyondASCII(name) > 0:
		return ReasonNonASCII
	case strings.IndexByte(name, '%') >= 0:
		return ReasonPercentEncoded
	case inet.EndsInNumber(name):
		return ReasonNumber
	case name[len(name)-1] == '.':
		return ReasonTrailingDot
	}
	return ReasonName
}

// isBelow reports whether a name is domain or ends in it behind a dot, in any case.
func isBelow(name, domain string) bool {
	n := len(name) - len(domain)
	return n >= 0 && strings.EqualFold(name[n:], domain) && (n == 0 || name[n-1] == '.')
}
