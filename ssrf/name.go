package ssrf

import (
	"strings"

	"example.org/iri/dfa"
	"example.org/iri/internal/inet"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/percent"
)

// A domain is a name that is not public in DNS, as are all names below it.
type domain struct{ name, use string }

var internalNames = [...]domain{
	{"internal", "private use, ICANN 2024"},
	{"local", "multicast DNS, RFC 6762"},
	{"localdomain", "loopback in many hosts files"},
	{"lan", "local networks"},
	{"corp", "local networks"},
	{"home", "local networks"},
	{"home.arpa", "local networks, RFC 8375"},
	{"private", "local networks"},
	{"intranet", "local networks"},
	{"consul", "services of Consul"},
	{"svc", "services of Kubernetes"},
}

// specialNames lists the names that only Policy.Names allows.
var specialNames = [...]domain{
	{"localhost", "loopback, RFC 6761"},
	{"arpa", "infrastructure, RFC 3172"},
	{"localdomain6", "loopback in many hosts files"},
	{"onion", "Tor, RFC 7686"},
	{"alt", "other name systems, RFC 9476"},
	{"test", "tests, RFC 6761"},
	{"example", "documentation, RFC 6761"},
	{"invalid", "never a name, RFC 6761"},
}

func (p Policy) checkName(name string) error {
	if reason := nameReason(name); reason != 0 {
		return &Error{Reason: reason, Part: name}
	}
	for _, allowed := range p.Names {
		if isBelow(name, allowed) {
			return nil
		}
	}
	internal, special := useOf(internalNames[:], name), useOf(specialNames[:], name)
	switch {
	case internal != "" && !p.NoInternalSet:
		return &Error{Reason: ReasonSpecialName, Part: name, Note: internal}
	case internal == "" && special != "": // with NoInternalSet, home.arpa passes, but not arpa
		return &Error{Reason: ReasonSpecialName, Part: name, Note: special}
	case strings.IndexByte(name, '.') < 0:
		return &Error{Reason: ReasonSpecialName, Part: name, Note: "single label"}
	}
	return nil
}

func useOf(list []domain, name string) string {
	for _, d := range list {
		if isBelow(name, d.name) {
			return d.use
		}
	}
	return ""
}

// nameReason returns the reason to refuse the syntax of a name, or 0. The last label of an accepted name begins with a
// letter, so inet_aton does not parse it. A name that is refused without a more specific reason has ReasonName.
func nameReason(name string) Reason {
	switch {
	case dfa.Match(&language.HostName, name) && len(name) <= inet.MaxName && inet.HasShortLabels(name):
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

func isBelow(name, domain string) bool {
	n := len(name) - len(domain)
	return n >= 0 && strings.EqualFold(name[n:], domain) && (n == 0 || name[n-1] == '.')
}
