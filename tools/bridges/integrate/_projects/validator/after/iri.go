package validator

import (
	"errors"
	"strings"

	"example.org/iri"
)

// components is the fields of a url.URL that isURL looks at.
type components struct{ Scheme, Host, Path, Opaque, Fragment string }

func parseIRI(s string) (c components, err error) {
	x, err := iri.Parse(s)
	if err != nil {
		return c, err
	}
	c.Scheme, c.Path = x.Scheme(), x.Path()
	c.Host, _ = x.Host()
	c.Fragment, _ = x.Fragment()
	if _, authority := x.Authority(); !authority && !strings.HasPrefix(c.Path, "/") {
		c.Opaque = c.Path
	}
	return c, nil
}

var errRelative = errors.New("relative reference")

// parseRequestIRI takes IRIs and absolute paths, as url.ParseRequestURI does.
func parseRequestIRI(s string) (iri.Reference, error) {
	x, err := iri.ParseReference(s)
	if err == nil && !x.IsAbs() && !strings.HasPrefix(s, "/") {
		err = errRelative
	}
	return x, err
}
