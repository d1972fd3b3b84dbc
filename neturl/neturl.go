// Package neturl converts references to those of package net/url and back. It refuses a text that
// the two packages read in different ways. So the next program fetches what the first has checked,
// or nothing. docs/reference/neturl.md lists such texts.
package neturl

import (
	"errors"
	"net/url"
	"strings"

	"example.org/iri"
)

// An Error says that net/url does not read a reference as this module does, or a URL not as its own
// text. No userinfo is in it; Err may quote a host or a triple of it.
type Error struct {
	// Component is that in which they differ: scheme, userinfo, host, port, path, query or fragment. It
	// is empty if net/url refuses.
	Component string

	Err error // why net/url refuses, nil if it does not
}

// Error returns a text such as "iri: net/url reads another host".
func (e *Error) Error() string {
	if e.Err != nil {
		return "iri: net/url refuses: " + e.Err.Error()
	}
	return "iri: net/url reads another " + e.Component
}

// Unwrap returns why net/url refuses.
func (e *Error) Unwrap() error { return e.Err }

// URL returns x as net/url has it. Since that is for URIs, characters beyond ASCII become percent
// triples first ([iri.Reference.ToURI]). The text of the result is that URI again, save that the
// scheme is in lower case, and its components are the same. If that cannot be, the error is an
// [*Error]: for empty fragments, for instance, for hosts with triples of ASCII characters, and for
// IPvFuture.
func URL(x iri.Reference) (*url.URL, error) {
	x = x.ToURI()
	u, err := url.Parse(x.String())
	if err != nil {
		return nil, refused(err)
	}
	back, _ := iri.ParseReference(u.String()) // the empty one if it is none
	if component := difference(x, back); component != "" {
		return nil, &Error{Component: component}
	}
	if path(u) != x.Path() { // ///a is to net/url all path, and the text is the same
		return nil, &Error{Component: "path"}
	}
	return u, nil
}

// refused returns the error for what net/url refuses, without the *url.Error, which quotes the whole
// text.
func refused(err error) *Error { return &Error{Err: errors.Unwrap(err)} }

// path returns the path of u, percent-encoded.
func path(u *url.URL) string {
	if u.Opaque != "" {
		return u.Opaque
	}
	return u.EscapedPath()
}

// Reference returns u as a reference. The error is an [*iri.SyntaxError] if the text of u is no
// IRI reference. It is an [*Error] if that text has other components than u, which can be so if u
// was not made by [url.Parse], or if [URL] refuses the reference.
func Reference(u *url.URL) (iri.Reference, error) {
	text := u.String()
	x, err := iri.ParseReference(text)
	if err != nil {
		return iri.Reference{}, err
	}
	again, err := url.Parse(text)
	if err != nil {
		return iri.Reference{}, refused(err)
	}
	if field := fieldDifference(u, again); field != "" {
		return iri.Reference{}, &Error{Component: field}
	}
	if _, err := URL(x); err != nil {
		return iri.Reference{}, err
	}
	return x, nil
}

// difference returns the first component in which references differ, "" if there is none. The case
// of schemes does not matter.
func difference(x, y iri.Reference) string {
	for _, component := range [...]struct {
		name string
		of   func(iri.Reference) (string, bool)
	}{
		{"scheme", func(x iri.Reference) (string, bool) { return strings.ToLower(x.Scheme()), x.IsAbs() }},
		{"userinfo", iri.Reference.Userinfo},
		{"host", iri.Reference.Host},
		{"port", iri.Reference.Port},
		{"path", func(x iri.Reference) (string, bool) { return x.Path(), true }},
		{"query", iri.Reference.Query},
		{"fragment", iri.Reference.Fragment},
	} {
		a, inX := component.of(x)
		b, inY := component.of(y)
		if a != b || inX != inY {
			return component.name
		}
	}
	return ""
}

// fieldDifference returns the first component in which a URL differs from what net/url makes of its
// text, "" if there is none. Fragments never do.
func fieldDifference(u, v *url.URL) string {
	switch {
	case !strings.EqualFold(u.Scheme, v.Scheme):
		return "scheme"
	case u.User.String() != v.User.String() || (u.User == nil) != (v.User == nil):
		return "userinfo"
	case u.Host != v.Host:
		return "host"
	case u.Path != v.Path || u.Opaque != v.Opaque:
		return "path"
	case u.RawQuery != v.RawQuery:
		return "query"
	}
	return ""
}
