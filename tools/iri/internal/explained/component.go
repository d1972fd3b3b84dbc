package explained

import (
	"slices"

	"example.org/iri"
)

// A component is one that a reference has.
type component struct {
	name  string
	span  iri.Span
	color string // of it on a terminal
}

// components returns the components of a reference that are there, in their order. A path always is.
func components(p iri.Parts) (list []component) {
	add := func(name, color string) func(iri.Span, bool) {
		return func(s iri.Span, present bool) {
			if present {
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

// notEmpty returns the components that people see.
func notEmpty(list []component) []component {
	return slices.DeleteFunc(list, func(c component) bool { return c.span.Start == c.span.End })
}

// in returns the component of a text.
func (c *component) in(text string) string { return text[c.span.Start:c.span.End] }

const plain = "\x1b[0m"
