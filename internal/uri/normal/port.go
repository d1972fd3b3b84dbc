package normal

import (
	"example.org/iri/dfa"
	"example.org/iri/internal/language"
	"example.org/iri/internal/uri/ref"
)

// IsDefaultPort reports whether a port is the default of a scheme (RFC 3986, section 6.2.3).
func IsDefaultPort[B ref.Bytes](scheme, port B) bool {
	a := &language.DefaultPort
	s := a.Next(dfa.Run(a, a.Start, scheme), language.Colon)
	return a.Accepts(dfa.Run(a, s, port))
}

// saysNothing reports whether the port of a reference, which has one, is empty or the default of the
// scheme.
func saysNothing[B ref.Bytes](r *ref.Ref[B]) bool {
	scheme, _ := r.Scheme()
	port, _ := r.Port()
	return len(port) == 0 || IsDefaultPort(scheme, port)
}
