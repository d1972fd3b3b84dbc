package normal

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri"
	"example.org/iri/internal/uri/percent"
	"example.org/iri/internal/uri/ref"
)

// IsDefaultPort reports whether port is the default port of scheme (RFC 3986, section 6.2.3).
func IsDefaultPort[B ref.Bytes](scheme, port B) bool {
	a := &language.DefaultPort
	s := a.Next(dfa.Run(a, a.Start, scheme), ':')
	return a.Accepts(dfa.Run(a, s, port))
}

// DefaultPort returns the default port of scheme, and whether it is known.
func DefaultPort[B ref.Bytes](scheme B) (port uint16, ok bool) {
	a := &language.DefaultPort
	s := a.Next(dfa.Run(a, a.Start, scheme), ':')
	for s != dfa.Dead && !a.Accepts(s) {
		var digit byte
		if digit, s = nextDigit(a, s); s != dfa.Dead {
			port = 10*port + uint16(percent.Digit(digit))
		}
	}
	return port, a.Accepts(s)
}

// nextDigit returns the digit of the only transition of s, and the state it leads to.
func nextDigit(a *dfa.Automaton, s dfa.State) (byte, dfa.State) {
	for digit := byte('0'); digit <= '9'; digit++ {
		if next := a.Next(s, digit); next != dfa.Dead {
			return digit, next
		}
	}
	return 0, dfa.Dead
}

// isRedundantPort reports whether the port of r, which must have one, is empty or the default of the scheme.
func isRedundantPort[B ref.Bytes](r *ref.Ref[B]) bool {
	scheme, _ := r.Get(uri.ComponentScheme)
	port, _ := r.Get(uri.ComponentPort)
	return len(port) == 0 || IsDefaultPort(scheme, port)
}

func (f *normalForm[B]) dropsPort() bool { return f.schemeBased() && isRedundantPort(&f.Ref) }

// mayHaveDefaultHost is a cheap test before hasDefaultHost: the host and port are not both empty, and the scheme begins
// like one that has a default host. The reference must have a scheme and an authority.
func mayHaveDefaultHost[B ref.Bytes](r *ref.Ref[B]) bool {
	a := &language.DefaultHost
	return r.Cut.Host() != r.Cut.Path() && a.Next(a.Start, r.Text[0]) != dfa.Dead
}

// hasDefaultHost reports whether the authority of the normal form is only the default host of the scheme, in either
// case, without userinfo and port.
func (f *normalForm[B]) hasDefaultHost() bool {
	if _, ok := f.Get(uri.ComponentUserinfo); ok || !f.schemeBased() {
		return false
	}
	if f.Cut.Port() != 0 && !f.dropsPort() {
		return false
	}
	a := &language.DefaultHost
	scheme, _ := f.Get(uri.ComponentScheme)
	host, ok := f.Get(uri.ComponentHost)
	s := a.Next(dfa.Run(a, a.Start, scheme), ':')
	for c := (component[B]{text: host, steps: f.steps}); ok && s != dfa.Dead && len(c.text) > 0; {
		octets, n, width := c.next()
		s = dfa.Run(a, s, octets[:n])
		c.text = c.text[width:]
	}
	return a.Accepts(s)
}
