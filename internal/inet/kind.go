package inet

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
)

// A HostKind is a form of hosts (RFC 3986, section 3.2.2). Its values are those of iri.HostKind.
type HostKind uint8

const (
	RegName HostKind = iota + 1
	IPv4
	IPv6
	IPvFuture
)

// KindOf returns the form of a host.
func KindOf[Bytes ~[]byte | ~string](host Bytes) HostKind {
	switch {
	// Only an IP-literal begins with its bracket, and in it only IPvFuture with its letter.
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
