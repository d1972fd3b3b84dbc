package inet

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// A HostKind is a form of hosts that RFC 3986, section 3.2.2, distinguishes. Package iri has the same
// constants, with their comments.
type HostKind uint8

// The forms.
const (
	RegName HostKind = iota + 1
	IPv4
	IPv6
	IPvFuture
)

// KindOf returns the form of a host.
func KindOf[Bytes ~[]byte | ~string](host Bytes) HostKind {
	switch {
	// Nothing but an IP-literal begins as one does, and of the two forms in it only
	// IPvFuture begins as that does.
	case len(host) > 1 && language.IPLiteral.Begins(host[0]):
		if language.IPvFuture.Begins(host[1]) {
			return IPvFuture
		}
		return IPv6
	case dfa.Match(language.IPv4Address.Automaton, host):
		return IPv4
	}
	return RegName
}
