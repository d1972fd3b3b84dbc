package toplevel

import (
	"slices"

	"example.org/iri/internal/typo"
)

// reserved are last labels with a meaning, mostly not in the public suffix list: reserved names (RFC 6761, RFC 6762,
// RFC 9476), names of local networks, and placeholders in instructions.
var reserved = []string{
	"onion", "alt", "arpa", "localdomain", "localnet", "intranet", "private", "proxy", "registry",
	"svc", "docker", "cluster", "namespace", "consul", "service", "devel", "i2p", "bit", "eth", "dn42",
	"domain", "tld", "server", "host", "hostname", "yourdomain", "mydomain", "foo", "baz", "qux",
}

// IsReserved reports whether a lower-case last label has a meaning although it is not a top-level domain.
func IsReserved(label string) bool { return IsLocal(label) || slices.Contains(reserved, label) }

// IsMistyped reports whether the last label of a host looks mistyped: it is neither a top-level domain nor reserved,
// but similar to a frequent one, a country with one more letter, as in co.uks, or the extension of a page.
func IsMistyped(before, last string) bool {
	if IsReserved(last) || Has(last) {
		return false
	}
	near := func(name string) bool { return typo.Near(last, name) || typo.SameLetters(last, name) }
	country := len(last) == 3 && slices.Contains(registries, before) && Has(last[:2])
	return country || slices.ContainsFunc(mistyped, near) || slices.Contains(pages, last)
}

// mistyped are top-level domains that are so frequent that a similar word is probably one of them.
var mistyped = []string{"com", "org", "net", "edu", "gov", "info", "onion"}

// registries are second-level labels of countries.
var registries = []string{"ac", "co", "com", "edu", "go", "gov", "net", "or", "org"}

// pages are file extensions of pages and pictures. A host with such an end is a file name.
var pages = []string{"asp", "aspx", "gif", "htm", "html", "jpeg", "jpg", "pdf", "php", "png", "svg"}
