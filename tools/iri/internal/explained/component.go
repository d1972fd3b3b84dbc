package explained

import (
	"example.org/iri"
)

// A component is one that a reference has.
type component struct {
	name  string
	span  iri.Span
	color string // of it on a terminal
}

// components returns the components of a reference that are there and not empty, in their order.
func components(p iri.Parts) (list []component) {
	add := func(name, color string) func(iri.Span, bool) {
		return func(s iri.Span, present bool) {
			if present && s.Start < s.End {
				list = append(list, component{name, s, color})
			}
		}
	}
	add("scheme", "\x1b[35m")(p.Scheme())       // magenta
	add("userinfo", "\x1b[31m")(p.Userinfo())   // red
	add("host", "\x1b[1;32m")(p.Host())         // bold, green
	add("port", "\x1b[33m")(p.Port())           // yellow
	add("path", "\x1b[34m")(p.Path(), true)     // blue
	add("query", "\x1b[36m")(p.Query())         // cyan
	add("fragment", "\x1b[1;33m")(p.Fragment()) // bold, yellow
	return list
}

const plain = "\x1b[0m"
