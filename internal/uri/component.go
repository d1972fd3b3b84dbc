package uri

import "example.org/iri/internal/char"

// A Component is a component of a reference. Packages rule and iri document the same constants.
type Component uint8

const (
	ComponentScheme Component = iota + 1
	ComponentAuthority
	ComponentUserinfo
	ComponentHost
	ComponentPort
	ComponentPath
	ComponentQuery
	ComponentFragment
	NumComponents
)

var componentNames = [NumComponents]string{"", "scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"}

// String returns the name of c in RFC 3986, or "" if c is not a component.
func (c Component) String() string {
	if c < NumComponents {
		return componentNames[c]
	}
	return ""
}

// IsWeb reports whether scheme is http or https, which require a host and forbid userinfo (RFC 9110, section 4.2).
func IsWeb[Bytes ~[]byte | ~string](scheme Bytes) bool {
	lower := string(scheme) == "http" || string(scheme) == "https" // the usual case
	return lower || char.EqualFold(scheme, "http") || char.EqualFold(scheme, "https")
}
