package toplevel

import (
	"slices"

	"example.org/iri/internal/typo"
)

// reserved are last labels that mean something, most of which are not in the list of public suffixes: reserved names (RFC 6761,
// RFC 6762, RFC 9476), names of local networks, and words of instructions.
var reserved = []string{
	"onion", "alt", "arpa", "localdomain", "localnet", "intranet", "private", "proxy", "registry",
	"svc", "docker", "cluster", "namespace", "consul", "service", "devel", "i2p", "bit", "eth", "dn42",
	"domain", "tld", "server", "host", "hostname", "yourdomain", "mydomain", "foo", "baz", "qux",
}

// IsReserved reports whether the last label of a host, in lower case, means something although it is no top-level domain.
func IsReserved(label string) bool { return IsLocal(label) || slices.Contains(reserved, label) }

// IsMistyped reports whether the last label of a host is neither a top-level domain nor reserved, and looks like one that is used
// much, is one of two letters with another letter after it, as in co.uks, or is the extension of a page. The labels are in lower case.
func IsMistyped(before, last string) bool {
	if IsReserved(last) || Has(last) {
		return false
	}
	near := func(name string) bool { return typo.Near(last, name) || typo.SameLetters(last, name) }
	country := len(last) == 3 && slices.Contains(registries, before) && Has(last[:2])
	return country || slices.ContainsFunc(mistyped, near) || slices.Contains(pages, last)
}

// mistyped are last labels that are used so much that a similar word is probably one of them.
var mistyped = []string{"com", "org", "net", "edu", "gov", "info", "onion"}

// registries are the labels before the domains of countries.
var registries = []string{"ac", "co", "com", "edu", "go", "gov", "net", "or", "org"}

// pages are extensions of pages and pictures. A host that ends in one is the name of a file.
var pages = []string{"asp", "aspx", "gif", "htm", "html", "jpeg", "jpg", "pdf", "php", "png", "svg"}
